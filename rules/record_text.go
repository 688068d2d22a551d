package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Transcript is a game as it was played: its plies, players, times and result. [Transcript.String]
// writes it as a text, [ReadTranscript] reads it.
//
// # The text
//
// The first line is "Turnpost record 1". Tags follow, each on a line, "NAME: VALUE"; then, after an
// empty line, the plies, with a block for each turn and a line for each ply:
//
//	Turnpost record 1
//	Game: turro
//	Number: 12
//	Black: Ada
//	White: Bob
//	Started: 2026-11-20T09:02:00Z
//	Ended: 2026-12-01T10:15:00Z
//	Pace: 3d+1d/7d
//	Rated: yes
//	Result: black
//	Reason: resigned
//	Outcome: black won: white resigned
//	Comment: 2 white "I did not see this."
//
//	  1. black  2026-11-20T09:03:00Z  d3-d4
//	  2. white  2026-11-21T18:30:00Z  d5-d4
//	            2026-11-21T18:31:00Z  e5-e4
//
// Game is the name of the game and the only required tag. Turns are numbered. Times are in UTC (RFC
// 3339) and optional. Terms are those of [Game.Agree], if the game does not begin as usual. Robots is present if a program played at least one side. Result is black,
// white, draw or none; the reasons resigned, agreed and time are those of games that ended outside
// their rules. Outcome has both again, as in [Outcome.Summary], and is not read. A Comment is a
// player's, on the state after a number of plies. The text is ASCII: other values, and those that
// begin with a quote, are quoted as in Go.
//
// A reader skips text before the first line, the gutter "| " that a message has in front of each
// line, quoted or not, and unknown tags. It ends at the first line after the plies that is not a
// ply.
type Transcript struct {
	Game           string
	Number         int64
	Black, White   string // names
	Started, Ended time.Time
	Pace           string
	Rated          bool
	Terms          string // as in [Game.Agree]
	Robots         bool   // a program played at least one side
	Result         Result
	Reason         string
	Comments       []PlayerComment
	Plies          []TimedMove
}

// TimedMove is a ply and the time when it was played; zero if unknown.
type TimedMove struct {
	Move Move
	At   time.Time
}

// PlayerComment is a note of a player after a number of plies.
type PlayerComment struct {
	Ply  int
	Side Side
	Text string
}

const (
	recordMark = "Turnpost record 1"
	recordTime = time.RFC3339
)

// outsideReasons are the reasons of games that ended outside their rules.
var outsideReasons = []string{Resigned, Agreed, OnTime, Adjudicated, Aborted}

// ErrNoTranscript says that a text has no record of a game.
var ErrNoTranscript = errors.New(`there is no game record in this text; it begins with the line "` + recordMark + `"`)

// String writes the transcript. It plays the game to find its turns; in an unknown game, or from
// the first ply that cannot be played, each ply is a turn.
func (t Transcript) String(games []Game) string {
	var b strings.Builder
	b.WriteString(recordMark + "\n")
	tag := func(name, value string) {
		if value != "" {
			b.WriteString(name + ": " + tagValue(value) + "\n")
		}
	}
	moment := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return at.UTC().Format(recordTime)
	}
	tag("Game", t.Game)
	if t.Number != 0 {
		tag("Number", strconv.FormatInt(t.Number, 10))
	}
	tag("Black", t.Black)
	tag("White", t.White)
	tag("Started", moment(t.Started))
	tag("Ended", moment(t.Ended))
	tag("Pace", t.Pace)
	tag("Rated", map[bool]string{true: "yes", false: "no"}[t.Rated])
	tag("Terms", t.Terms)
	if t.Robots {
		tag("Robots", "yes")
	}
	tag("Result", t.Result.String())
	tag("Reason", t.Reason)
	if t.Reason != "" {
		tag("Outcome", Outcome{t.Result, t.Reason}.Summary())
	}
	for _, c := range t.Comments {
		fmt.Fprintf(&b, "Comment: %d %s %s\n", c.Ply, c.Side, strconv.QuoteToASCII(c.Text))
	}
	b.WriteString("\n")
	sides := t.sides(games)
	turn := 0
	for i, p := range t.Plies {
		lead := strings.Repeat(" ", 11)
		if i == 0 || sides[i] != sides[i-1] {
			turn++
			lead = fmt.Sprintf("%4d. %-5s", turn, sides[i])
		}
		fmt.Fprintf(&b, "%s  %-20s  %s\n", lead, moment(p.At), p.Move)
	}
	return b.String()
}

// sides are the sides that made the plies.
func (t Transcript) sides(games []Game) []Side {
	sides := make([]Side, len(t.Plies))
	for i := range sides {
		sides[i] = []Side{Black, White}[i%2]
	}
	g, err := Find(games, t.Game)
	if err != nil {
		return sides
	}
	if g, err = g.Agree(t.Terms); err != nil {
		return sides
	}
	r := NewRecord(g)
	for i, p := range t.Plies {
		sides[i] = r.Position().Turn()
		if err := r.Play(p.Move); err != nil {
			break
		}
	}
	return sides
}

// tagValue quotes a value if necessary.
func tagValue(s string) string {
	if quoted := strconv.QuoteToASCII(s); quoted != `"`+s+`"` || strings.TrimSpace(s) != s {
		return quoted
	}
	return s
}

// SplitTranscripts splits a text of several records. It returns a text without records as it is.
func SplitTranscripts(text string) (records []string) {
	begins := 0
	for at, found := 0, false; ; {
		end := strings.IndexByte(text[at:], '\n') + 1
		if end == 0 {
			return append(records, text[begins:])
		}
		if strings.TrimSpace(text[at:at+end]) == recordMark {
			if found {
				records, begins = append(records, text[begins:at]), at
			}
			found = true
		}
		at += end
	}
}

// ReadTranscript reads and replays the first record in a text. The record knows only outcomes by
// the rules of the game; the transcript's Result and Reason may be those of a resignation, an
// agreement or a loss on time. A text without a record is read in the Format of one of the games.
// The error is a sentence with the number of the line; it wraps the *MoveError of a ply that cannot
// be played.
func ReadTranscript(games []Game, text string) (Transcript, *Record, error) {
	var t Transcript
	var r *Record
	begun := false
	for i, line := range strings.Split(text, "\n") {
		line = ungutter(line)
		if !begun {
			begun = line == recordMark
			continue
		}
		if line == "" {
			continue
		}
		if r == nil {
			isTag, err := t.readTag(line)
			if err != nil {
				return t, nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			if isTag {
				continue
			}
			if r, err = t.begun(games); err != nil {
				return t, nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
		p, ok := readPly(line)
		if !ok {
			break
		}
		m, err := r.Parse(string(p.Move))
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			return t, r, fmt.Errorf("line %d, ply %d, %s: %w", i+1, r.Len()+1, p.Move, err)
		}
		t.Plies = append(t.Plies, TimedMove{m, p.At})
	}
	if !begun {
		return readOther(games, text)
	}
	if r == nil {
		var err error
		if r, err = t.begun(games); err != nil {
			return t, nil, err
		}
	}
	return t, r, t.agrees(r)
}

// begun is the record before the plies.
func (t *Transcript) begun(games []Game) (*Record, error) {
	g, err := Find(games, t.Game)
	if err == nil {
		g, err = g.Agree(t.Terms)
	}
	if err != nil {
		return nil, err
	}
	t.Game, t.Terms = g.Name, g.Agreed
	return NewRecord(g), nil
}

// agrees compares the result of the tags with that of the plies. A record that a person wrote may
// lack the reason, if the plies show it.
func (t *Transcript) agrees(r *Record) error {
	o := r.Outcome()
	if t.Reason == "" && t.Result == o.Result {
		t.Reason = o.Reason
	}
	for _, reason := range outsideReasons {
		if !o.Over() && (t.Result != Undecided) == (reason != Aborted) && t.Reason == reason {
			return nil
		}
	}
	if t.Result != o.Result || t.Reason != o.Reason {
		said := Outcome{t.Result, t.Reason}
		if !o.Over() {
			return fmt.Errorf("the game is not over after its plies, and the record says %q; "+
				"if it ended otherwise, it has a Reason: %s", said, strings.Join(outsideReasons, ", "))
		}
		return fmt.Errorf("the plies end in %q, and the record says %q", o, said)
	}
	return nil
}

// ungutter removes the gutter and quote marks in front of a record's line, and spaces at its end.
func ungutter(line string) string {
	return strings.TrimRight(strings.TrimLeft(line, "> |\t"), " \t\r")
}

// readTag reads "NAME: VALUE", or reports that the line is not a tag.
func (t *Transcript) readTag(line string) (bool, error) {
	name, value, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(name, " .") {
		return false, nil
	}
	value = strings.TrimSpace(value)
	if strings.HasPrefix(value, `"`) {
		unquoted, err := strconv.Unquote(value)
		if err != nil {
			return true, fmt.Errorf("the value of %s is not quoted as it should be", name)
		}
		value = unquoted
	}
	bad := fmt.Errorf("%s cannot be %q", name, value)
	var err error
	switch strings.ToLower(name) {
	case "game":
		t.Game = value
	case "number":
		t.Number, err = strconv.ParseInt(value, 10, 64)
	case "black":
		t.Black = value
	case "white":
		t.White = value
	case "started":
		t.Started, err = time.Parse(recordTime, value)
	case "ended":
		t.Ended, err = time.Parse(recordTime, value)
	case "pace":
		t.Pace = value
	case "rated":
		t.Rated = value == "yes"
	case "terms":
		t.Terms = value
	case "robots":
		t.Robots = value == "yes"
	case "result":
		var ok bool
		if t.Result, ok = ParseResult(value); !ok {
			return true, bad
		}
	case "reason":
		t.Reason = value
	case "comment":
		var c PlayerComment
		words := strings.SplitN(value, " ", 3)
		if len(words) != 3 {
			return true, bad
		}
		side, ok := ParseSide(words[1])
		if c.Ply, err = strconv.Atoi(words[0]); err != nil || !ok {
			return true, bad
		}
		c.Side = side
		if c.Text, err = strconv.Unquote(words[2]); err != nil {
			c.Text, err = words[2], nil
		}
		t.Comments = append(t.Comments, c)
	}
	if err != nil {
		return true, bad
	}
	return true, nil
}

// readPly reads a line with a ply, or reports that the line has none.
func readPly(line string) (TimedMove, bool) {
	words := strings.Fields(line)
	if len(words) > 1 && strings.HasSuffix(words[0], ".") {
		if _, err := strconv.Atoi(strings.TrimSuffix(words[0], ".")); err == nil {
			words = words[1:]
			if _, ok := ParseSide(words[0]); ok && len(words) > 1 {
				words = words[1:]
			}
		}
	}
	var p TimedMove
	if len(words) == 0 {
		return p, false
	}
	if at, err := time.Parse(recordTime, words[0]); err == nil {
		p.At, words = at.UTC(), words[1:]
	}
	p.Move = Move(strings.Join(words, " "))
	// Text after the record is not a ply: a ply is one word in every game.
	return p, len(words) == 1
}
