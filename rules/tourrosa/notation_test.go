package tourrosa

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// The strings of the rule page.
const (
	startText   = ".,.,.,.,.,.,.,.,.,.,.,./b4,.,w4,.,b4,.,w4,.,b4,.,w4,./.,.,.,.,.,.,.,.,.,.,.,./.,.,.,.,.,.,.,.,.,.,.,. b 0"
	exampleText = ".,.,.,.,.,.,.,.,.,.,.,./.,.,w4,.,b4,.,w4,.,b5,.,w4,./b1,.,.,.,.,.,.,.,.,.,.,./.,b1,b1,.,.,.,.,.,.,.,.,. w 0"
)

func TestTheStart(t *testing.T) {
	t.Parallel()
	require.Equal(t, startText, Game().Start().String())
	require.Equal(t, setUp(rules.Black, "b12 b4, b4 b4, b8 b4, b2 w4, b6 w4, b10 w4"), startText)
}

func TestTheExample(t *testing.T) {
	t.Parallel()
	require.Equal(t, exampleText, played(t, Game().Start(), "b12co").String())
}

func TestPositionStringsAreExact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "(rings, side, passes), not 1",
		strings.Replace(startText, " b", "  b", 1): "(rings, side, passes), not 4",
		startText + " ":                                              "(rings, side, passes), not 4",
		strings.Replace(startText, "/", "", 1):                       "4 rows with slashes",
		startText[strings.Index(startText, "/")+1:]:                  "the board has 4 rows with slashes between, not 3",
		strings.Replace(startText, "b4,", "", 1):                     "row 2 of the text has 11 cells, not 12",
		strings.Replace(startText, "b4", "x4", 1):                    `cell b12: "x4" is neither`,
		strings.Replace(startText, "b4", "B4", 1):                    `cell b12: "B4" is neither`,
		strings.Replace(startText, "w4", "w", 1):                     `cell b2: the height in "w"`,
		strings.Replace(startText, "w4", "w0", 1):                    `cell b2: the height in "w0"`,
		strings.Replace(startText, "w4", "w04", 1):                   `cell b2: the height in "w04"`,
		strings.Replace(startText, "w4", "w+4", 1):                   `cell b2: the height in "w+4"`,
		strings.Replace(startText, "w4", "w-4", 1):                   `cell b2: the height in "w-4"`,
		strings.Replace(startText, "w4", "w100", 1):                  `cell b2: the height in "w100"`,
		strings.Replace(startText, "w4", "w92", 1):                   "white has more than 99 pieces",
		strings.Replace(startText, "w4", "", 1):                      "cell b2: nothing is written",
		strings.Replace(startText, " b ", " black ", 1):              "side to move is b or w",
		strings.Replace(startText, " b ", " - ", 1):                  "side to move is b or w",
		strings.Replace(startText, " b 0", " b 3", 1):                "passes",
		strings.Replace(startText, " b 0", " b 00", 1):               "passes",
		strings.NewReplacer("b4", ".", "w4", ".").Replace(startText): "the rose is empty",
	} {
		_, err := Game().ParsePosition(text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestAFinishedBoardReadsBackAsFinished(t *testing.T) {
	t.Parallel()
	require.Equal(t, "black cleared", set(t, "b12 b1").Outcome().String())
	require.Equal(t, "white cleared", set(t, "b12 w1").Outcome().String())
	require.Equal(t, "draw stuck", parsed(t, strings.Replace(startText, " b 0", " b 2", 1)).Outcome().String())
}

func refusal(t *testing.T, err error) *rules.MoveError {
	t.Helper()
	require.Error(t, err)
	e, ok := errors.AsType[*rules.MoveError](err)
	require.True(t, ok)
	return e
}

func TestWhatPeopleType(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]rules.Move{
		"b12co": "b12co", "B12CO": "b12co", " b12 co ": "b12co", "b12-co": "b12co", "b12 c-o": "b12co",
		"b12->co": "b12co", "b12 – co": "b12co", "b 12 c o": "b12co", "7. b12co": "b12co", "7.b12co!": "b12co",
		"b12oc": "b12co", "b12 o c": "b12co", "b12co.": "b12co",
		"b12co+": "b12co+", "B12 CO +": "b12co+", "b12co +.": "b12co+", "b12oc+": "b12co+", "b12co\uff0b": "b12co+",
		"b4ai": "b4ai", "3) b8ao+": "b8ao+",
		// As the sheets say it.
		"b12 clockwise outward": "b12co", "B12, outward, clockwise": "b12co", "sow b12 clockwise outward": "b12co", "Stack b12 co": "b12co+", "b12 co, stacking": "b12co+",
		"b12 counter-clockwise, inward, stack": "b12ai+", "b12 dans le sens horaire vers l'extérieur": "b12co", "b12 dans le sens antihoraire vers l’intérieur, empiler": "b12ai+",
		"b12 in senso orario verso l'esterno": "b12co", "b12 antiorario, verso l'interno, impilare": "b12ai+", "b12 im Uhrzeigersinn nach außen": "b12co", "b12 gegen den Uhrzeigersinn nach innen stapeln": "b12ai+",
	} {
		got, err := Game().Start().Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	got, err := set(t, shut).Parse("Pass.")
	require.NoError(t, err)
	require.Equal(t, rules.Move("pass"), got)
}

func TestProseIsNoMove(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "thanks", "see you in may", "a", "co", "b", "12", "+", "c o", "b12co please", "I play b12co", "b12co b12ci",
		"d3-d4", "a1xa2", "b123co", "bco", "b12coo", "b12cc", "b12ca", "b12io", "b12c+o", "passing", "i pass", "b12/co", "b1 2co",
		"b12co++", "e3", "o 2", "x1+", "b12 was sown clockwise outward", "see b12 clockwise outward", "stack b12", "sow", "b12 is clockwise from b11", "b12 clockwise and on to the left",
	} {
		_, err := Game().Start().Parse(text)
		e := refusal(t, err)
		require.Equal(t, rules.Unreadable, e.Kind, text)
		require.Equal(t, text, e.Text)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stacks, text string
		kind         rules.RefusalKind
		code, want   string
		near         []rules.Move
	}{
		{"b12 b2, d9 w1", "b13co", rules.Illegal, rules.CodeNoCell, "there is no cell b13 on this board", []rules.Move{"b12co"}},
		{"b12 b2, d9 w1", "B0 co", rules.Illegal, rules.CodeNoCell, "there is no cell b0 on this board", []rules.Move{"b12co"}},
		{"b12 b2, d9 w1", "e3ai+", rules.Illegal, rules.CodeNoCell, "there is no cell e3 on this board", []rules.Move{"b12ai+"}},
		{"b12 b2, d9 w1", "b01co", rules.Illegal, rules.CodeNoCell, "there is no cell b01 on this board", []rules.Move{"b12co"}},
		{"b12 b2, d9 w1", "c3", rules.Illegal, rules.CodeEmpty, "there is nothing on c3 to move",
			[]rules.Move{"b12ai", "b12ai+", "b12ao", "b12ao+", "b12ci"}},
		{"b12 b2, d9 w1", "c3co", rules.Illegal, rules.CodeEmpty, "there is nothing on c3 to move", []rules.Move{"b12co"}},
		{"b12 b2, d9 w1", "d9co", rules.Illegal, rules.CodeNotYours, "the piece on d9 is not yours", []rules.Move{"b12co"}},
		{"b12 b2, d9 w1", "b12", rules.Ambiguous, rules.CodeAmbiguous,
			`"b12" can mean b12ai, b12ai+, b12ao, b12ao+, b12ci, b12ci+, b12co or b12co+; please write one of them`,
			[]rules.Move{"b12ai", "b12ai+", "b12ao", "b12ao+", "b12ci", "b12ci+", "b12co", "b12co+"}},
		{"b12 b2, d9 w1", "b12 c+", rules.Ambiguous, rules.CodeAmbiguous,
			`"b12 c+" can mean b12ci+ or b12co+; please write one of them`, []rules.Move{"b12ci+", "b12co+"}},
		{"b12 b2, d9 w1", "b12o", rules.Ambiguous, rules.CodeAmbiguous,
			`"b12o" can mean b12ao or b12co; please write one of them`, []rules.Move{"b12ao", "b12co"}},
		{"b12 b2, c12 w3, d9 w1", "b12c", rules.Illegal, codeNoDirection,
			"b12 needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)", []rules.Move{"b12ci"}},
		{"b12 b2, c12 w3, d9 w1", "b12co", rules.Illegal, codeTooHigh,
			"the stack of 3 on c12, the first cell on the way, is too high to be jumped by 2 from b12",
			[]rules.Move{"b12ai", "b12ai+", "b12ao", "b12ao+", "b12ci", "b12ci+"}},
		{"b12 b2, c12 w2, d9 w1", "b12co+", rules.Illegal, codeTooHigh,
			"the stack of 2 on c12, the first cell on the way, is too high to be jumped by 1 from b12",
			[]rules.Move{"b12ai", "b12ai+", "b12ao", "b12ao+", "b12ci", "b12ci+", "b12co"}},
		{"b12 b2, c12 w1, d1 b1, d9 w1", "b12co", rules.Illegal, codeNoRoom,
			"the stack on c12, the first cell on the way, cannot be jumped because d1 behind it is not empty",
			[]rules.Move{"b12ai", "b12ai+", "b12ao", "b12ao+", "b12ci", "b12ci+"}},
		{"c12 b3, d9 w1", "c12co+", rules.Illegal, codeNoChange,
			"the piece would come round to c12 again and leave the board as it was",
			[]rules.Move{"c12ai", "c12ai+", "c12ao", "c12ci", "c12ci+", "c12co"}},
		{"b12 b2, d9 w1", "pass", rules.Illegal, codeNoPass, "you can pass only when you have no other move", nil},
		{shut, "b12co", rules.Illegal, codeTooHigh,
			"the stack of 2 on c12, the first cell on the way, is too high to be jumped by 1 from b12", []rules.Move{"pass"}},
		{shut, "b12", rules.Illegal, codeNoDirection,
			"b12 needs a direction: c or a (clockwise or anticlockwise), then o or i (outward or inward)", []rules.Move{"pass"}},
		{"b12 b2", "b12co", rules.Illegal, rules.CodeOver, "the game is over", nil},
		{"b12 b2", "pass", rules.Illegal, rules.CodeOver, "the game is over", nil},
		{"b12 b2", "thanks", rules.Unreadable, rules.CodeUnreadable,
			`"thanks" is not a move of this game; a move looks like b12co or b12co+`, nil},
	} {
		_, err := set(t, c.stacks).Parse(c.text)
		e := refusal(t, err)
		require.Equal(t, c.kind, e.Kind, c.text)
		require.Equal(t, c.code, e.Code, c.text)
		require.Equal(t, c.want, e.Error())
		require.Equal(t, c.near, e.Near, c.text)
		require.Equal(t, c.text, e.Text)
	}
}

func TestPlayTakesCanonicalTextOnly(t *testing.T) {
	t.Parallel()
	for text, code := range map[string]string{
		"B12co": rules.CodeNotCanonical, "b12oc": rules.CodeNotCanonical, "b12co ": rules.CodeNotCanonical,
		"b12": rules.CodeAmbiguous, "": rules.CodeUnreadable, "b2co": rules.CodeNotYours, "pass": codeNoPass,
	} {
		p, err := Game().Start().Play(move(text))
		require.Nil(t, p, text)
		require.Equal(t, code, refusal(t, err).Code, text)
	}
}

func TestGroupsGoRoundTheClock(t *testing.T) {
	t.Parallel()
	var titles []string
	for _, g := range rules.Groups(set(t, "d10 b1, b12 b1, b2 b1, b10 b1, a1 b1, d9 w1")) {
		titles = append(titles, g.Title.String())
	}
	require.Equal(t, []string{"a1", "b12", "b2", "b10", "d10"}, titles)
}
