package daemon

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/mail/consistency"
	"turnpost/mail/postoffice"
	"turnpost/mail/website"
	"turnpost/rules/all"
)

// message is a message as its reader has it: its words in one line, and its lines.
type message struct{ words, text string }

// check holds all that was done and told against what the games themselves say.
func (w *town) check() {
	w.killing.Wait()
	w.settle()
	w.archived()
	w.stood += max(0, w.registered()-int(w.launched.Load())) // as a busy machine lets some without us
	w.stop()
	boxes := w.boxes()
	w.seasonsTold(boxes)
	w.cupTold(boxes, "jon", "kim", "leo")
	w.ladderStands(boxes)
	for name, follows := range map[string]string{
		"jon": `SELECT p.game FROM pairings AS p JOIN tournaments AS t ON t.id = p.tournament WHERE t.name = 'roses-1'`,
		"kim": `SELECT g.id FROM games AS g JOIN players AS p ON p.id IN (g.black, g.white) WHERE p.name = 'Ada' OR p.name = 'Bob' AND g.rules = 'turro'`,
		"leo": `SELECT g.id FROM games AS g JOIN players AS p ON p.id IN (g.black, g.white) WHERE p.name = 'Ada'`,
	} {
		w.followed(boxes[name], w.numbers(follows+` ORDER BY 1`))
	}
	faults, err := consistency.Check(context.Background(), w.handler.Club, w.db, consistency.Options{})
	require.NoError(w, err)
	require.Len(w, faults, 1, "that the first season was made short: %+v", faults)
	require.Equal(w, "roses-1: it is called \"roses-1\", and is no such season, or lasts too long", faults[0].What)
}

// numbers is what a statement finds.
func (w *town) numbers(query string, args ...any) (out []int64) {
	w.view(func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var n int64
			err := scan(&n)
			out = append(out, n)
			return err
		}, query, args...)
	})
	return out
}

// registered is how often a daemon has joined the others: each once, and once more if it was
// taken for dead.
func (w *town) registered() (last int) {
	w.view(func(tx *db.Tx) error {
		there, err := tx.Daemons()
		for _, one := range there {
			last = max(last, int(one.ID))
		}
		return err
	})
	return last
}

// boxes are the messages that everybody got: each that was written, once, or again where a
// daemon died or stood still between the server's word and its own. No two say the same.
func (w *town) boxes() map[string][]message {
	sent := map[string]db.Outgoing{}
	w.view(func(tx *db.Tx) error {
		for _, state := range []db.OutgoingState{db.OutgoingQueued, db.OutgoingRefused, db.OutgoingSent} {
			out, err := tx.Outgoing(state)
			if err != nil {
				return err
			}
			for _, o := range out {
				require.Equal(w, db.OutgoingSent, o.State, o.Remark)
				require.NotContains(w, sent, o.MessageID)
				sent[o.MessageID] = o
			}
		}
		return nil
	})
	hopes, came, said := w.smtp.PossibleDuplicates(), map[string]int{}, map[string]string{}
	boxes := map[string][]message{}
	for name, p := range w.people {
		for _, l := range w.box(name) {
			require.Contains(w, sent, l.MessageID)
			require.Equal(w, p.Self.Addr, sent[l.MessageID].Recipient)
			if came[l.MessageID]++; came[l.MessageID] > 1 {
				continue
			}
			tells := message{strings.Join(strings.Fields(l.Text), " "), l.Text}
			whole := name + ": " + l.Subject + "\n" + tells.words
			require.Empty(w, said[whole], "%s was told twice:\n%s", name, l.Text)
			said[whole] = l.MessageID
			boxes[name] = append(boxes[name], tells)
		}
	}
	copies, stood := 0, w.stood*max(w.config.SMTP.Connections, 1) // it stood still before it noted some
	for id := range sent {
		require.Positive(w, came[id], "letter %d has not come", sent[id].ID)
		stood -= max(0, came[id]-1-hopes[id])
		require.GreaterOrEqual(w, stood, 0, "letter %d came again without a reason", sent[id].ID)
		copies += came[id] - 1
	}
	w.Logf("%d letters, %d copies (explained)", len(sent), copies)
	return boxes
}

// box is what lies in somebody's mailbox.
func (w *town) box(name string) (messages []*postoffice.Message) {
	p := *w.people[name]
	end := postoffice.FreshMessage(p.Self, serverAddress, "that was all", w.db.Now())
	end.To = p.Self
	require.NoError(w, p.Send(end))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	last := false
	require.NoError(w, p.Watch(ctx, func(raw []byte) {
		if l := postoffice.ReadMessage(raw); l.MessageID != end.MessageID {
			messages = append(messages, l)
			return
		}
		last = true
		cancel()
	}))
	require.True(w, last)
	return messages
}

// times is how often somebody was told something.
func times(box []message, what string) (n int) {
	for _, l := range box {
		n += strings.Count(division.ReplaceAllString(l.words, ""), what)
	}
	return n
}

// division is behind the name of a tournament that has several.
var division = regexp.MustCompile(`, division \d of \d`)

// seasonsTold: of each season in which somebody had a place they were told that it began, of
// the warning, that they were out and its final table; and of each game of theirs that was
// decided on the last day, that it was.
func (w *town) seasonsTold(boxes map[string][]message) {
	begun := w.numbers(`SELECT id FROM tournaments WHERE begun_at <> 0 AND cup = 0 ORDER BY id`)
	require.GreaterOrEqual(w, len(begun), 2)
	require.Equal(w, []int64{2}, w.numbers(`SELECT count(*) FROM divisions WHERE tournament = 1`))
	total := map[string]int{}
	for name := range w.people {
		id := w.numbers(`SELECT id FROM players WHERE address = ?`, name+"@"+postoffice.Domain)[0]
		want := map[string]int{}
		for _, season := range begun {
			called := fmt.Sprintf("roses-%d", season)
			w.view(func(tx *db.Tx) error {
				return tx.Rows(func(scan func(...any) error) error {
					var warned, out, over bool
					err := scan(&warned, &out, &over)
					want[called+" has begun"]++
					for what, is := range map[string]bool{"You have lost a game of " + called + " on time": warned, "You are out of " + called: out, "The last game is over": over} {
						if is {
							want[what]++
						}
					}
					return err
				}, `SELECT e.warned_at <> 0, e.out_at <> 0, d.ended_at <> 0 FROM entrants AS e JOIN divisions AS d ON d.tournament = e.tournament AND d.number = e.division
					WHERE e.tournament = ? AND e.player = ?`, season, id)
			})
			for _, what := range []string{called + " has begun", "You have lost a game of " + called + " on time", "You are out of " + called} {
				require.Equal(w, want[what], times(boxes[name], what), "%s: %s", name, what)
			}
		}
		if name == "jon" { // who follows the first, and reads the tables of its divisions
			want["The last game is over"] = 2
		}
		judged := w.numbers(`SELECT g.id FROM games AS g JOIN pairings AS p ON p.game = g.id WHERE p.judged <> '' AND ? IN (g.black, g.white)`, id)
		want["It is the last day for this game"] = len(judged)
		for _, what := range []string{"The last game is over", "It is the last day for this game"} {
			require.Equal(w, want[what], times(boxes[name], what), "%s: %s", name, what)
		}
		for what, n := range want {
			total[anySeason.ReplaceAllString(what, "N")] += n
		}
	}
	w.Logf("told: %v", total)
	for what, n := range total {
		require.Positive(w, n, what)
	}
	require.Len(w, total, 5)
	require.Equal(w, []int64{1}, w.numbers(`SELECT count(*) FROM outbox WHERE kind = 'bestofweek'`))
}

// cupTold: the best seed had no opponent in the first round, the second met the third, whom they knocked out as the
// better seed, since nobody moved; each was told so once, and who won.
func (w *town) cupTold(boxes map[string][]message, players ...string) {
	require.Equal(w, tournaments.Over, w.season("late-cup").State)
	seeds := w.numbers(`SELECT e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament WHERE t.name = 'late-cup' ORDER BY e.number`)
	require.Len(w, seeds, len(players))
	require.Equal(w, []int64{0, 2, 1}, w.numbers(`SELECT e.lost FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament WHERE t.name = 'late-cup' ORDER BY e.number`))
	for i, player := range seeds {
		told := map[string]int{}
		for _, what := range []string{
			"late-cup, semi-finals: you go on without a game", "late-cup, semi-finals: you play", "late-cup, final: you play",
			"You go on in late-cup", "You are knocked out of late-cup", "You have won late-cup", "late-cup is over",
		} {
			if n := times(boxes[w.who(player)], what); n > 0 {
				told[what] = n
			}
		}
		require.Equal(w, []map[string]int{
			{"late-cup, semi-finals: you go on without a game": 1, "late-cup, final: you play": 1, "You have won late-cup": 1},
			{"late-cup, semi-finals: you play": 1, "You go on in late-cup": 1, "late-cup, final: you play": 1, "late-cup is over": 1},
			{"late-cup, semi-finals: you play": 1, "You are knocked out of late-cup": 1, "late-cup is over": 1},
		}[i], told, w.who(player))
	}
}

// ladderStands: the order is what joining, games and rests make of it, in their order, and who
// slid was told once.
func (w *town) ladderStands(boxes map[string][]message) {
	type event struct {
		at, due       time.Time
		player, loser int64 // who joined, won or slid
	}
	var events []event
	var stand []int64
	rests := map[int64]time.Time{}
	w.view(func(tx *db.Tx) error {
		rungs, err := tournaments.RungPlaces(tx, "turro", 1, 100)
		for _, r := range rungs {
			stand = append(stand, r.Player)
			rests[r.Player] = r.JoinedAt
			events = append(events, event{at: r.JoinedAt, player: r.Player})
		}
		if err != nil {
			return err
		}
		for _, game := range w.numbers(`SELECT game FROM ladder_games ORDER BY game`) {
			g, err := tx.Game(game)
			if err != nil {
				return err
			}
			e := event{at: g.EndedAt, player: g.Black, loser: g.White}
			if g.Result == db.WhiteWon {
				e.player, e.loser = e.loser, e.player
			}
			events = append(events, e)
			for _, p := range []int64{g.Black, g.White} {
				if g.EndedAt.After(rests[p]) {
					rests[p] = g.EndedAt
				}
			}
		}
		for _, r := range rungs {
			if r.RestAt.After(rests[r.Player]) {
				events = append(events, event{at: r.RestAt, due: rests[r.Player], player: r.Player, loser: r.Player})
			}
		}
		return nil
	})
	require.Len(w, stand, 9)
	slices.SortFunc(events, func(a, b event) int {
		return cmp.Or(a.at.Compare(b.at), a.due.Compare(b.due), cmp.Compare(a.player, b.player))
	})
	var order []int64
	slid := map[int64]int{}
	for _, e := range events {
		from, to := slices.Index(order, e.player)+1, 0
		switch {
		case e.loser == 0:
			order = append(order, e.player)
			continue
		case e.loser == e.player:
			// Idle players do not slide past each other; the test of the ladder holds when they do.
			if to = from; times(boxes[w.who(e.player)], "so you moved from place") > 0 {
				to = tournament.PlaceAfterSlide(from, len(order))
				slid[e.player]++
			}
		default:
			to = tournament.PlaceAfterWin(from, slices.Index(order, e.loser)+1)
		}
		order = slices.Insert(slices.Delete(order, from-1, from), to-1, e.player)
	}
	require.Equal(w, order, stand)
	for _, player := range stand {
		require.Equal(w, slid[player], times(boxes[w.who(player)], "You have had no ladder game for 60 days or longer"), "player %d", player)
		require.Equal(w, 1, times(boxes[w.who(player)], "You are on the ladder of Turro,"))
	}
}

var (
	anySeason = regexp.MustCompile(`roses-[0-9]+`)

	headOf = regexp.MustCompile(`^(?:\* )?.*\(.* #(\d+)\)$`)
	plyOf  = regexp.MustCompile(`(\d+)\. ([a-z0-9x-]+)`)
)

// followed: of each game that somebody follows they were told each ply once, in order, and
// once that it is over.
func (w *town) followed(box []message, games []int64) {
	told, ends := map[string][]string{}, map[string]int{}
	for _, l := range box {
		if strings.Contains(l.text, "You follow") {
			continue // the answer to that
		}
		game := ""
		for line := range strings.Lines(l.text) {
			line = strings.TrimSpace(line)
			if m := headOf.FindStringSubmatch(line); m != nil {
				game = m[1]
			}
			if strings.HasPrefix(line, "The game is over") {
				ends[game]++
			}
			for _, m := range plyOf.FindAllStringSubmatch(line, -1) {
				if strings.HasPrefix(line, "| ") {
					told[game] = append(told[game], m[0])
				}
			}
		}
	}
	wantTold, wantEnds := map[string][]string{}, map[string]int{}
	for _, id := range games {
		r, g := w.record(id)
		var plies []string
		for n, m := range r.Plies() {
			plies = append(plies, fmt.Sprintf("%d. %s", n+1, m))
		}
		if !g.Over() {
			plies = plies[:max(0, len(plies)-w.config.Following.Late)]
		}
		if len(plies) > 0 {
			wantTold[fmt.Sprint(id)] = plies
		}
		if g.Over() && g.Result != db.Void {
			wantEnds[fmt.Sprint(id)] = 1
		}
	}
	require.NotEmpty(w, wantTold)
	require.Equal(w, wantTold, told)
	require.Equal(w, wantEnds, ends)
}

// archived waits until the archive is written and its command has run, and holds it against
// one that is written afresh.
func (w *town) archived() {
	fresh, site := filepath.Join(w.dir, "fresh"), w.config.Archive.Dir
	_, err := Archive(context.Background(), w.config, w.db, all.Games(), website.Options{Dir: fresh, Records: true, Workers: 1})
	require.NoError(w, err)
	want, err := os.ReadFile(filepath.Join(fresh, "SHA256SUMS"))
	require.NoError(w, err)
	require.Eventually(w, func() bool {
		published, err := os.ReadFile(filepath.Join(w.dir, "published"))
		_, owed := os.Stat(filepath.Join(site, website.OwedFile))
		return err == nil && bytes.Equal(want, published) && os.IsNotExist(owed)
	}, patience, 50*time.Millisecond)
	require.Equal(w, w.tree(fresh), w.tree(site))
	runs, err := os.ReadFile(filepath.Join(w.dir, "runs"))
	require.NoError(w, err)
	w.Logf("%d files in the archive; the command ran %d times", len(w.tree(site)), bytes.Count(runs, []byte("run")))
}

// tree is each file of a folder, but for the lock.
func (w *town) tree(dir string) map[string]string {
	files := map[string]string{}
	require.NoError(w, fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if name == website.LockFile || name == website.OwedFile { // each run has them for a while
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	}))
	return files
}
