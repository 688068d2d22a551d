package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Fault is something in the database that is not as everything else says.
type Fault struct {
	Of   string // file, game, invitation, player, pause, letter in, letter out, puzzle, tournament, ladder, follower or key
	ID   int64  // its number; 0 of the file and of ladders
	What string
	Mend string // what the operator can do
}

// mends are what the operator can do about faults, by what these are of.
var mends = map[string]string{
	"file":       "stop the server, keep a copy of the file, and restore the last backup that verifies",
	"schema":     "stop the server; make it as it was, or copy the rows into a new database with 'turnpost db copy'",
	"numbers":    "stop the server before a number is used twice, and copy the rows into a new database with 'turnpost db copy'",
	"replay":     "letters in this game are put aside until it is right; restore the last backup that verifies, then replay them",
	"seal":       "somebody or something changed it beside the server; compare it with the last backup that verifies, and ask both players for their letters",
	"clock":      "play goes on; compare it with the last backup that verifies; where a clock holds too little, 'turnpost game extend' gives time back, and where it holds too much, nothing takes it away",
	"line":       "the line never fires, or not as its player means it; ask the player to send 'if off' and the lines again",
	"game":       "play may go on; keep a backup, and look at 'turnpost game' before the next one replaces an older",
	"letter in":  "look at it with 'turnpost inbox show' or 'turnpost outbox show'; no ply is touched by it",
	"letter out": "look at it with 'turnpost inbox show' or 'turnpost outbox show'; no ply is touched by it",
	"text":       "its bytes are not those that came; if it is new or put aside, ask its writer to send it again",
	"value":      "stop the server; make it as the last backup that verifies has it, or restore that, and verify again",
	"unread":     "make right what is said above, and verify again",
	"unanswered": "it cannot be answered any more; ask its writer to send it again",
	"unsent":     "stop the server before it goes out; look at it with 'turnpost outbox show', and restore the last backup that verifies",
	"held":       "a yes of the player would do what they did not write; wait until it expires, or ask the player to answer no",
	"address":    "stop the server: letters may be taken for another's; compare it with the last backup that verifies, and restore that",
	"blocked":    "make it as it should be with 'turnpost player block' or 'turnpost player unblock'",
	"daemon":     "a daemon that starts frees what nobody holds, and what lies too far ahead counts as over; set the machine's clock right if it is wrong, and start 'turnpost serve' again",
	"beat":       "the next server takes the time since for an absence, which counts on no clock; compare it with the last backup that verifies before one starts",
	"rating":     "games are right; only the standings are off, until the player's next rated games have moved them",
	"puzzle":     "no game is touched by it; its answer may be wrong, until newer ones take its place",
	"tournament": "no game is touched by it; look at 'turnpost tournament show', and restore the last backup that verifies before a season is made of it",
	"entrant":    "no game is touched by it; look at 'turnpost tournament show'; before it begins, ask the player to leave it by a letter and to join it again",
	"pairing":    "the game goes on, and counts in the wrong table or in none; compare it with the last backup that verifies, and write to its players",
	"place":      "a table may count what it should not, or leave out what it should; compare it with the last backup that verifies, and write to the player",
	"ladder":     "no game is touched by it; compare 'turnpost ladder' with the last backup that verifies, and ask the player to write 'ladder off'; whom the operator blocks, 'turnpost player unblock' and 'block' take off",
	"rungs":      "no game is touched by it, and the next that are won move from there; compare 'turnpost ladder' with the last backup that verifies, and write to its players",
	"rung":       "the player may slide, or be taken off, too soon or never; 'ladder off' and 'ladder on' by a letter of theirs set it again, at the last place",
	"told":       "the ladder is right; the player's next digest may tell as news what it is not, once",
	"climbed":    "the game goes on, and may move nobody on the ladder when it ends, or somebody whom it should not; look at 'turnpost game', and write to its players",
	"marked":     "the game goes on, and counts in a table or moves somebody on the ladder that its players do not expect, or does not; compare it with the last backup that verifies, and write to its players",
	"follower":   "no game is touched by it; ask the player to write 'unfollow'; whom the operator blocks, 'turnpost player unblock' and 'block' free of it; of who is gone, compare it with the last backup that verifies",
	"reading":    "games are right; ask the player to write 'following digest' or 'following every', which sets it again",
	"followed":   "games are right; ask the player to write 'unfollow' and then 'follow', each with the number of the game, or wait for its end",
	"news":       "the game is right; only who looks on is told late, or what they should not be; keep a backup",
	"player":     "games are right; what letters of the player's set, ask them to set again; what they do not, as how many turns were late, stays",
	"language":   "moves of their opponents are put aside; ask the player to write 'lang en', then replay what was put aside",
	"pause":      "clocks may stand still that should run; compare it with the last backup that verifies, and watch the games of 'turnpost games --running'",
	"vacation":   "clocks may stand still that should run, or run that should stand still; ask the player to write 'vacation off' and the vacation again",
	"suspended":  "nothing goes to the player, and clocks may stand still that should run; any letter of theirs ends it, and 'turnpost player resume' one that they have not asked for",
	"neglected":  "it is done when a server runs whose clockwork does; look for errors in its log, and at 'turnpost stats'",
	"invitation": "no game is touched by it; ask who made it to write 'withdraw' and to challenge anew",
	"turns":      "games are right; only what is said of how often the player is late is off, and there is no command that sets it",
	"answer":     "no game is touched by it; only how many puzzles the player has solved is counted wrongly",
	"daily":      "games are right; ask the player to write 'puzzle daily' or 'puzzle off', which sets it again",
	"sought":     "the game is right; puzzles are sought in it late or never, and 'turnpost puzzles --find' has them sought in others",
	"turning":    "the game is right; the archive may show a turning point that is none, and who watches it should know",
	"future":     "the machine's clock was ahead, or somebody changed it; set the clock right, and keep a backup",
	"key":        "replies to letters that were sent prove nothing any more; restore the last backup",
}

// mend says what the operator can do about a fault.
func mend(of string) string {
	if what, ok := mends[of]; ok {
		return what
	}
	return "no ply is touched by it; keep a backup"
}

// alike is how many faults of one kind are said one by one; of more, of which most have one
// cause, the first is said, with how many there are and a few of their numbers.
const (
	alike = 20
	some  = 5
)

// varies is what of a sentence tells one fault from others of its kind.
var varies = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[0-9][0-9.:-]*`)

// gathered are faults, of which those of one kind are one where there are too many.
func gathered(faults []Fault) (out []Fault) {
	kind := func(f Fault) string { return f.Of + "\n" + varies.ReplaceAllString(f.What, "#") }
	of, said := map[string][]Fault{}, map[string]bool{}
	for _, f := range faults {
		of[kind(f)] = append(of[kind(f)], f)
	}
	for _, f := range faults {
		switch k := kind(f); {
		case len(of[k]) <= alike:
			out = append(out, f)
		case !said[k]:
			said[k] = true
			out = append(out, together(of[k]))
		}
	}
	return out
}

// together is one fault that says many that are alike.
func together(all []Fault) Fault {
	f := all[0]
	var numbers []string // the first, each once
	for _, g := range all {
		if n := fmt.Sprint(g.ID); len(numbers) <= some && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	others := ""
	if len(numbers) > some {
		others = " and others"
	}
	if len(numbers) > 1 {
		others = ", of " + strings.Join(numbers[:min(len(numbers), some)], ", ") + others
	}
	f.What = fmt.Sprintf("one of %d faults that are alike%s: %s", len(all), others, f.What)
	return f
}

// sayf is a fault of a game.
func sayf(id int64, mended, format string, args ...any) Fault {
	return Fault{Of: "game", ID: id, What: fmt.Sprintf(format, args...), Mend: mend(mended)}
}
