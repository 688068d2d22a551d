package turro

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPositionStringsReadBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		start().String(),
		set("d1:B d7:W", "w 1"),
		set("d1:B d7:W a1:bbbbbbbbbbbbbbbbbbbbwwwwwwwwwwwwwwwwwwww", "w 2"),
		set("d1:B d7:W a1:bw", "b 2+ 3"),
		set("d1:B d7:W a1:bw", "b 2+ 1"),
		set("d1:Bw d7:W", "b 2"),
		set("a7:B b3:wbbW", "w 1"),
		set("a7:WB", "w 2"),
	} {
		p, err := parsePosition(text)
		require.NoError(t, err, text)
		require.Equal(t, text, p.String())
	}
}

func TestPositionsThatAreNone(t *testing.T) {
	t.Parallel()
	good := start().String()
	rows, _, _ := strings.Cut(good, " ")
	edit := func(old, new string) string { return strings.Replace(good, old, new, 1) }
	for _, c := range []struct{ text, sentence string }{
		{"", "a position is 4 fields with one space between (rows, side, moves, height), not 1"},
		{good + " ", "a position is 4 fields with one space between (rows, side, moves, height), not 5"},
		{rows, "a position is 4 fields with one space between (rows, side, moves, height), not 1"},
		{edit("/.,.,.,.,.,.,.", ""), "the board has 7 rows with slashes between, not 6"},
		{edit(".,.,.,.,.,.,.", ".,.,.,.,.,."), `row 4 of the text has 6 cells, not 7: ".,.,.,.,.,."`},
		{edit(".,.,.,.,.,.,.", ".,.,,.,.,.,."), "c4 has no text; an empty field is a dot"},
		{edit(".,.,.,.,.,.,.", ".,.,x,.,.,.,."), `"x" on c4 is not a stone; stones are b, w, B and W`},
		{edit(".,.,.,.,.,.,.", ".,.,..,.,.,.,."), `"." on c4 is not a stone; stones are b, w, B and W`},
		{edit(".,.,.,.,.,.,.", ".,.,b,.,.,.,."), "black has more than 20 pawns"},
		{edit(".,.,.,.,.,.,.", ".,.,w,.,.,.,."), "white has more than 20 pawns"},
		{edit(".,.,.,.,.,.,.", ".,.,W,.,.,.,."), "white has more than one Turro"},
		{edit("b,B", "b,b"), "black has more than 20 pawns"},
		{edit("b,b,b,B", ".,b,b,b"), "black has no Turro"},
		{edit(".,.,.,.,.,.,.", ".,"+strings.Repeat("b", 43)+",.,.,.,.,."), "b4 has 43 stones, more than there are"},
		{set("d1:Bb d7:W", "b 1"), `the Turro on d1 lies under "b"; only one stone of the other side can be on it`},
		{set("d1:Bwb d7:W", "b 1"), `the Turro on d1 lies under "wb"; only one stone of the other side can be on it`},
		{set("d1:bBWb", "b 1"), `the Turro on d1 lies under "Wb"; only one stone of the other side can be on it`},
		{set("d1:W d7:B", "b 1"), "both sides would have won"},
		{set("d1:Bw d7:Wb", "b 1"), "both sides would have won"},
		{set("a7:Bw d7:W", "b 1"), "both sides would have won"},
		{rows + " B 1 1", `the side to move is b or w, not "B"`},
		{rows + " black 1 1", `the side to move is b or w, not "black"`},
		{rows + " - 1 1", `the side to move is b or w, not "-"`},
		{rows + " b 3 1", `the moves are "3", not 1, 2 or 2+`},
		{rows + " b  1", `the moves are "", not 1, 2 or 2+`},
		{rows + " b 1 01", `the height is a number from 1 to 42, not "01"`},
		{rows + " b 1 +1", `the height is a number from 1 to 42, not "+1"`},
		{rows + " b 1 0", `the height is a number from 1 to 42, not "0"`},
		{rows + " b 2+ 43", `the height is a number from 1 to 42, not "43"`},
		{rows + " b 1 2", "the height is 2, but at the beginning of this turn the tallest tower is 1 high"},
	} {
		_, err := parsePosition(c.text)
		require.EqualError(t, err, "no Turro position: "+c.sentence)
	}
}

// A text is refused or is exactly what String writes: so with one byte too
// many, one too few and one wrong, at every place.
func TestOnlyCanonicalTextIsRead(t *testing.T) {
	t.Parallel()
	for _, good := range []string{start().String(), set("d1:Bw d7:W a4:wwwwwwwwb", "b 2+ 9")} {
		for i := range len(good) + 1 {
			texts := []string{good[:i]}
			for _, c := range "bwBW.,/ 0129+-x\n" {
				texts = append(texts, good[:i]+string(c)+good[i:])
				if i < len(good) {
					texts = append(texts, good[:i]+string(c)+good[i+1:])
				}
			}
			if i < len(good) {
				texts = append(texts, good[:i]+good[i+1:])
			}
			for _, text := range texts {
				if p, err := parsePosition(text); err == nil {
					require.Equal(t, text, p.String())
				}
			}
		}
	}
}
