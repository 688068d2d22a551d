package chess

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func at(t *testing.T, text string) position {
	p, err := read(text)
	require.NoError(t, err, text)
	return p
}

const (
	// Both rooks can go to d1, and so can the king.
	rooks = "4k3/P7/8/8/8/8/2K5/R6R w - - 0 1"
	// On c3 the pawn, the bishop and the knight can take.
	takes = "4k3/8/8/8/8/2n5/1P1B4/R3K2R w KQ - 0 1"
	// The queen and the pawn can take on e5.
	queens  = "4k3/8/8/4p3/3P4/8/7Q/4K3 w - - 0 1"
	passing = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"
	mating  = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
	knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
	castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	early   = "4k3/1p6/B7/8/8/8/8/4K3 w - - 0 1"
	// Of the knights, the rooks, and the queens on column b one is on row 1 and one on row 3.
	twins = "k7/8/8/8/8/1Q2N1R1/8/KQ2N1R1 w - - 0 1"
	// A queen and the pawn can go from row 2 to d4, the other queen to e3.
	crossed = "k7/8/8/8/8/8/PQ1PQ3/7K w - - 0 1"
)

func TestParseAcceptsWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, lang, typed, want string }{
		{startText, "", "e4 | e2e4 | e2-e4 | E2 E4 | e2 - e4 | 1. e4 | 1.e4! | E4 | Pe4 | e2–e4 | pawn e4 | Bauer e4 | pedone e4 | ♙e4", "e2-e4"},
		{startText, "", "Nf3 | nf3 | Sf3 | Cf3 | Ngf3 | Ng1f3 | Ng1-f3 | knight f3 | Springer f3 | cavalier f3 | cavallo f3 | ♘f3 | 1. Nf3 | Nf3!? | g1f3", "g1-f3"},
		{takes, "", "castle short | petit roque | kurze Rochade | Arrocco corto! | castle | Rochade | je roque", "e1-g1"},
		{castles, "", "castle long | grand roque | lange Rochade | große Rochade | arrocco lungo", "e1-c1"},
		{takes, "", "O-O | 0-0 | o-o | 0-0! | 1. 0-0 | e1g1 | e1-g1 | Ke1g1 | Kg1", "e1-g1"},
		{castles, "", "O-O-O | 0-0-0 | o-o-o | e1-c1", "e1-c1"},
		{takes, "", "bxc3 | b2c3 | b2xc3 | bc3 | b:c3 | b x c3 | 12. bxc3", "b2-c3"},
		{takes, "", "Bdxc3 | Lxc3 | Axc3 | Fxc3 | Bd2xc3 | d2xc3 | Läufer c3 | L:c3 | L x c3", "d2-c3"},
		{passing, "", "exf6 | exf6 e.p. | exf6 ep | e5f6 | ef6 | e5xf6", "e5-f6"},
		{rooks, "", "a8=Q | a8Q | a8D | a8=D | a7a8q | a7-a8=D | a8(D) | a8/Q | a8=Q+ | a7a8=D+ | 40. a8=Q+!", "a7-a8=Q"},
		{rooks, "", "a8=N | a8S | a8=C | a7a8n", "a7-a8=N"},
		{rooks, "", "a8=R | a8=T | a8T+ | a7a8r", "a7-a8=R"},
		{rooks, "", "Rad1 | Tad1 | Ra1d1 | a1d1", "a1-d1"},
		{rooks, "", "Kd1 | c2d1 | Kc2-d1 | king d1 | Re d1", "c2-d1"},
		{rooks, "fr", "Rd1 | rd1 | Roi d1 | 3. Rd1 | Kd1", "c2-d1"},
		{rooks, "it", "Rd1 | Rd1! | Re d1", "c2-d1"},
		{rooks, "en", "Rhd1", "h1-d1"},
		{rooks, "fr", "a8=T | Thd1 | Tad1", ""},
		{mating, "", "Qxf7# | Dxf7# | Dxf7+ | Qf7 | Qxf7++ | h5f7 | Dxf7#! | Dame f7", "h5-f7"},
		{knights, "", "Nbd2 | Sbd2 | Cbd2 | nbd2", "b1-d2"},
		{twins, "", "N1c2 | n1c2 | S1c2 | N1c2!?", ""},
		{twins, "fr", "C1c2 | Ce1c2 | C1c2!", "e1-c2"},
		{twins, "it", "C3c2 | 12. C3c2 | Ce3c2", "e3-c2"},
		{twins, "en", "R1g2 | r1g2 | Tg1g2", "g1-g2"},
		{twins, "de", "T3g2 | t3g2 | R3g2", "g3-g2"},
		{twins, "de", "D3b2 | Db3b2", "b3-b2"},
		{twins, "fr", "T3g2 | t3g2", "g3-g2"},
		{crossed, "", "d2d4 | D2-d4", "d2-d4"},
		{crossed, "en", "D2d4 | D2d4!", "d2-d4"},
	} {
		r := rules.NewRecordFrom(Game(), at(t, c.from)).In(c.lang)
		for text := range strings.SplitSeq(c.typed, " | ") {
			m, err := r.Parse(text)
			require.NoError(t, err, "%s in %s", text, c.lang)
			if c.want != "" {
				require.Equal(t, c.want, string(m), "%s in %s", text, c.lang)
			}
		}
	}
}

func TestProseIsNotAMove(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "So", "La", "Do", "be", "ed", "exd", "Re", "De", "Si", "a", "Na ja", "Kf", "thanks", "e4 and e5 then", "b4 i go", "see you at 8", "N", "O",
		"1-0", "0-1", "1/2", "11-15", "x", "e", "4", "Nf3 Nc6", "check", "Schach!", "mate", "castle of cards", "castle?!x", "a la", "A1-Steak please", "G8 summit", "c'est le d4",
		"draw", "Kbh3x", "to e4 I go", "e 4", "e9", "i4", "=Q", "ok", "B12", "F16", "B52", "a d4", "A d4", "be 4", "e d4", "a-d4", "da d3", "N f3",
	} {
		_, err := start.Parse(text)
		require.Equal(t, rules.Unreadable, rules.KindOf(err), text)
	}
}

func TestWhatIsAsked(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, lang, typed, near, sentence string }{
		{rooks, "en", "a8", "a7-a8=Q a7-a8=R a7-a8=B a7-a8=N", "the pawn becomes another piece there; please write which: a7-a8=Q, a7-a8=R, a7-a8=B or a7-a8=N"},
		{rooks, "en", "a7a8", "a7-a8=Q a7-a8=R a7-a8=B a7-a8=N", ""},
		{rooks, "en", "Rd1", "a1-d1 h1-d1", `"Rd1" can mean a1-d1 or h1-d1; please write one of them`},
		{rooks, "de", "Td1", "a1-d1 h1-d1", ""},
		{rooks, "", "Rd1", "a1-d1 h1-d1 c2-d1", ""},
		{takes, "", "Bxc3", "d2-c3 b2-c3", ""},
		{takes, "", "Bc3", "d2-c3 b2-c3", ""},
		{queens, "", "Dxe5", "h2-e5 d4-e5", ""},
		{early, "", "bxb7", "", ""},
		{crossed, "de", "D2d4", "b2-d4 d2-d4", ""},
		{crossed, "fr", "D2e3", "e2-e3", ""},
		{crossed, "it", "d2e3", "e2-e3", ""},
		{twins, "fr", "c1c2", "e1-c2", ""},
	} {
		r := rules.NewRecordFrom(Game(), at(t, c.from)).In(c.lang)
		m, err := r.Parse(c.typed)
		if c.near == "" {
			require.NoError(t, err, c.typed)
			require.NotEmpty(t, m)
			continue
		}
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, "%s: %s", c.typed, m)
		require.Equal(t, rules.Ambiguous, refusal.Kind)
		require.Equal(t, c.typed, refusal.Text)
		require.Equal(t, c.near, strings.Trim(fmt.Sprint(refusal.Near), "[]"), c.typed)
		if c.sentence != "" {
			require.Equal(t, c.sentence, refusal.Error())
		}
	}
	_, err := at(t, "4k3/8/8/4p3/8/8/7Q/4K3 w - - 0 1").Parse("dxe5")
	require.Equal(t, rules.Ambiguous, rules.KindOf(err), "the pawn cannot, and nothing else is played for it")
}

func TestARefusalNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	pinned := at(t, "4k3/8/8/8/4r3/8/4N3/R3K2R w KQ - 0 1")
	check := at(t, "4k3/8/8/8/4r3/8/7N/R3K2R w KQ - 0 1")
	over := at(t, mating).after(move(squareAt(7, 4), squareAt(5, 6), pawn))
	for _, c := range []struct {
		p              position
		text, sentence string
	}{
		{start, "e4-e5", "there is nothing on e4 to move"},
		{start, "e7-e5", "the piece on e7 is not yours"},
		{start, "e2-e5", "the piece on e2 cannot go to e5"},
		{start, "e5", "there is no move of a pawn to e5"},
		{start, "Nd4", "there is no move of a knight to d4"},
		{start, "Nxf3", "there is nothing to take on f3"},
		{start, "O-O", "you cannot castle to that side now"},
		{start, "e1-g1", "you cannot castle to that side now"},
		{start, "e2-e9", "there is no cell e9 on this board"},
		{pinned, "Nc3", "your king would be in check after that move"},
		{pinned, "e2-c3", "your king would be in check after that move"},
		{at(t, crossed), "d2-e3", "the piece on d2 cannot go to e3"},
		{at(t, twins), "B8xc2", "there is nothing on b8 to move"},
		{check, "Nf3+", "your king is in check, and would still be after that move"},
		{check, "O-O", "you cannot castle to that side now"},
		{over, "e4", "the game is over"},
	} {
		_, err := c.p.Parse(c.text)
		refusal, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok, c.text)
		require.Equal(t, rules.Illegal, refusal.Kind, c.text)
		require.Equal(t, c.sentence, refusal.Error(), c.text)
		for _, m := range refusal.Near {
			require.Contains(t, c.p.Legal(), m)
		}
	}
}

// TestSpelling: what a language writes is read back as the same ply in that language.
func TestSpelling(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, ply, en, de, fr, it string }{
		{startText, "g1-f3", "Nf3", "Sf3", "Cf3", "Cf3"},
		{startText, "e2-e4", "e4", "e4", "e4", "e4"},
		{rooks, "a1-d1", "Rad1", "Tad1", "Tad1", "Tad1"},
		{rooks, "c2-d1", "Kd1", "Kd1", "Rd1", "Rd1"},
		{rooks, "a7-a8=Q", "a8=Q+", "a8=D+", "a8=D+", "a8=D+"},
		{mating, "h5-f7", "Qxf7#", "Dxf7#", "Dxf7#", "Dxf7#"},
		{takes, "d2-c3", "Bxc3", "Lxc3", "Fxc3", "Axc3"},
		{castles, "e1-c1", "O-O-O", "O-O-O", "O-O-O", "O-O-O"},
		{passing, "e5-f6", "exf6", "exf6", "exf6", "exf6"},
		{knights, "f3-d2", "Nfd2", "Sfd2", "Cfd2", "Cfd2"},
		{"4k3/8/8/3N4/8/8/8/3NK3 w - - 0 1", "d5-c3", "N5c3", "S5c3", "C5c3", "C5c3"},
		{"6k1/8/8/Q7/8/7K/8/Q3Q3 w - - 0 1", "a1-c3", "Qa1c3", "Da1c3", "Da1c3", "Da1c3"},
	} {
		p := at(t, c.from)
		for lang, want := range map[string]string{"en": c.en, "de": c.de, "fr": c.fr, "it": c.it} {
			require.Equal(t, want, p.Spell(rules.Move(c.ply), Game().In(lang).Say), "%s in %s", c.ply, lang)
		}
	}
	p := start
	for range 40 {
		for _, m := range p.Legal() {
			for _, lang := range rules.Languages() {
				spelt := p.Spell(m, Game().In(lang).Say)
				got, err := rules.NewRecordFrom(Game(), p).In(lang).Parse(spelt)
				if _, column := errors.AsType[*rules.MoveError](err); column && strings.ContainsAny(spelt[:1], "ABCDF") {
					continue // it may be the capital of a telephone
				}
				require.NoError(t, err, "%s for %s in %s", spelt, m, p)
				require.Equal(t, m, got, "%s in %s", spelt, p)
			}
		}
		legal := p.plies()
		p = p.after(legal[len(legal)*2/3])
		if p.ending != none {
			p = start
		}
	}
}

func TestPGN(t *testing.T) {
	t.Parallel()
	text := `
[Event "Wch \"1\" 1972"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 {best by test} e5 2. Nf3 (2. f4 exf4 3. Nf3) Nc6 $1 3.Bb5 a6 ; Ruy Lopez
4. O-O?! Nf6 5. d3 1-0

[Event "next"]
1. d4 *
`
	games := []rules.Game{Game()}
	transcript, r, err := rules.ReadTranscript(games, text)
	require.NoError(t, err)
	require.Equal(t, "[e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6 e1-g1 g8-f6 d2-d3]", fmt.Sprint(r.Plies()))
	require.Equal(t, rules.WhiteWins, transcript.Result)
	require.Equal(t, "Ada", transcript.White)
	written := Game().Format.Write(transcript, r)
	require.Equal(t, `[Event "Turnpost"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. d3 1-0
`, written)
	again, _, err := rules.ReadTranscript(games, written)
	require.NoError(t, err)
	require.Equal(t, transcript, again)

	// From another position, and with a result by the rules.
	mate := rules.NewRecordFrom(Game(), at(t, mating))
	require.NoError(t, mate.Play("h5-f7"))
	written = Game().Format.Write(rules.Transcript{Result: rules.WhiteWins, Black: "A \"B\" \\"}, mate)
	require.Contains(t, written, "\n[SetUp \"1\"]\n[FEN \""+mating+"\"]\n\n4. Qxf7# 1-0\n")
	transcript, _, err = rules.ReadTranscript(games, "> "+strings.ReplaceAll(written, "\n", "\n> "))
	require.NoError(t, err)
	require.Equal(t, "checkmate", transcript.Reason)
	require.Equal(t, `A "B" \`, transcript.Black)

	// A capital letter is a piece here, and no capital of a telephone.
	_, r, err = rules.ReadTranscript(games, "[FEN \""+takes+"\"]\n\n1. Bxc3! *")
	require.NoError(t, err)
	require.Equal(t, "[d2-c3]", fmt.Sprint(r.Plies()))
	_, r, err = rules.ReadTranscript(games, "[FEN \""+takes+"\"]\n\n1. bxc3 *")
	require.NoError(t, err)
	require.Equal(t, "[b2-c3]", fmt.Sprint(r.Plies()))

	_, _, err = rules.ReadTranscript(games, "[White \"Ada\"]\n\n1. e4 e5 2. Ke3 *")
	require.ErrorContains(t, err, "ply 3, Ke3: there is no move of the king to e3")
}

// Without a tag Result, the result behind the moves counts.
func TestResultBehindTheMoves(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]rules.Outcome{
		"1. e4 e5 1-0": {Result: rules.WhiteWins, Reason: rules.Resigned}, "1. e4 e5 0-1": {Result: rules.BlackWins, Reason: rules.Resigned},
		"1. e4 e5 1/2-1/2": {Result: rules.Draw, Reason: rules.Agreed}, "1. e4 e5 1/2": {Result: rules.Draw, Reason: rules.Agreed},
		"1. e4 e5 *": {}, "1. e4 e5": {}, "1. e4 {1-0} e5 (1... c5 0-1)": {}, "1. e4 e5\n1-0\n\n[White \"x\"]\n\n1. d4 0-1": {Result: rules.WhiteWins, Reason: rules.Resigned},
		"1. f3 e5 2. g4 Qh4# 1-0": {Result: rules.BlackWins, Reason: "checkmate"},
	} {
		transcript, _, err := rules.ReadTranscript([]rules.Game{Game()}, "[White \"Ada\"]\n\n"+text+"\n")
		require.NoError(t, err, text)
		require.Equal(t, want, rules.Outcome{Result: transcript.Result, Reason: transcript.Reason}, text)
	}
	transcript, _, err := rules.ReadTranscript([]rules.Game{Game()}, "[Result \"0-1\"]\n\n1. e4 e5 1-0\n")
	require.NoError(t, err)
	require.Equal(t, rules.BlackWins, transcript.Result, "the tag counts")
}

// Conditional lines are read and shown as moves are: with the letters of the player's language.
func TestConditionalsInTheLanguageOfTheirPlayer(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][2]string{
		"fr": {"if e2-e3 then e8-d8", "if e3 then Rd8"}, "it": {"if e2-e3 then e8-d8", "if e3 then Rd8"},
		"en": {"if e2-e3 then a8-d8", "if e3 then Rd8"}, "de": {"", ""},
	} {
		r := rules.NewRecordFrom(Game(), at(t, "r3k3/8/8/8/8/8/4P3/4K3 w q - 0 1")).In(lang)
		line, err := rules.CanonicalConditional(r, rules.Conditional{{On: "e3", Answer: "Rd8"}})
		if want[0] == "" {
			require.Error(t, err, "R may be the rook or the king")
			continue
		}
		require.NoError(t, err, lang)
		require.Equal(t, want[0], line.String(), lang)
		require.Equal(t, want[1], rules.SpellConditional(r, line, Game().In(lang).Say).String(), lang)
	}
	r := rules.NewRecordFrom(Game(), at(t, "r3k3/8/8/8/8/8/4P3/4K3 w q - 0 1"))
	line := rules.Conditional{{On: "e2-e4", Answer: "a8-d8"}, {On: rules.AnyTurn, Answer: "d8-d1"}, {On: "e4-e5", Answer: "e8-e7"}}
	require.Equal(t, "if e4 then Td8, if * then d8-d1, if e4-e5 then e8-e7",
		rules.SpellConditional(r, line, Game().In("de").Say).String(), "nobody knows the board below *")
}

// Moves in words, in four languages: names of pieces with words for taking, going and promoting.
func TestMovesInWords(t *testing.T) {
	t.Parallel()
	const (
		// 1. e4 e5 2. Nf3 Nc6 3. Bb5 d5: bishop c6, pawn d5, knight e5 can be taken.
		open = "r1bqkbnr/ppp2ppp/2n5/1B1pp3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
		// The pawn of e7 can be promoted on e8, or take the rook on d8.
		seventh = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"
		single  = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
	)
	for _, c := range []struct{ from, typed, want string }{
		{open, "bishop takes c6 | the bishop takes c6 | Bishop captures c6! | bishop takes on c6 | my bishop takes the knight on c6 | " +
			"bishop takes knight | I take your knight | ich nehme deinen Springer | bishop takes your knight | bishop takes c6 check | bishop from b5 takes c6 | B takes c6 | 4. bishop takes c6 | b5 takes c6 | " +
			"Läufer schlägt c6 | der Läufer schlägt auf c6 | Läufer nimmt den Springer auf c6 | Läufer nimmt c6 Schach | " +
			"Läufer schlägt Springer | Mein Läufer schlägt den Springer. | fou prend c6 | le fou prend en c6 | le fou prend le cavalier | " +
			"fou prend c6 échec | mon fou prend le cavalier en c6 | alfiere prende c6 | l'alfiere prende c6 | l’alfiere prende il cavallo | " +
			"alfiere mangia c6 | l'alfiere cattura il cavallo in c6 | alfiere prende c6 scacco | takes knight | takes c6", "b5-c6"},
		{open, "pawn takes d5 | the pawn takes d5 | e takes d5 | pawn captures on d5 | e4 takes d5 | pawn e4 takes d5 | takes d5 | " +
			"Bauer schlägt d5 | Bauer nimmt d5 | der Bauer schlägt den Bauern auf d5 | e schlägt d5 | e4 schlägt d5 | " +
			"pion prend d5 | le pion prend d5 | e4 prend d5 | le pion prend le pion en d5 | je prends en d5 | " +
			"pedone prende d5 | il pedone mangia d5 | e4 prende d5 | il pedone prende in d5 | prendo in d5 | I take the pawn on d5", "e4-d5"},
		{open, "knight takes e5 | knight captures the pawn on e5 | knight takes pawn | knight from f3 takes e5 | Springer schlägt e5 | " +
			"Springer nimmt den Bauern | cavalier prend e5 | le cavalier prend le pion | cavallo prende e5 | il cavallo mangia il pedone", "f3-e5"},
		{open, "queen to e2 | the queen goes e2 | queen from d1 to e2 | Dame nach e2 | die Dame zu e2 | dame à e2 | la dame vers e2 | donna a e2 | " +
			"la regina a e2 | reine e2 | Königin e2 | queen e2", "d1-e2"},
		{open, "knight to d4 | knight f3 to d4 | Springer von f3 nach d4 | cavalier de f3 à d4 | cavallo da f3 a d4", "f3-d4"},
		{seventh, "e8 becomes a queen | e8 promotes to queen | pawn to e8 queen | pawn to e8, promote to queen | e7 e8 queen | pawn e8 becomes queen | " +
			"Bauer nach e8 wird Dame | e8 wird zur Dame | Bauer e8 Umwandlung in Dame | e8 Dame | pion e8 devient dame | e8 devient une dame | " +
			"pion en e8 promotion en dame | pedone in e8 diventa donna | e8 diventa regina | e8 promozione a donna", "e7-e8=Q"},
		{seventh, "pawn takes d8 becomes a knight | pawn takes d8 promotes to knight | e7 takes d8 knight | Bauer schlägt d8 und wird Springer | " +
			"le pion prend d8 et devient cavalier | il pedone prende d8 e diventa cavallo | pawn takes the rook on d8 and becomes a knight", "e7-d8=N"},
		{single, "promote to queen | promote to a queen | I promote to a queen | pawn to queen | promotes to queen! | promotion to queen | " +
			"wird zur Dame | Umwandlung in eine Dame | ich verwandle in eine Dame | promotion en dame | devient une dame | je promeus en dame | " +
			"promuovo a donna | promozione a regina | diventa donna", "e7-e8=Q"},
		{mating, "Qxf7 mate | Qxf7 checkmate | queen takes f7 mate | Dxf7 matt | Dame schlägt f7 Schachmatt | Dxf7 échec et mat | dame prend f7 mat | " +
			"Dxf7 scacco matto | donna prende f7, scacco matto | the queen takes the pawn on f7", "h5-f7"},
	} {
		for text := range strings.SplitSeq(c.typed, " | ") {
			m, err := at(t, c.from).Parse(text)
			if assert.NoError(t, err, text) {
				assert.Equal(t, c.want, string(m), text)
			}
		}
	}
	for _, c := range []struct {
		from, typed string
		want        rules.RefusalKind
	}{
		{rooks, "rook to d1 | Turm nach d1 | la tour à d1 | torre a d1", rules.Ambiguous},
		{takes, "takes c3 | takes the knight | takes on c3", rules.Ambiguous},
		{seventh, "promote to queen | pawn takes d8 | pawn to e8", rules.Ambiguous},
		{startText, "queen takes e4 | bishop takes pawn | promote to queen | knight to e5 | queen to z9 | Dame schlägt e4", rules.Illegal},
		{startText, "the queen | queen takes | takes | to e4 | becomes | the knight on d5 | knight on f3 | il cavallo in f3 | den Springer auf f3 | " +
			"pawn to king | king becomes king | queen queen | queen e4 d5 e6 | check | check mate | with check | the pawn promotes | " +
			"the queen takes a walk | he takes the bishop home | the king to the | un re | e la donna | la dame et le roi | " +
			"my queen and my king | Dame und König | the bishop of c6 | queen e4 queen | I take a nap | je prends le train | nehme an | " +
			"prendo un caffè | mate | matt | die Dame wird König | e4 queen | e5 becomes queen", rules.Unreadable},
		// About the other side's move, though this side has one like it.
		{open, "your queen to e2 | your knight takes e5 | your bishop takes c6 | your capture on c6 | take my knight | taking my pawn | " +
			"dein Läufer nimmt c6 | dein Springer nach d4 | nimm meinen Springer | ton cavalier prend e5 | prends mon cavalier | " +
			"il tuo cavallo mangia e5 | prendi il mio cavallo", rules.Unreadable},
		{single, "your pawn becomes a queen | dein Bauer wird Dame | pawn and queen | Bauer und Dame | my pawn, your queen | " +
			"the pawn, the queen | a pawn, a rook | un pion et une dame | pedone e donna", rules.Unreadable},
	} {
		for text := range strings.SplitSeq(c.typed, " | ") {
			m, err := at(t, c.from).Parse(text)
			assert.Error(t, err, "%s: %s", text, m)
			assert.Equal(t, c.want, rules.KindOf(err), "%s: %v", text, err)
		}
	}
}
