package board_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
	"turnpost/rules/board"
)

func TestCellsAreReadAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]string{
		"d3": "d3", "d 3": "d3", "d12": "d12", "z99": "z99", "x2": "x2",
		"d3-d4": "d3 - d4", "d3d4": "d3  d4", "d3 d4": "d3  d4", "d 3 - d 4": "d3 - d4", "d3 - d4": "d3 - d4",
		"d3- d4": "d3 - d4", "d3 -d4": "d3 - d4", "d3 - - d4": "d3 - d4",
		"d3xd4": "d3 x d4", "d3 x d4": "d3 x d4", "d3x d4": "d3 x d4", "d12xe11": "d12 x e11",
		"a1x2": "a1  x2", "a1 x2": "a1  x2", "a1 x x2": "a1 x x2", "x1xx2": "x1 x x2", "a1-x2": "a1 - x2",
		"a1-b1-c2": "a1 - b1 - c2", "b4c5-b3c4": "b4  c5 - b3  c4", "b4,c5-b3+c4": "b4 , c5 - b3 + c4",
	} {
		cells, ok := board.ReadCells(text, ",+")
		require.True(t, ok, text)
		read := cells.Cells[0]
		for i, joint := range cells.Joints {
			read += " " + joint + " " + cells.Cells[i+1]
		}
		require.Equal(t, want, read, text)
		require.Equal(t, strings.Contains(text, "d "), cells.Spaced, text)
	}
	for _, text := range []string{
		"", " ", "d", "3", "dd", "d3-", "d3x", "-d3", "d3 ", " d3", "D3", "d123", "d3-d", "d3--", "d3xxd4", "d3,,d4",
		"d3&d4", "d3 to d4", "a1 b2 now", "é3", "d3-é4", "d3/d4", "x", "xx", "3d", "d 3 4", "d\n3", "d3 = d4", "d3>d4",
		"0-0",
	} {
		_, ok := board.ReadCells(text, ",+")
		require.False(t, ok, text)
	}
}

func TestPositionStringsAreReadAndWritten(t *testing.T) {
	fields, err := board.Fields("ab/cd w 3", "rows", "side", "hand")
	require.NoError(t, err)
	require.Equal(t, []string{"ab/cd", "w", "3"}, fields)
	for _, text := range []string{"", "ab/cd w", "ab/cd w 3 ", "ab/cd  w 3"} {
		_, err := board.Fields(text, "rows", "side", "hand")
		require.ErrorContains(t, err, "a position is 3 fields with one space between (rows, side, hand), not ")
	}
	for field, want := range map[string]rules.Side{"b": rules.Black, "w": rules.White} {
		side, err := board.ParseTurn(field)
		require.NoError(t, err)
		require.Equal(t, want, side)
	}
	for _, field := range []string{"", "-", "B", "black", "white", "none", "b "} {
		_, err := board.ParseTurn(field)
		require.ErrorContains(t, err, "the side to move is b or w")
	}
	for _, n := range []string{"0", "7", "12"} {
		read, err := board.ParseNumber("the hand", n, 0, 12)
		require.NoError(t, err)
		require.Equal(t, n, map[int]string{0: "0", 7: "7", 12: "12"}[read])
	}
	for _, n := range []string{"", "-1", "13", "07", "+7", "x", "7 ", "99999999999999999999"} {
		_, err := board.ParseNumber("the hand", n, 0, 12)
		require.ErrorContains(t, err, "the hand is a number from 0 to 12")
	}

	g := board.Grid{Columns: 3, Rows: 2}
	for between, text := range map[string]string{"": "abc/def", ",": "a,b,c/d,e,f"} {
		read := map[string]string{}
		require.NoError(t, g.Read(text, between, func(c board.Cell, s string) error {
			read[c.String()] = s
			return nil
		}))
		require.Equal(t, map[string]string{"a2": "a", "b2": "b", "c2": "c", "a1": "d", "b1": "e", "c1": "f"}, read)
		require.Equal(t, text, g.Text(between, func(c board.Cell) string { return read[c.String()] }))
	}
	for text, want := range map[string]string{
		"abc": "2 rows with slashes between, not 1", "abc/def/": "2 rows with slashes between, not 3",
		"abc/de": "row 2 of the text has 2 cells, not 3", "/def": "row 1 of the text has 0 cells, not 3",
	} {
		require.ErrorContains(t, g.Read(text, "", func(board.Cell, string) error { return nil }), want)
	}
	refused := rules.ErrOver("")
	require.ErrorIs(t, g.Read("abc/def", "", func(board.Cell, string) error { return refused }), refused)
}

func TestSymmetriesOfABoard(t *testing.T) {
	for _, g := range []board.Grid{{Columns: 3, Rows: 3}, {Columns: 4, Rows: 2}} {
		seen := map[string]bool{}
		for n := range 8 {
			if g.Columns != g.Rows && n%2 == 1 {
				continue
			}
			var images []string
			to := map[board.Cell]bool{}
			for c := range g.All(rules.Black) {
				image := g.Symmetric(c, n)
				require.True(t, g.Has(image))
				to[image] = true
				images = append(images, image.String())
			}
			require.Len(t, to, g.Columns*g.Rows)
			seen[strings.Join(images, " ")] = true
		}
		require.Len(t, seen, map[int]int{3: 8, 4: 4}[g.Columns])
	}
	g := board.Grid{Columns: 3, Rows: 3}
	images := ""
	for n := range 8 {
		images += g.Symmetric(board.Cell{}, n).String() + " " // of a1
	}
	require.Equal(t, "a1 a3 c3 c1 c1 c3 a3 a1 ", images)
}

func TestTextIsWrapped(t *testing.T) {
	require.Equal(t, "été one\ntwo\nlongest\na\n", board.Wrap(" été  one two\nlongest a ", 7))
	require.Equal(t, "\n", board.Wrap("", 7))
}
