package command

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest/three"
)

var update = flag.Bool("update", false, "rewrite testdata/intents.txt; read the diff")

const intentsFile = "testdata/intents.txt"

// intentsReader reads lines about the games in intents.txt, which lists them where a line names an
// unknown game. Other games do not change the file.
func intentsReader(t testing.TB) *Reader {
	known := []string{"turro", "rooya", "roses", "tourrosa", "chess", "draughts"}
	games := slices.DeleteFunc(all.Games(), func(g rules.Game) bool { return !slices.Contains(known, g.Name) })
	r, err := NewReader(append(games, three.Game()))
	require.NoError(t, err)
	return r
}

// TestRepliesIntents holds Classify to testdata/intents.txt, which says how it is written. Every
// row of the two tables decides something there.
func TestRepliesIntents(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	want, err := os.ReadFile(intentsFile)
	require.NoError(t, err)
	used := map[string]bool{}
	var got strings.Builder
	for i, block := range strings.Split(strings.TrimRight(string(want), "\n"), "\n\n") {
		if i > 0 {
			got.WriteString("\n\n")
		}
		context, _, isCase := strings.Cut(block, "\n")
		if context, isContext := strings.CutPrefix(context, "@ "); isCase && isContext {
			block = replay(t, r, context, block, used)
		}
		got.WriteString(block)
	}
	if *update {
		require.NoError(t, os.WriteFile(intentsFile, []byte(got.String()+"\n"), 0o644))
		return
	}
	require.Equal(t, string(want), got.String()+"\n")
	for _, row := range readings {
		require.True(t, used["read "+row.name], "no case shows the reading %s", row.name)
	}
	used["begun"], used["asked"] = true, true // which only carry out what another row has found
	for _, row := range rulings {
		require.True(t, used[row.name], "no case shows the ruling %s", row.name)
	}
	for _, row := range addressings {
		require.True(t, used["for "+row.name], "no case shows the addressing %s", row.name)
	}
}

// replay classifies the messages of one context and writes them again. A line after ">"
// that follows an intent begins another message.
func replay(t testing.TB, r *Reader, context, block string, used map[string]bool) string {
	var messages [][]string
	before := "" // of the lines
	for _, line := range strings.Split(block, "\n")[1:] {
		if text, ok := strings.CutPrefix(line, ">"); ok {
			if !strings.HasPrefix(before, ">") {
				messages = append(messages, nil)
			}
			n := len(messages) - 1
			messages[n] = append(messages[n], strings.TrimPrefix(text, " "))
		}
		before = line
	}
	if messages == nil {
		messages = [][]string{nil} // which is empty
	}
	ctx, out := contextOf(t, r, context), []string{"@ " + context}
	for _, lines := range messages {
		for _, line := range lines {
			out = append(out, strings.TrimRight("> "+line, " "))
			_, _, row := r.hears(strings.TrimSpace(line))
			used["read "+row] = true
		}
		atHand := ctx.Game
		tell := func(in Intent, row string) { out, used[row] = append(out, shown(in, atHand)+"  ("+row+")"), true }
		m := r.classify(r.ReadAll(lines, ctx.Lang), ctx)
		for i, in := range m.first {
			tell(in, m.rows[i])
		}
		for _, l := range m.lines {
			row := l.row
			if used["for "+l.aim] = true; !slices.Contains([]string{"", "named", "reply", "none"}, l.aim) {
				row += ", " + l.aim
			}
			for _, in := range l.intents {
				tell(in, row)
			}
		}
		for i, in := range m.last {
			tell(in, m.rows[len(m.first)+i])
		}
	}
	return strings.Join(out, "\n")
}

// shown is an intent as one line. What it is for is shown if that is not what is at hand.
func shown(in Intent, atHand int64) string {
	about := func(l Line, game int64) string {
		switch {
		case game <= Begun:
			return fmt.Sprintf("in new game %d: ", 1+Begun-game)
		case game != 0 && (game != atHand || l.Game != 0):
			return fmt.Sprintf("#%d ", game)
		}
		return ""
	}
	switch in := in.(type) {
	case Play:
		what := in.Text
		if in.Numbered {
			what = "number " + strconv.Itoa(in.Number)
		}
		if in.Question {
			what += " ?"
		}
		if in.Accepts {
			what += " and accept"
		}
		return "play " + about(in.Line, in.Game) + what
	case SolvePuzzle:
		return "solve " + in.Text
	case Do:
		out := "do " + about(in.Line, in.Game) + strings.TrimSpace(string(in.Line.Verb)+" "+in.Line.Args)
		if _, begins := in.Line.Do.(Challenge); begins {
			out = "do " + strings.TrimSpace(string(in.Line.Verb)+" "+in.Line.Args)
		}
		for i, words := range in.Words {
			out += fmt.Sprintf(" | %s", words)
			if i < len(in.Else) {
				out += fmt.Sprintf(" [or else %s]", shown(in.Else[i], atHand))
			}
		}
		if in.Contradicts {
			out += ", against the move"
		}
		return out
	case Answer:
		out := strings.TrimSpace(fmt.Sprintf("answer %s%v %s", about(in.Line, in.Game),
			map[bool]string{true: "yes", false: "no"}[in.Yes], in.To))
		if in.Contradicts {
			out += ", against the move"
		}
		return out
	case NeedsProof:
		return "unproven " + about(in.Line, in.Game) + strings.TrimSpace(string(in.Line.Verb)+" "+in.Line.Args)
	case Talk:
		out := "talk "
		switch {
		case in.Game == Nobody && atHand != 0:
			out = "talk to nobody: "
		case in.Game != Nobody:
			out += about(in.Line, in.Game)
		}
		out += in.Line.Text
		if in.Hint != nil {
			out += " [perhaps " + shown(*in.Hint, atHand) + "]"
		}
		return out
	case Ask:
		out := "ask " + in.Code
		if in.Line.Text != "" {
			out += fmt.Sprintf(" %q", in.Line.Text)
		}
		if len(in.Args) > 0 {
			out += fmt.Sprintf(" %v", in.Args)
		}
		for _, game := range in.Candidates {
			out += fmt.Sprintf(" #%d", game)
		}
		if len(in.Near) > 0 {
			out += " near " + strings.Join(in.Near, " | ")
		}
		if in.Stored != "" {
			out += ", stored"
		}
		if in.If != "" {
			out += ", or " + in.If
		}
		if in.Hint {
			out += ", if nothing else"
		}
		return out
	case Refuse:
		return strings.TrimSpace(fmt.Sprintf("refuse %s %q", in.Code, in.Line) + strings.TrimSuffix(fmt.Sprintf(" %v", in.Args), " []"))
	case LeaveOutSignature:
		return "leave out " + strings.Join(in.Lines, " | ")
	case IgnoreLine:
		return "ignore " + in.Line.Text
	case ShowQuarantined:
		return fmt.Sprintf("show quarantined %d of %d", in.Message.ID, in.Waiting)
	case DropQuarantined:
		out := fmt.Sprintf("drop quarantined %d, %d left", in.Message.ID, in.Left)
		if in.Next != nil {
			out += fmt.Sprintf(", next %d", in.Next.ID)
		}
		return out
	case ConfirmQuarantined:
		return fmt.Sprintf("confirm quarantined %d", in.Message.ID)
	case ConfirmLine:
		return fmt.Sprintf("confirmed question %d", in.Question)
	case EndQuestion:
		return fmt.Sprintf("lapsed question %d", in.Question)
	case ConfirmAddress:
		return fmt.Sprintf("confirm address %t", in.Yes)
	}
	return fmt.Sprintf("%T", in)
}

// contextOf reads a context: words, of which some have a value.
func contextOf(t testing.TB, r *Reader, text string) Context {
	find := func(name string) rules.Game {
		g, err := rules.Find(r.games, name)
		require.NoError(t, err, text)
		return g
	}
	ctx := Context{Proven: true, Most: Most, Games: map[int64]KnownGame{}}
	open, made, resigned := map[int64]*GameAtHand{}, []int64(nil), []int64(nil)
	ctx.Resigned = func() []int64 { return resigned }
	ctx.Open = func(game int64) *GameAtHand {
		if game == ctx.Game && ctx.Board != nil {
			return ctx.Board
		}
		return open[game]
	}
	ctx.Invitations = func(received bool) (ids []int64) {
		if !received {
			return slices.Clone(made)
		}
		for id, state := range ctx.Games {
			if state.Invited {
				ids = append(ids, id)
			}
		}
		return slices.Sorted(slices.Values(ids))
	}
	runs := func(id int64, g rules.Game, offered bool) {
		ctx.UnderWay = append(ctx.UnderWay, RunningGame{ID: id, Rules: g, Offered: offered})
	}
	replay := func(g rules.Game, text string) *GameAtHand {
		var plies []rules.Move
		for _, ply := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' }) {
			plies = append(plies, rules.Move(ply))
		}
		record, err := rules.Replay(g, plies)
		require.NoError(t, err, text)
		return &GameAtHand{Record: record.In(ctx.Lang), Opponent: "Bob"}
	}
	state := func(value string) int64 {
		parts := strings.Split(value, ":")
		id, err := strconv.ParseInt(parts[0], 10, 64)
		require.NoError(t, err, text)
		s := KnownGame{}
		for _, part := range parts[1:] {
			switch part {
			case "invited":
				s.Invited = true
			case "offered":
				s.Offer = mail.AsksDraw
			case "undo":
				s.Offer = mail.AsksUndo
			case "resume":
				s.Offer = mail.AsksResume
			case "begins":
				s.Begins = true
			default:
				s.Rules, s.Yours = []rules.Game{find(part)}, true
			}
		}
		ctx.Games[id] = s
		return id
	}
	for n, word := range contextWords(t, text) {
		name, value, _ := strings.Cut(word, "=")
		number, rest, _ := strings.Cut(value, ":")
		id, _ := strconv.ParseInt(number, 10, 64)
		said, flags, _ := quoted(rest)
		switch name {
		case "unproven":
			ctx.Proven = false
		case "first":
			ctx.First = true
		case "reply":
			ctx.Reply = true
		case "confirming":
			ctx.Confirming = true
		case "leaving":
			ctx.Leaving, ctx.Asks.Question = mail.AsksForget, mail.AsksForget
		case "cup-waits":
			ctx.Leaving = mail.AsksCup
		case "unwrapped":
			ctx.Unwrapped = true
		case "at":
			ctx.Reply, ctx.Game = true, state(value)
			ctx.Asks = mail.AskedQuestion{Question: cmp.Or(ctx.Games[ctx.Game].Offer, mail.AsksNothing)}
			if ctx.Games[ctx.Game].Invited {
				ctx.Asks.Question = mail.AsksInvitation
			}
		case "asks":
			ctx.Asks = mail.AskedQuestion{}
			if value != "unknown" {
				value, ctx.Asks.Words = strings.CutSuffix(value, "+words")
				ctx.Asks.Question = mail.Question(value)
			}
		case "offers":
			id := state(value)
			runs(id, ctx.Games[id].Rules[0], true)
		case "game":
			state(value)
		case "after":
			ctx.Board = replay(ctx.Games[ctx.Game].Rules[0], value)
		case "mine":
			ctx.Board.Mine = true
		case "numbered":
			ctx.Board.Numbered = true
		case "stale":
			ctx.Board.Stale = true
		case "puzzle":
			ctx.Puzzle = &PuzzleAtHand{}
			if value != "gone" {
				g := find(number)
				p, err := g.ParsePosition(said)
				require.NoError(t, err, text)
				ctx.Puzzle.Record = rules.NewRecordFrom(g, p).In(ctx.Lang)
			}
		case "others":
			for _, name := range strings.Split(value, ",") {
				id := int64(101 + len(ctx.UnderWay))
				for _, known := range slices.Sorted(maps.Keys(ctx.Games)) {
					state, running := ctx.Games[known], func(r RunningGame) bool { return r.ID == known }
					if len(state.Rules) > 0 && state.Rules[0].Name == name && !state.Invited &&
						!slices.ContainsFunc(ctx.UnderWay, running) {
						id = known
						break
					}
				}
				runs(id, find(name), ctx.Games[id].Offer != "")
			}
		case "plays":
			name, plies, _ := strings.Cut(rest, ":")
			plies, flags, _ := strings.Cut(plies, ":")
			runs(id, find(name), false)
			open[id] = replay(find(name), plies)
			open[id].Mine, open[id].Since = strings.Contains(flags, "mine"), strings.Contains(flags, "since")
		case "called":
			ctx.Called = func(_ Verb, name string) bool { return strings.EqualFold(name, value) }
		case "made":
			made = append(made, id)
		case "resigned":
			resigned = append(resigned, id)
		case "over":
			ctx.Board.Over = true
		case "lately":
			ctx.Board.Over, ctx.Board.Lately = true, true
		case "bot":
			ctx.Board.Opponent = ""
		case "automatic":
			ctx.Automatic = true
		case "claimed":
			ctx.Claimed = id
		case "subject":
			subject, _, _ := quoted(value)
			ctx.Subject = r.ReadAll([]string{subject}, ctx.Lang)
		case "old":
			old, _, _ := quoted(value)
			ctx.Old = append(ctx.Old, old)
		case "left":
			left, _, _ := quoted(value)
			ctx.LeftOut = append(ctx.LeftOut, left)
		case "ticked":
			ctx.Ticked = append(ctx.Ticked, value)
		case "html":
			ctx.OnlyHTML = true
		case "quoted":
			line, _, _ := quoted(value)
			ctx.Quoted = append(ctx.Quoted, r.ReadAll([]string{line}, ctx.Lang)...)
		case "oursubject":
			subject, _, _ := quoted(value)
			ctx.OurSubject = r.ReadAll([]string{subject}, ctx.Lang)
		case "unread":
			ctx.Unread = value
		case "quarantine":
			ctx.Quarantine = &AskedQuarantine{ID: id, Shown: rest == "shown"}
		case "waiting":
			ctx.Quarantine.Waiting = append(ctx.Quarantine.Waiting, Quarantined{ID: id, Lines: strings.Split(said, "\n")})
		case "asked":
			q := AskedLine{ID: id, Line: r.ReadAll([]string{said}, ctx.Lang)[0]}
			q.Replied, q.Stands = strings.Contains(flags, "replied"), strings.Contains(flags, "stands")
			ctx.Questions = append(ctx.Questions, q)
		case "most":
			ctx.Most, _ = strconv.Atoi(value)
		default:
			require.Zero(t, n, "what is %q in %q?", word, text)
			ctx.Lang = word
		}
	}
	return ctx
}

// contextWords splits a context at spaces that stand in no quotes.
func contextWords(t testing.TB, text string) (words []string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := strings.IndexAny(text, " \"")
		if n >= 0 && text[n] == '"' {
			q, err := strconv.QuotedPrefix(text[n:])
			require.NoError(t, err, text)
			n += len(q)
			if m := strings.IndexByte(text[n:], ' '); m >= 0 {
				n += m
			} else {
				n = len(text)
			}
		}
		if n < 0 {
			n = len(text)
		}
		words, text = append(words, text[:n]), text[n:]
	}
	return words
}

// quoted splits what stands in quotes from what follows it.
func quoted(text string) (said, rest string, ok bool) {
	q, err := strconv.QuotedPrefix(text)
	if err != nil {
		return text, "", false
	}
	said, err = strconv.Unquote(q)
	return said, text[len(q):], err == nil
}
