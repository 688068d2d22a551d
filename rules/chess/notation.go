package chess

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"turnpost/rules"
)

// The letters of pieces, as a language writes them in moves.
var letterWords = [...]rules.Word{pawn: "", knight: rules.Word("N"), bishop: rules.Word("B"), rook: rules.Word("R"),
	queen: rules.Word("Q"), king: rules.Word("K")}

// The names of pieces.
var nameWords = [...]rules.Word{pawn: rules.Word("pawn"), knight: rules.Word("knight"), bishop: rules.Word("bishop"),
	rook: rules.Word("rook"), queen: rules.Word("queen"), king: rules.Word("king")}

// vocabulary is how pieces are called in typed moves.
type vocabulary struct {
	letters map[string][]kind // in lower case, in any language: "r" is a rook in English and a king in French
	names   map[string]string // a letter that means only this piece, for a name or a figure
	of      map[string]map[string]kind
}

var vocabularies = sync.OnceValue(func() vocabulary {
	v := vocabulary{map[string][]kind{"p": {pawn}}, map[string]string{}, map[string]map[string]kind{}}
	g := rules.Game{Words: words()}
	for _, lang := range rules.Languages() {
		v.of[lang] = map[string]kind{}
		for k := knight; k <= king; k++ {
			said, _ := g.Translated(lang, string(letterWords[k]))
			said = strings.ToLower(said)
			v.of[lang][said] = k
			if !slices.Contains(v.letters[said], k) {
				v.letters[said] = append(v.letters[said], k)
			}
		}
	}
	for k, figures := range []string{pawn: "♙♟", knight: "♘♞", bishop: "♗♝", rook: "♖♜", queen: "♕♛", king: "♔♚"} {
		letter := v.only(kind(k))
		for _, figure := range figures {
			v.names[string(figure)] = letter
		}
		for _, lang := range rules.Languages() {
			said, _ := g.Translated(lang, string(nameWords[k]))
			v.names[strings.ToLower(said)] = letter
		}
	}
	return v
})

// only is a letter that means this kind in any language that has it.
func (v vocabulary) only(k kind) string {
	var found []string
	for letter, kinds := range v.letters {
		if len(kinds) == 1 && kinds[0] == k {
			found = append(found, letter)
		}
	}
	slices.Sort(found)
	return found[len(found)-1]
}

// typed is a move as a person types it.
type typed struct {
	letter    string // of the piece; "" for none
	capital   bool   // the first letter is a capital
	from, to  string // cells, which need not exist, or the part of from that is named
	takes     bool
	promoted  string // the letter of a piece
	castling  bool   // to is then the column of the king
	longForm  bool   // from is a whole cell
	ambiguous bool   // letter is the column of a pawn as well: "bxc3", "Dxe5"
	byRow     bool   // from is the letter and the row of a piece as well: "B8f7", "C3e4"
	said      bool   // it is in words; to may be empty then
	victim    string // the letter of what it takes, if it is in words
	becomes   bool   // it is in words, and says that a pawn is promoted
}

var (
	castlingForm = regexp.MustCompile(`^[0o]-[0o](-[0o])?[+#]*$`)
	cellsForm    = regexp.MustCompile(
		`^([a-z])?([a-z]\d{1,2}) ?([-x:]?) ?([a-z]\d{1,2})(?: ?[-/(]? ?([a-z])\)?)?[+#]*$`)
	shortForm = regexp.MustCompile(
		`^([a-z])?([a-h])?([1-8])?(?: ?([x:]) ?)?([a-h][1-8])(?: ?[-/(]? ?([a-z])\)?)?[+#]*$`)
	pawnForm   = regexp.MustCompile(`^([a-h])(?: ?([x:]) ?)?([a-h][1-8])(?: ?[-/(]? ?([a-z])\)?)?(?: ?e\.?p)?[+#]*$`)
	moveNumber = regexp.MustCompile(`^[\s\d.)…]*`)
)

// anyCastling is the word for castling to whichever side, in the words of the game.
const anyCastling = "castle"

// readTyped reads the forms of a move, without a position: castling, two squares, and the short
// form with the letter of a piece in any language. ok is false for any other text.
func readTyped(text string) (t typed, ok bool) {
	v := vocabularies()
	clean := rules.Clean(text)
	if said, ok := rules.Typed(words(), clean); ok {
		clean = string(said)
	}
	if clean == anyCastling {
		return typed{castling: true}, true
	}
	clean = withoutCheck(clean)
	said := clean
	word, rest, spaced := strings.Cut(clean, " ")
	if letter, isName := v.names[word]; isName && spaced {
		clean = letter + strings.TrimPrefix(rest, "-")
	} else if r := []rune(clean); len(r) > 1 {
		if letter, isFigure := v.names[string(r[:1])]; isFigure && r[0] > unicode.MaxLatin1 {
			clean = letter + string(r[1:])
		}
	}
	if first := strings.TrimLeft(text[len(moveNumber.FindString(text)):], "\"'("); first != "" {
		t.capital = unicode.IsUpper([]rune(first)[0])
	}
	if m := castlingForm.FindStringSubmatch(clean); m != nil {
		t.castling, t.to = true, "g"
		if m[1] != "" {
			t.to = "c"
		}
		return t, true
	}
	short := shortForm.FindStringSubmatch(clean)
	byRow := short != nil && short[1] != "" && short[2] == "" && short[3] != "" && t.isPiece(short[1])
	if m := cellsForm.FindStringSubmatch(clean); m != nil && t.isPiece(m[1]) && t.promotes(m[5], m[4]) &&
		(!byRow || short[1] <= "h") {
		t.letter, t.from, t.takes, t.to, t.promoted = m[1], m[2], m[3] == "x" || m[3] == ":", m[4], m[5]
		t.longForm, t.byRow = true, byRow
		return t, true
	}
	if m := short; m != nil && t.isPiece(m[1]) && t.promotes(m[6], m[5]) &&
		(m[1] != "" || m[2]+m[3]+m[4] == "") {
		t.letter, t.from, t.takes, t.to, t.promoted = m[1], m[2]+m[3], m[4] != "", m[5], m[6]
		t.ambiguous = t.letter != "" && t.from == "" && besides(t.letter, t.to)
		return t, true
	}
	if m := pawnForm.FindStringSubmatch(clean); m != nil && besides(m[1], m[3]) && t.promotes(m[4], m[3]) {
		t.from, t.takes, t.to, t.promoted = m[1], m[2] != "", m[3], m[4]
		return t, true
	}
	inWords, ok := readSaid(said)
	inWords.capital = t.capital
	return inWords, ok
}

// besides reports whether a pawn can take from a column on a cell.
func besides(column, to string) bool { return abs(int(column[0])-int(to[0])) == 1 }

// isPiece reports whether a letter is that of a piece in any language, or no letter.
func (t typed) isPiece(letter string) bool {
	return letter == "" || vocabularies().letters[letter] != nil
}

// promotes reports whether a letter is that of a piece to which a pawn can be promoted on a cell,
// or no letter.
func (t typed) promotes(letter, to string) bool {
	if letter == "" {
		return true
	}
	_, ok := promotion(letter)
	return ok && (to[1:] == "1" || to[1:] == "8")
}

// promotion is the kind of a letter, which is no king.
func promotion(letter string) (kind, bool) {
	for _, k := range vocabularies().letters[letter] {
		if k != king && k != pawn {
			return k, true
		}
	}
	return noKind, false
}

// hasForm reports whether a text has the form of a move.
func hasForm(text string) bool {
	_, ok := readTyped(text)
	return ok
}

// readIn puts the letter of a piece that means different pieces in different languages into one
// that means the same everywhere. "C3e4" is no move of a knight where knights have another letter.
func readIn(lang, text string) string {
	t, ok := readTyped(text)
	v := vocabularies()
	if of, known := v.of[lang]; ok && t.byRow && known {
		if _, piece := of[t.from[:1]]; !piece {
			return t.from + "-" + t.to + t.promoted
		}
	}
	if !ok || len(v.letters[t.letter]) < 2 {
		return text
	}
	k, ok := v.of[lang][t.letter]
	if !ok {
		return text
	}
	at := len(moveNumber.FindString(text))
	i := strings.IndexAny(text[at:], t.letter+strings.ToUpper(t.letter))
	if i < 0 {
		return text
	}
	return text[:at+i] + strings.ToUpper(v.only(k)) + text[at+i+1:]
}

// Parse implements rules.Position.
func (p position) Parse(text string) (rules.Move, error) {
	t, ok := readTyped(text)
	switch {
	case !ok:
		return "", rules.ErrUnreadable(text, "e2-e4", "Nf3", "O-O")
	case p.ending != none:
		return "", rules.ErrOver(text)
	}
	found, byColumn := p.matching(t)
	switch {
	case t.byRow && len(found) == 0:
		found = byColumn
	case !t.capital && len(byColumn) > 0:
		found = byColumn // "bxc3" is the pawn's, but "Bxc3" may be the capital of a telephone
	case len(byColumn) > 0, len(found) > 0 && (t.ambiguous && !t.capital || t.byRow && (!t.capital || p.owns(t.from))):
		return "", p.ask(text, append(found, byColumn...))
	}
	switch {
	case len(found) == 0:
		return "", p.refuse(text, t)
	case t.takes && !t.longForm && !t.said && !p.takesAny(found):
		err := rules.Illegalf(text, codeNothing, "there is nothing to take on %s", t.to)
		err.Near = texts(found)
		return "", err
	case len(found) == 1:
		return found[0].text(), nil
	}
	return "", p.ask(text, found)
}

// owns reports whether the side to move has a piece on a cell.
func (p position) owns(cell string) bool {
	q, ok := readSquare(cell)
	return ok && p.of[p.side].has(q)
}

// matching lists the legal plies that a typed move can mean. Those for which its first letter is a
// column and not a piece are apart where both are possible: "bxc3", "Dxe5", "B8f7".
func (p position) matching(t typed) (found, byColumn []ply) {
	for _, q := range p.plies() {
		k := p.kindAt(q.from())
		switch {
		case t.castling:
			if k == king && abs(q.from().column()-q.to().column()) == 2 &&
				(t.to == "" || q.to().cell().Letter() == t.to) {
				found = append(found, q)
			}
			continue
		case t.said:
			if p.fitsSaid(q, t) {
				found = append(found, q)
			}
			continue
		case q.to().String() != t.to || !p.promotedAs(q, t.promoted):
			continue
		}
		from := q.from().String()
		fits := strings.Contains(from, t.from)
		switch {
		case t.letter != "":
			if fits && slices.Contains(vocabularies().letters[t.letter], k) {
				found = append(found, q)
			}
			if t.ambiguous && k == pawn && from[:1] == t.letter && q.from().column() != q.to().column() {
				byColumn = append(byColumn, q)
			}
		case t.byRow && from == t.from:
			byColumn = append(byColumn, q)
		case t.byRow:
			if from[1:] == t.from[1:] && slices.Contains(vocabularies().letters[t.from[:1]], k) {
				found = append(found, q)
			}
		case t.longForm && from == t.from, !t.longForm && k == pawn && fits &&
			(t.from == "") == (q.from().column() == q.to().column()):
			found = append(found, q)
		}
	}
	return found, byColumn
}

func (p position) promotedAs(q ply, letter string) bool {
	if letter == "" {
		return true
	}
	k, _ := promotion(letter)
	return q.promoted() == k
}

func (p position) takesAny(list []ply) bool {
	return slices.ContainsFunc(list, func(q ply) bool {
		_, ok := p.captured(q)
		return ok
	})
}

func texts(list []ply) []rules.Move {
	var moves []rules.Move
	for _, q := range list {
		moves = append(moves, q.text())
	}
	return moves
}

// The codes of the refusals of chess.
const (
	codePromotion = "promotion" // to which piece
	codeNothing   = "nothing"   // to take
	codeCheck     = "check"     // the king is in check after it
	codeCastling  = "castling"
	codeReach     = "reach" // the piece does not go there
)

// ask asks which of several plies is meant, which may be only those of one promotion.
func (p position) ask(text string, list []ply) error {
	same := func(q ply) bool { return q>>3 == list[0]>>3 }
	if len(list) == 4 && list[0].promoted() != pawn &&
		!slices.ContainsFunc(list, func(q ply) bool { return !same(q) }) {
		slices.Reverse(list) // the queen first
		moves := texts(list)
		err := rules.Illegalf(text, codePromotion, "the pawn becomes another piece there; please write which: %s",
			rules.MovesInWords(moves))
		err.Kind, err.Near = rules.Ambiguous, moves
		return err
	}
	return rules.ErrAmbiguous(text, texts(list)...)
}

// The moves of pieces in refusals.
var ofWords = [...]rules.Word{pawn: rules.Word("of a pawn"), knight: rules.Word("of a knight"),
	bishop: rules.Word("of a bishop"), rook: rules.Word("of a rook"), queen: rules.Word("of a queen"),
	king: rules.Word("of the king")}

// refuse says why no legal ply fits.
func (p position) refuse(text string, t typed) error {
	if t.castling {
		return p.refuseCastling(text, t)
	}
	to, okTo := readSquare(t.to)
	if t.said && t.to == "" {
		return rules.Illegalf(text, codeReach, "there is no such move now")
	}
	if !okTo {
		return rules.ErrNoCell(text, t.to)
	}
	near := p.near(func(q ply) bool { return q.to() == to })
	if t.longForm {
		from, ok := readSquare(t.from)
		if !ok {
			return rules.ErrNoCell(text, t.from)
		}
		err := p.refuseSquares(text, from, to)
		if err.Near = p.near(func(q ply) bool { return q.from() == from }); len(err.Near) == 0 {
			err.Near = near
		}
		return err
	}
	k := pawn
	if t.letter != "" {
		k = vocabularies().letters[t.letter][0]
	}
	err := rules.Illegalf(text, codeReach, "there is no move %s to %s", ofWords[k], to)
	if p.leavesCheck(func(q ply) bool { return q.to() == to && p.kindAt(q.from()) == k }) {
		err = p.refuseCheck(text)
	}
	err.Near = near
	return err
}

// refuseSquares says why no legal ply leads from one square to another.
func (p position) refuseSquares(text string, from, to square) *rules.MoveError {
	switch {
	case !p.men().has(from):
		return rules.ErrEmpty(text, from.String())
	case !p.of[p.side].has(from):
		return rules.ErrNotYours(text, from.String())
	case p.leavesCheck(func(q ply) bool { return q.from() == from && q.to() == to }):
		return p.refuseCheck(text)
	case p.kindAt(from) == king && abs(from.column()-to.column()) == 2 && from.row() == to.row():
		return rules.Illegalf(text, codeCastling, "you cannot castle to that side now")
	}
	return rules.Illegalf(text, codeReach, "the piece on %s cannot go to %s", from, to)
}

// leavesCheck reports whether there is such a ply that only its own king's safety forbids.
func (p position) leavesCheck(wanted func(ply) bool) bool {
	var all plies
	p.pseudo(&all, false)
	return slices.ContainsFunc(all.all(), wanted)
}

func (p position) refuseCheck(text string) *rules.MoveError {
	if p.inCheck(p.side) {
		return rules.Illegalf(text, codeCheck, "your king is in check, and would still be after that move")
	}
	return rules.Illegalf(text, codeCheck, "your king would be in check after that move")
}

func (p position) refuseCastling(text string, t typed) error {
	err := rules.Illegalf(text, codeCastling, "you cannot castle to that side now")
	err.Near = p.near(func(q ply) bool { return p.kindAt(q.from()) == king })
	return err
}

// near lists a few of the wanted legal plies.
func (p position) near(wanted func(ply) bool) []rules.Move {
	var near []rules.Move
	for _, q := range p.plies() {
		if wanted(q) {
			near = append(near, q.text())
		}
	}
	return rules.FewMoves(near)
}

// Spell implements rules.Speller: the short algebraic notation with the letters of a language.
func (p position) Spell(m rules.Move, say rules.SayFunc) string {
	all := p.plies()
	i := slices.IndexFunc(all, func(q ply) bool { return q.text() == m })
	if i < 0 {
		return string(m)
	}
	q := all[i]
	k := p.kindAt(q.from())
	_, takes := p.captured(q)
	var s string
	switch {
	case k == king && q.to().column() == q.from().column()+2:
		s = "O-O"
	case k == king && q.to().column() == q.from().column()-2:
		s = "O-O-O"
	case k == pawn && takes:
		s = q.from().cell().Letter()
	case k != pawn:
		s = say("%s", letterWords[k]) + p.distinction(q, k, all)
	}
	if !strings.HasPrefix(s, "O-O") {
		if takes {
			s += "x"
		}
		s += q.to().String()
	}
	if promoted := q.promoted(); promoted != pawn {
		s += "=" + say("%s", letterWords[promoted])
	}
	switch after := p.after(q); {
	case after.ending == checkmate:
		s += "#"
	case after.inCheck(after.side):
		s += "+"
	}
	return s
}

// distinction is as much of the square that a piece leaves as tells it from the others of its kind
// that can go to the same square.
func (p position) distinction(q ply, k kind, all []ply) string {
	others, column, row := false, false, false
	for _, r := range all {
		if r.to() == q.to() && r.from() != q.from() && p.kindAt(r.from()) == k {
			others = true
			column = column || r.from().column() == q.from().column()
			row = row || r.from().row() == q.from().row()
		}
	}
	c := q.from().cell()
	switch {
	case !others:
		return ""
	case !column:
		return c.Letter()
	case !row:
		return c.Number()
	}
	return c.String()
}

// Groups implements rules.MoveGrouper: a group for each piece, the king's first.
func (p position) Groups() []rules.MoveGroup {
	all := p.plies()
	slices.SortStableFunc(all, func(q, r ply) int {
		if k, l := p.kindAt(q.from()), p.kindAt(r.from()); k != l {
			return int(l) - int(k)
		}
		return int(q.from()) - int(r.from())
	})
	title := func(q ply) rules.Phrase {
		return rules.Phrasef("%s %s", nameWords[p.kindAt(q.from())], q.from())
	}
	return rules.GroupBy(all, title, ply.text)
}
