package verify

import "fmt"

// Fault is something in the database that is not as everything else says.
type Fault struct {
	Of   string // file, game, invitation, player, pause, letter in, letter out, puzzle, tournament, ladder, follower or key
	ID   int64  // its number; 0 of the file and of ladders
	What string
	Mend string // what the operator can do
}

// mend says what the operator can do about a fault, by what it is of.
func mend(of string) string {
	switch of {
	case "file":
		return "stop the server, keep a copy of the file, and restore the last backup that verifies"
	case "schema":
		return "stop the server; make it as it was, or copy the rows into a new database with 'turnpost db copy'"
	case "numbers":
		return "stop the server before a number is used twice, and copy the rows into a new database with 'turnpost db copy'"
	case "replay":
		return "letters in this game are put aside until it is right; restore the last backup that verifies, then replay them"
	case "seal":
		return "somebody or something changed it beside the server; compare it with the last backup that verifies, and ask both players for their letters"
	case "clock":
		return "play goes on; compare it with the last backup that verifies, and give time back with 'turnpost game extend'"
	case "line":
		return "the line never fires, or not as its player means it; ask the player to send 'if off' and the lines again"
	case "game":
		return "play may go on; keep a backup, and look at 'turnpost game' before the next one replaces an older"
	case "letter in", "letter out":
		return "look at it with 'turnpost inbox show' or 'turnpost outbox show'; no ply is touched by it"
	case "text":
		return "its bytes are not those that came; if it is new or put aside, ask its writer to send it again"
	case "rating":
		return "games are right; only the standings are off, until the player's next rated games have moved them"
	case "puzzle":
		return "no game is touched by it; its answer may be wrong, until newer ones take its place"
	case "tournament":
		return "no game is touched by it; look at 'turnpost tournament show', and restore the last backup that verifies before a season is made of it"
	case "pairing":
		return "the game goes on, and counts in the wrong table or in none; compare it with the last backup that verifies, and write to its players"
	case "place":
		return "a table may count what it should not, or leave out what it should; compare it with the last backup that verifies, and write to the player"
	case "ladder":
		return "no game is touched by it; compare 'turnpost ladder' with the last backup that verifies, and ask the player to write 'ladder off'; whom the operator blocks, 'turnpost player unblock' and 'block' take off"
	case "rungs":
		return "no game is touched by it, and the next that are won move from there; compare 'turnpost ladder' with the last backup that verifies, and write to its players"
	case "rung":
		return "the player may slide, or be taken off, too soon or never; 'ladder off' and 'ladder on' by a letter of theirs set it again, at the last place"
	case "climbed":
		return "the game goes on, and may move nobody on the ladder when it ends, or somebody whom it should not; look at 'turnpost game', and write to its players"
	case "follower":
		return "no game is touched by it; ask the player to write 'unfollow'; whom the operator blocks, 'turnpost player unblock' and 'block' free of it; of who is gone, compare it with the last backup that verifies"
	case "reading":
		return "games are right; ask the player to write 'following digest' or 'following every', which sets it again"
	case "followed":
		return "games are right; ask the player to write 'unfollow' and then 'follow', each with the number of the game, or wait for its end"
	case "news":
		return "the game is right; only who looks on is told late, or what they should not be; keep a backup"
	case "player":
		return "games are right; ask the player to set it again, by a letter"
	case "pause":
		return "clocks may stand still that should run; compare it with the last backup that verifies, and watch the games of 'turnpost games --running'"
	case "future":
		return "the machine's clock was ahead, or somebody changed it; set the clock right, and keep a backup"
	case "key":
		return "replies to letters that were sent prove nothing any more; restore the last backup"
	}
	return "no ply is touched by it; keep a backup"
}

// sayf is a fault of a game.
func sayf(id int64, mended, format string, args ...any) Fault {
	return Fault{Of: "game", ID: id, What: fmt.Sprintf(format, args...), Mend: mend(mended)}
}
