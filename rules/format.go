package rules

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// RecordFormat is a form of game records that other programs read and write, beside Transcript's own.
type RecordFormat struct {
	// Name is what people call it: "PGN".
	Name string
	// Write writes a transcript; r is its record.
	Write func(t Transcript, r *Record) string
	// Read reads the first record in a text. The error is ErrNoTranscript if the text is in
	// another format or of another game, otherwise a sentence.
	Read func(text string) (Transcript, *Record, error)
}

// RecordTags are the pairs at the beginning of a record in Portable Game Notation, of which other games
// have their own kinds: [White "Ada"].
type RecordTags [][2]string

// Get is the value of a tag, or "".
func (t RecordTags) Get(name string) string {
	for _, tag := range t {
		if strings.EqualFold(tag[0], name) {
			return tag[1]
		}
	}
	return ""
}

// pgnWidth is the greatest length of a line (PGN export format, section 4.3).
const pgnWidth = 79

// WritePGN writes tags and words of plies in the export format of Portable Game Notation.
func WritePGN(tags RecordTags, words []string) string {
	var b strings.Builder
	for _, tag := range tags {
		value := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(tag[1])
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag[0], value)
	}
	column := 0
	b.WriteByte('\n')
	for _, word := range words {
		switch {
		case column == 0:
		case column+1+len(word) > pgnWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}

// PGNResult is a result of a game of g as PGN writes it. "1-0" is a win of the side that begins:
// White's in chess, and Black's in English draughts (PDN 2.0, section 6.1.1.1.1.5).
func PGNResult(g Game, r Result) string {
	switch r {
	case Undecided:
		return "*"
	case Draw:
		return "1/2-1/2"
	case Wins(g.First()):
		return "1-0"
	}
	return "0-1"
}

// readPGNResult is the inverse of PGNResult; Undecided for any other text. PDN may count a win as two
// points.
func readPGNResult(g Game, text string) Result {
	switch text {
	case "2-0":
		text = "1-0"
	case "0-2":
		text = "0-1"
	case "1-1", "1/2":
		text = "1/2-1/2"
	}
	for r := Undecided; r <= Draw; r++ {
		if PGNResult(g, r) == text {
			return r
		}
	}
	return Undecided
}

// Roster is the seven tags with which a record of g in PGN begins.
func (t Transcript) Roster(g Game) RecordTags {
	or := func(s string) string {
		if s == "" {
			return "?"
		}
		return s
	}
	date := "????.??.??"
	if !t.Started.IsZero() {
		date = t.Started.UTC().Format("2006.01.02")
	}
	event := "Turnpost"
	if t.Number != 0 {
		event += " " + strconv.FormatInt(t.Number, 10)
	}
	return RecordTags{{"Event", event}, {"Site", "?"}, {"Date", date}, {"Round", "-"}, {"White", or(t.White)},
		{"Black", or(t.Black)}, {"Result", PGNResult(g, t.Result)}}
}

var (
	pgnTag   = regexp.MustCompile(`^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)
	pgnMove  = regexp.MustCompile(`^\d+\.+`)
	pgnToken = regexp.MustCompile(`[^\s{}()]+|[{}()]`)
)

// ReadPGN reads the tags and plies of the first record in a text, without comments, variations and
// move numbers. A result behind the plies becomes the tag Result, if there is none. ok is false if there is no tag. Quote marks of messages in front of
// the lines are skipped.
func ReadPGN(text string) (tags RecordTags, plies []string, ok bool) {
	var moves strings.Builder
	read := func() (RecordTags, []string, bool) {
		plies, result := pgnPlies(moves.String())
		if result != "" && tags.Get("Result") == "" {
			tags = append(tags, [2]string{"Result", result})
		}
		return tags, plies, true
	}
	for line := range strings.Lines(text) {
		line = ungutter(strings.TrimSuffix(line, "\n"))
		m := pgnTag.FindStringSubmatch(line)
		switch {
		case m != nil && moves.Len() > 0:
			return read() // the next record
		case m != nil:
			tags = append(tags, [2]string{m[1], strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])})
		case len(tags) == 0 || strings.HasPrefix(line, "%"):
		case line != "":
			line, _, _ = strings.Cut(line, ";")
			moves.WriteString(line + " ")
		}
	}
	if len(tags) == 0 {
		return nil, nil, false
	}
	return read()
}

// pgnPlies are the plies of a text up to its result, which may be missing.
func pgnPlies(text string) (plies []string, result string) {
	comment, depth := false, 0
	for _, token := range pgnToken.FindAllString(text, -1) {
		switch {
		case token == "{":
			comment = true
		case token == "}":
			comment = false
		case comment:
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth > 0, token[0] == '$':
		case isPGNResult(token):
			return plies, token
		default:
			// A star behind a ply of PDN is praise.
			if token = strings.TrimSuffix(pgnMove.ReplaceAllString(token, ""), "*"); token != "" {
				plies = append(plies, token)
			}
		}
	}
	return plies, ""
}

func isPGNResult(token string) bool {
	switch token {
	case "1-0", "0-1", "1/2-1/2", "1/2", "*", "2-0", "0-2", "1-1":
		return true
	}
	return false
}

// ReplayPGN plays the plies of a record that was read from PGN, and returns its transcript. The
// reason of an end outside the rules is not in a PGN: it is resigned or agreed.
func ReplayPGN(r *Record, tags RecordTags, plies []string) (Transcript, *Record, error) {
	result := readPGNResult(r.Game(), tags.Get("Result"))
	t := Transcript{Game: r.Game().Name, Black: known(tags.Get("Black")), White: known(tags.Get("White")),
		Result: result}
	for i, text := range plies {
		m, err := r.Parse(text)
		if refusal, ok := errors.AsType[*MoveError](err); ok && refusal.Kind == Ambiguous {
			// A program means a piece by a capital letter, a person perhaps not.
			for _, near := range refusal.Near {
				if strings.TrimRight(Spell(r.Position(), near, English), "+#") == strings.TrimRight(text, "+#!?") {
					m, err = near, nil
				}
			}
		}
		if err == nil {
			err = r.Play(m)
		}
		if err != nil {
			return t, r, fmt.Errorf("ply %d, %s: %w", i+1, text, err)
		}
		t.Plies = append(t.Plies, TimedMove{Move: m})
	}
	switch o := r.Outcome(); {
	case o.Over():
		t.Result, t.Reason = o.Result, o.Reason
	case result == Draw:
		t.Reason = Agreed
	case result != Undecided:
		t.Reason = Resigned
	}
	return t, r, nil
}

func known(name string) string {
	if name == "?" {
		return ""
	}
	return name
}

// readOther reads a record in the format of one of the games.
func readOther(games []Game, text string) (Transcript, *Record, error) {
	for _, g := range games {
		if g.Format == nil {
			continue
		}
		if t, r, err := g.Format.Read(text); !errors.Is(err, ErrNoTranscript) {
			return t, r, err
		}
	}
	return Transcript{}, nil, ErrNoTranscript
}
