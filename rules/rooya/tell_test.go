package rooya

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }

// TestTellingAlongRandomGames tells positions of every phase, and the end of
// every game.
func TestTellingAlongRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	told, over := 0, 0
	check := func(p rules.Position) {
		rulestest.CheckTelling(t, Game(), p)
		checkScene(t, p.(position))
		told++
	}
	for told < 200 || over == 0 {
		p := Game().Start()
		for !p.Outcome().Over() {
			if rng.IntN(20) == 0 {
				check(p)
			}
			// A line that a ply can make is made, or games would be endless.
			legal := p.Legal()
			m := legal[rng.IntN(len(legal))]
			for _, other := range legal {
				if play(t, p.(position), other).end != goesOn {
					m = other
				}
			}
			p = play(t, p.(position), m)
		}
		check(p)
		over++
	}
	t.Log(told, "positions,", over, "of them finished")
}

// worked is the board of the rules text, where cw wins for Black.
const worked = "bb.bw/wbbbw/...../bw..w/ww.bw b 0 0"

// The rules of each language show the board of a game that can be played, and
// the move that they tell about does what they say.
func TestTheRulesTellOfATruePosition(t *testing.T) {
	p := read(t, worked)
	for _, lang := range []string{"en", "fr", "it"} {
		text := Game().In(lang).Text
		for line := range strings.SplitSeq(strings.TrimSpace(p.DiagramIn(rules.Black, rules.English)), "\n") {
			board := strings.TrimSpace(line[:min(len(line), wordsX)])
			require.Contains(t, text, board, lang)
		}
		for _, m := range []rules.Move{"cw", "ccw", "180", "d1-d2-c2", "d4-e4", "a2-a3"} {
			require.Contains(t, text, string(m), lang)
			require.Contains(t, p.Legal(), m)
		}
	}
	won := play(t, p, "cw")
	require.Equal(t, "black aligned", won.Outcome().String())
	require.Equal(t, "d1, d2, d3, d4, d5", won.men(rules.Black).aligned()[0].String())
	require.True(t, won.men(rules.White).has(at(1, 3)), "White's pawn of b2 is on b4")
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		position   string
		ply        rules.Move
		view       rules.Side
		want       string
	}{
		{"the start", "en", start, "", rules.None, `
Black to place a pawn on the outer plate.
Black has no pawns on the outer plate.
Black has 8 pawns in hand.
White has no pawns on the outer plate.
White has 8 pawns in hand.
`},
		{"the last pawn", "fr", "wbwbw/b...w/....w/....w/wbbbb b 1 1", "a2", rules.White, `
À Blanc de poser un pion sur le plateau extérieur.
Blanc a 7 pions sur le plateau extérieur : a1, e2, e3, e4, a5, c5, e5.
Blanc a encore un pion en main.
Noir a 8 pions sur le plateau extérieur : b1, c1, d1, e1, a2, a4, b5, d5.
Noir n'a plus de pion en main.
Dernier coup de Noir : un nouveau pion en a2.
`},
		{"a second step that exchanges, and an old line", "en", acting, "a3-b3-b4", rules.White, `
White to move a pawn or turn the inner plate.
White has 7 pawns on the outer plate: e1, e2, e3, e4, c5, d5, e5.
White has one pawn on the inner plate: b3.
Black has 6 pawns on the outer plate: a1, b1, c1, a2, a5, b5.
Black has 2 pawns on the inner plate: b2, b4.
Column e was full before: no win.
Last move by Black: from a3 by way of b3 to b4, from where the enemy pawn goes to b3.
`},
		{"a turn that wins", "it", worked, "cw", rules.Black, `
La partita è finita: Nero ha vinto.
Nero ha 5 pedine sulla piastra esterna: d1, a2, a5, b5, d5.
Nero ha 3 pedine sulla piastra interna: d2, d3, d4.
Bianco ha 7 pedine sulla piastra esterna: a1, b1, e1, e2, a4, e4, e5.
Bianco ha una pedina sulla piastra interna: b4.
Nero ha completato la colonna d.
Ultima mossa di Nero: un quarto di giro della piastra interna, in senso orario.
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, c.position)
			if c.ply != "" {
				p = play(t, p, c.ply)
			}
			got := strings.Join(p.Describe(c.view, Game().In(c.lang).Say), "\n")
			require.Equal(t, strings.TrimSpace(c.want), got)
		})
	}
}

func TestDescribeMove(t *testing.T) {
	for _, c := range []struct {
		position   string
		ply        rules.Move
		en, fr, it string
	}{
		{start, "a1", "a new pawn on a1", "un nouveau pion en a1", "una nuova pedina in a1"},
		{acting, "a3-a4", "from a3 to a4", "de a3 à a4", "da a3 a a4"},
		{acting, "a3-b3-c3", "from a3 by way of b3 to c3", "de a3 à c3 en passant par b3", "da a3 a c3 passando per b3"},
		{acting, "b5-b4", "from b5 to b4, changing places with the enemy pawn there",
			"de b5 à b4, en échangeant sa place avec celle du pion adverse",
			"da b5 a b4, scambiandosi di posto con la pedina avversaria"},
		{acting, "a3-b3-b4", "from a3 by way of b3 to b4, from where the enemy pawn goes to b3",
			"de a3 à b4 en passant par b3, d'où le pion adverse va en b3",
			"da a3 a b4 passando per b3, da dove la pedina avversaria va in b3"},
		{acting, "cw", "a quarter turn of the inner plate, clockwise",
			"un quart de tour du plateau intérieur, dans le sens horaire",
			"un quarto di giro della piastra interna, in senso orario"},
		{acting, "ccw", "a quarter turn of the inner plate, anticlockwise",
			"un quart de tour du plateau intérieur, dans le sens antihoraire",
			"un quarto di giro della piastra interna, in senso antiorario"},
		{acting, "180", "a half turn of the inner plate",
			"un demi-tour du plateau intérieur", "mezzo giro della piastra interna"},
		{acting, "a3-a2", "a3-a2", "a3-a2", "a3-a2"}, // no legal ply: as it is written
	} {
		for lang, want := range map[string]string{"en": c.en, "fr": c.fr, "it": c.it} {
			require.Equal(t, want, read(t, c.position).DescribeMove(c.ply, Game().In(lang).Say))
		}
	}
}

func TestDiagramInFrenchAndItalian(t *testing.T) {
	p := play(t, read(t, acting), "a3-b3-b4")
	require.Equal(t, strings.TrimPrefix(`
      a   b   c   d   e
  5   X   X   O   O   O   5   X  Noir
        +-----------+         O  Blanc
  4   . |[X]  .   . | O   4
        |           |         Noir a échangé a3-b3-b4 :
  3  (.)|(O)  .   . | O   3   de ( ) à [ ].
        |           |
  2   X | X   .   . | O   2   Colonne e déjà pleine : sans effet.
        +-----------+
  1   X   X   X   .   O   1
      a   b   c   d   e
`, "\n"), p.DiagramIn(rules.Black, Game().In("fr").Say))

	p = play(t, read(t, "wwwww/b...w/w...b/w...b/bbbbb b 0 0"), "180")
	require.Equal(t, strings.TrimPrefix(`
      e   d   c   b   a
  1   X   X   X   X   X   1   X  Nero
        +--->--->---+         O  Bianco
  2   X | .   .   . | O   2
        ^           v         Nero ha girato la piastra in cornice
  3   X | .   .   . | O   3   di mezzo giro, 180.
        ^           v
  4   O | .   .   . | X   4   Riga 1 già piena prima: non vince.
        +---<---<---+         Riga 5 già piena prima: non vince.
  5   O   O   O   O   O   5
      e   d   c   b   a
`, "\n"), p.DiagramIn(rules.White, Game().In("it").Say))
}

// TestNoWordsAreCut: the diagram has room for the longest line of every
// language.
func TestNoWordsAreCut(t *testing.T) {
	for _, lang := range []string{"en", "fr", "it"} {
		say := Game().In(lang).Say
		for _, p := range []position{
			read(t, start), play(t, read(t, start), "a1"), play(t, read(t, acting), "a3-b3-b4"), play(t, read(t, acting), "a3-b3-c3"),
			play(t, read(t, worked), "cw"), play(t, read(t, worked), "ccw"), play(t, read(t, worked), "180"),
			play(t, read(t, "wwwww/b...w/w...b/w...b/bbbbb b 0 0"), "180"),
		} {
			for _, line := range p.words(say) {
				require.LessOrEqual(t, utf8.RuneCountInString(line), width-wordsX, line)
			}
		}
	}
}

func TestRefusalsInFrenchAndItalian(t *testing.T) {
	for _, c := range []struct{ position, text, fr, it string }{
		{acting, "a3-b3-a3",
			"le second pas doit rester sur le plateau intérieur, et a3 est sur le plateau extérieur",
			"il secondo passo deve restare sulla piastra interna, e a3 è su quella esterna"},
		{acting, "b5xb4",
			"il n'y a pas de prise dans ce jeu ; les pions échangent leurs places, et cela s'écrit b5-b4",
			"in questo gioco non ci sono catture; le pedine si scambiano di posto, e si scrive b5-b4"},
		{start, "hello",
			`"hello" n'est pas un coup de ce jeu ; un coup s'écrit comme a1`,
			`"hello" non è una mossa di questo gioco; una mossa si scrive come a1`},
	} {
		_, err := read(t, c.position).Parse(c.text)
		refusal := err.(*rules.MoveError)
		require.Equal(t, c.fr, Game().In("fr").Refusal(refusal))
		require.Equal(t, c.it, Game().In("it").Refusal(refusal))
	}
}
