package weiqi

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/rules/board"
)

// The Smart Game Format, FF[4]: https://www.red-bean.com/sgf/

// writeSGF writes a record.
func writeSGF(t rules.Transcript, r *rules.Record) string {
	s := r.Position().(position)
	var b strings.Builder
	tag := func(name string, values ...string) {
		if len(values) > 0 && values[0] != "" {
			b.WriteString(name + "[" + strings.Join(values, "][") + "]")
		}
	}
	number, date := "", ""
	if t.Number != 0 {
		number = "Turnpost " + strconv.FormatInt(t.Number, 10)
	}
	if !t.Started.IsZero() {
		date = t.Started.UTC().Format("2006-01-02")
	}
	b.WriteString("(;GM[1]FF[4]CA[UTF-8]AP[Turnpost]\n")
	tag("SZ", strconv.Itoa(s.size))
	tag("KM", half(s.komi2))
	tag("RU", "Tromp-Taylor")
	if n := s.handicap(); n > 0 {
		tag("HA", strconv.Itoa(n))
	}
	tag("AB", s.sgfPoints(s.laid[rules.Black])...)
	tag("AW", s.sgfPoints(s.laid[rules.White])...)
	if s.first == rules.White {
		tag("PL", "W")
	}
	b.WriteByte('\n')
	tag("GN", number)
	tag("PB", sgfText(t.Black))
	tag("PW", sgfText(t.White))
	tag("DT", date)
	tag("RE", s.sgfResult(rules.Outcome{Result: t.Result, Reason: t.Reason}))
	for n, ply := range s.plies() {
		if n%10 == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(";" + sgfColour(r.At(n).Turn()) + "[" + s.sgfPoint(ply) + "]")
	}
	return b.String() + ")\n"
}

// sgfText is a text as the value of a property, in one line.
func sgfText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "]", `\]`, "\n", " ").Replace(text)
}

func sgfColour(side rules.Side) string { return strings.ToUpper(side.Letter()) }

// sgfPoint is a point, the column first and both from the upper left corner, or nothing for a pass.
func (l *layout) sgfPoint(ply int) string {
	if ply == l.pass() {
		return ""
	}
	x, y := l.grid.Seen(l.cell(ply), rules.Black)
	return string([]byte{byte('a' + x), byte('a' + y)})
}

func (l *layout) sgfPoints(at []int) (points []string) {
	for _, i := range at {
		points = append(points, l.sgfPoint(i))
	}
	return points
}

// readSGFPoint is the inverse of sgfPoint; "tt" is a pass, too.
func (l *layout) readSGFPoint(text string) (ply int, ok bool) {
	if text == "" || text == "tt" {
		return l.pass(), true
	}
	if len(text) != 2 || text[0] < 'a' || text[1] < 'a' {
		return 0, false
	}
	x, y := int(text[0]-'a'), int(text[1]-'a')
	return l.index(l.grid.At(x, y, rules.Black)), x < l.size && y < l.size
}

// The letters behind the winner in a result.
const (
	sgfResigned = "R"
	sgfOnTime   = "T"
	sgfForfeit  = "F"
)

// sgfResult is an outcome: "B+3.5", "W+R"; nothing while the game goes on.
func (s *state) sgfResult(o rules.Outcome) string {
	switch {
	case o.Result == rules.Draw:
		return "0"
	case !o.Over() && o.Reason != "":
		return "Void"
	case !o.Over():
		return ""
	}
	winner := sgfColour(o.Winner()) + "+"
	switch o.Reason {
	case rules.Resigned:
		return winner + sgfResigned
	case rules.OnTime:
		return winner + sgfOnTime
	case rules.Adjudicated:
		return winner + sgfForfeit
	}
	black, white := s.area()
	return winner + half(max(2*(black-white)-s.komi2, 2*(white-black)+s.komi2))
}

// readSGFResult is how a game ended that is not over by its plies.
func readSGFResult(text string) rules.Outcome {
	winner, how, won := strings.Cut(strings.ToUpper(text), "+")
	switch {
	case text == "0", strings.EqualFold(text, "draw"):
		return rules.Outcome{Result: rules.Draw, Reason: rules.Agreed}
	case strings.EqualFold(text, "void"):
		return rules.Outcome{Reason: rules.Aborted}
	case !won, winner != "B" && winner != "W":
		return rules.Outcome{}
	}
	o := rules.Outcome{Result: rules.BlackWins, Reason: rules.Adjudicated}
	if winner == "W" {
		o.Result = rules.WhiteWins
	}
	switch {
	case strings.HasPrefix(how, sgfResigned):
		o.Reason = rules.Resigned
	case strings.HasPrefix(how, sgfOnTime):
		o.Reason = rules.OnTime
	}
	return o
}

// sgfNode is the properties of a node.
type sgfNode map[string][]string

// get is the first value of a property, or "".
func (n sgfNode) get(name string) string {
	if len(n[name]) == 0 {
		return ""
	}
	return strings.Join(strings.Fields(n[name][0]), " ")
}

var sgfBegin = regexp.MustCompile(`\(\s*;`)

// parseSGF reads the main line of the first game in a text: the first variation of each node.
func parseSGF(text string) (line []sgfNode) {
	at := sgfBegin.FindStringIndex(text)
	if at == nil {
		return nil
	}
	text = text[at[0]+1:]
	name := ""
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ')':
			return line
		case c == ';':
			line, name = append(line, sgfNode{}), ""
		case c == '[' && len(line) > 0:
			var value strings.Builder
			for i++; i < len(text) && text[i] != ']'; i++ {
				if text[i] == '\\' && i+1 < len(text) {
					if i++; text[i] == '\n' { // a soft line break
						continue
					}
				}
				value.WriteByte(text[i])
			}
			node := line[len(line)-1]
			node[name] = append(node[name], value.String())
		case 'A' <= c && c <= 'Z':
			if i == 0 || strings.IndexByte("]; \n\r\t(>|", text[i-1]) >= 0 {
				name = "" // small letters within a name do not count (FF[3])
			}
			name += string(c)
		}
	}
	return line
}

// errSetup says that a record changes the board other than by a move.
var errSetup = errors.New("stones are set up or removed in the middle of the game; that cannot be replayed")

// readSGF reads the first record of a text on the board.
func (l *layout) readSGF(g rules.Game, text string) (t rules.Transcript, r *rules.Record, err error) {
	line := parseSGF(text)
	if line == nil || line[0].get("GM") != "" && line[0].get("GM") != "1" {
		return t, nil, rules.ErrNoTranscript
	}
	root := line[0]
	switch size := cmp.Or(root.get("SZ"), "19"); {
	case size == strconv.Itoa(l.size):
	case size != "9" && size != "13":
		return t, nil, fmt.Errorf("this is a game of Go on %s lines; there are boards of 9 and of 13", size)
	default:
		return t, nil, rules.ErrNoTranscript
	}
	begin, line, err := l.readSGFSetup(line)
	if err != nil {
		return t, nil, err
	}
	g = begin.agreed(g)
	t = rules.Transcript{Game: g.Name, Terms: g.Agreed, Black: root.get("PB"), White: root.get("PW")}
	r = rules.NewRecordFrom(g, begin.start())
	for _, node := range line {
		if node["AB"] != nil || node["AW"] != nil || node["AE"] != nil {
			return t, r, fmt.Errorf("after ply %d: %w", r.Len(), errSetup)
		}
		for _, side := range []rules.Side{rules.Black, rules.White} {
			value, is := node[sgfColour(side)]
			if !is {
				continue
			}
			ply, ok := l.readSGFPoint(strings.TrimSpace(value[0]))
			switch {
			case !ok:
				return t, r, fmt.Errorf("ply %d, %s[%s]: there is no such point", r.Len()+1, sgfColour(side), value[0])
			case r.Outcome().Over() && ply == l.pass():
				continue // some programs pass three times
			case !r.Outcome().Over() && r.Turn() != side:
				return t, r,
					fmt.Errorf("ply %d, %s[%s]: it is not %s's turn", r.Len()+1, sgfColour(side), value[0], side)
			}
			if err := r.Play(l.texts[ply]); err != nil {
				return t, r, fmt.Errorf("ply %d, %s: %w", r.Len()+1, l.texts[ply], err)
			}
			t.Plies = append(t.Plies, rules.TimedMove{Move: l.texts[ply]})
		}
	}
	o := r.Outcome()
	if !o.Over() {
		o = readSGFResult(root.get("RE"))
	}
	t.Result, t.Reason = o.Result, o.Reason
	return t, r, nil
}

// readSGFSetup reads what is on the board before the first move. It returns the line from there.
func (l *layout) readSGFSetup(line []sgfNode) (*setup, []sgfNode, error) {
	b, root := l.usual(), line[0]
	on := map[int]rules.Side{}
	n := 0
	for ; n < len(line) && line[n]["B"] == nil && line[n]["W"] == nil; n++ {
		for _, property := range []struct {
			name string
			side rules.Side
		}{{"AE", rules.None}, {"AB", rules.Black}, {"AW", rules.White}} {
			for _, value := range line[n][property.name] {
				points, ok := l.readSGFPoints(value)
				if !ok {
					return nil, nil, fmt.Errorf("%s[%s]: there is no such point", property.name, value)
				}
				for _, at := range points {
					on[at] = property.side
				}
			}
		}
		switch player := strings.ToUpper(line[n].get("PL")); {
		case strings.HasPrefix(player, "W"):
			b.first = rules.White
		case strings.HasPrefix(player, "B"):
			b.first = rules.Black
		}
	}
	for at, side := range on {
		if side != rules.None {
			b.put(side, at)
		}
	}
	if handicap, err := strconv.Atoi(root.get("HA")); err == nil && handicap >= 2 {
		if len(on) == 0 && handicap <= mostHandicap {
			for _, at := range l.star(handicap) {
				b.put(rules.Black, at)
			}
		}
		if root["PL"] == nil {
			b.first = rules.White
		}
		b.komi2 = handicapKomi2
	}
	if n < len(line) && root["PL"] == nil && len(on) > 0 && line[n]["B"] == nil {
		b.first = rules.White // stones without HA and PL: the first move says it
	}
	if komi := root.get("KM"); komi != "" {
		var ok bool
		if b.komi2, ok = readHalf(komi); !ok {
			return nil, nil, fmt.Errorf("KM[%s] is no komi: it is a number of half points", komi)
		}
	}
	return b, line[n:], b.check()
}

// readSGFPoints reads a point, or all points between two corners: "aa:cc".
func (l *layout) readSGFPoints(value string) (points []int, ok bool) {
	from, to, many := strings.Cut(strings.TrimSpace(value), ":")
	first, ok := l.readSGFPoint(from)
	if !many {
		return []int{first}, ok && first != l.pass()
	}
	last, is := l.readSGFPoint(to)
	if !ok || !is || first == l.pass() || last == l.pass() {
		return nil, false
	}
	a, b := l.cell(first), l.cell(last)
	for column := a.Column; column <= b.Column; column++ {
		for row := b.Row; row <= a.Row; row++ { // SGF counts rows from above
			points = append(points, l.index(board.Cell{Column: column, Row: row}))
		}
	}
	return points, true
}
