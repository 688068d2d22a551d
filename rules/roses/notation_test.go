package roses

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

const (
	attacking = "B/.ww./b..../.bwwb/.b../W w 0 0 0"
	dropping  = "B/b.../.bb../...w./.ww./W b 1 1 0"
)

// refusal is the *MoveError with which p refuses text.
func refusal(t *testing.T, p rules.Position, text string) *rules.MoveError {
	t.Helper()
	_, err := p.Parse(text)
	require.Error(t, err, "%q", text)
	e, ok := errors.AsType[*rules.MoveError](err)
	require.True(t, ok)
	require.Equal(t, text, e.Text)
	require.LessOrEqual(t, len(e.Near), 5)
	for _, m := range e.Near {
		require.Contains(t, p.Legal(), m)
	}
	return e
}

func TestWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		position string
		ply      rules.Move
		typed    []string
	}{
		{attacking, "d4-d5", []string{"d4-d5", "D4-D5", " d4 - d5 ", "d4d5", "d4 d5", "d4->d5", "d4 → d5", "d4–d5", "d4—d5", "d4 => d5",
			"7. d4-d5", "7.d4-d5", "12... d4-d5", "d4-d5.", "d4-d5!", "d4-d5,", "D 4 - D 5", "d4 -d5", "ｄ４－ｄ５", "d4=d5"}},
		{attacking, "d4xf6", []string{"d4xf6", "D4XF6", "d4-f6", "d4>f6", "d4 → f6", "D4 - F6", "d4 x f6", "d4×f6", "d4f6", "d4 f6", "9) d4xf6", "d 4 x f 6", "d4xf6!!"}},
		{attacking, "e5xc3", []string{"e5xc3", "e5-c3", "e5>c3", "e5c3", "E5 X C3"}},
		{attacking, "d4e5-d5e6", []string{"d4e5-d5e6", "D4E5-D5E6", "d4e5d5e6", "d4 e5 d5 e6", "d4 e5 - d5 e6", "d4,e5 - d5,e6", "d4+e5->d5+e6",
			"d4&e5-d5&e6", "e5d4-e6d5", "e5d4-d5e6", "d4e5-e6d5", "d4e5 d5e6"}},
		{dropping, "c5", []string{"c5", "C5", " c5 ", "c5.", "7. c5", "C5!", "c 5", "C 5.", "7. c 5"}},
		{"B/.ww./...../...../..../W b 1 0 0", "pass", []string{"pass", "PASS", "Pass.", "12. pass"}},
	} {
		for _, text := range c.typed {
			got, err := at(t, c.position).Parse(text)
			require.NoError(t, err, "%q", text)
			assert.Equal(t, c.ply, got, "%q", text)
		}
	}
}

func TestProseIsUnreadable(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "thanks", "see you in may", "good move!", "I pass the salt", "passed", "a", "b", "4", "42", "4 4", "a 4 b 5", "a 3 day trip", "b  4 u", "a 3-day trip", "be 4 me", "see you at 5",
		"d4-c3 and good luck", "d4-", "-c3", "x", "d4x", "d4--", "c4 to d4", "d4-c3-b2", "d4 c3 b2", "d4e5-c3", "d4e5f6", "d4xxf6", "d4-xf6",
		"no, d4", "b4?b5", "d123-c3", "d4*f6", "d4/c3", "Castle on b5", "pass pass", "resign", "e5 f6 g7 h8 i9", "é4-d5", "d4\nc3 x",
	} {
		for _, position := range []string{attacking, dropping, "B/.ww./...../...../..../W b 1 0 0", "B/b.../...../...../w.../W b 0 0 0"} {
			e := refusal(t, at(t, position), text)
			assert.Equal(t, rules.Unreadable, e.Kind, "%q: %s", text, e)
			assert.Equal(t, rules.CodeUnreadable, e.Code)
		}
	}
	assert.EqualError(t, refusal(t, at(t, attacking), "thanks"),
		`"thanks" is not a move of this game; a move looks like d4xf6, b4-a3 or b4c5-b3c4`)
	assert.EqualError(t, refusal(t, start(), "thanks"), `"thanks" is not a move of this game; a move looks like b4`)
}

func TestFinishedGamesRefuseEveryPly(t *testing.T) {
	t.Parallel()
	p := at(t, "B/..../...../...../.b../b w 0 0 0")
	for _, text := range []string{"b4", "d3-d4", "pass", "d4e5-d5e6", "z9"} {
		e := refusal(t, p, text)
		assert.Equal(t, rules.CodeOver, e.Code)
		_, err := p.Play(rules.Move(text))
		assert.EqualError(t, err, "the game is over")
	}
	assert.Equal(t, rules.Unreadable, refusal(t, p, "well played").Kind)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	const (
		line3     = "B/.b../...../.bwww/..../W w 0 0 0"
		free      = "B/.b../...../..www/..../W w 0 0 0"
		blocked   = "B/..../...b./.bwwb/.b.w/W w 0 0 0"
		noSupport = "B/w.../...../..bw./..../W w 0 0 0"
		besieged  = "B/..../...../.b.../.bbw/W b 0 0 0"
		loner     = "B/.bb./...../..w.b/w.../W w 0 0 0"
	)
	for _, c := range []struct{ position, typed, code, sentence, near string }{
		// Cells.
		{attacking, "d4-g4", rules.CodeNoCell, "there is no cell g4 on this board", "d4-c4 d4-d5 d4-e4 d4xf6 d4e5-c4d5"},
		{attacking, "a1", rules.CodeNoCell, "there is no cell a1 on this board", ""},
		{attacking, "d4 x6", rules.CodeNoCell, "there is no cell x6 on this board", "d4-c4 d4-d5 d4-e4 d4xf6 d4e5-c4d5"},
		{attacking, "d4e5-d12e6", rules.CodeNoCell, "there is no cell d12 on this board", "d4e5-d5e6 d4e5-c4d5 d4e5-e4f5 d4-c4 d4-d5"},

		// Phases.
		{dropping, "b3-b2", codeDropPhase, "nothing moves before all eight soldiers are on the board; until then name one cell for a soldier, such as a2", "b2 a2 b4 c3 c5"},
		{dropping, "pass", codePass, "you can pass only when you have no legal action, and you have one", "a2 b2 b4 c3 c5"},
		{attacking, "d3", codeMovePhase, "there is nothing more to drop; a move names the cell that is left and the cell that is entered, such as b4-a3", ""},
		{attacking, "pass", codePass, "you can pass only when you have no legal action, and you have one", ""},
		{"B/.ww./...../...../..../W b 1 0 0", "b4", codeMustPass, "you have no legal action here and can only pass", "pass"},
		{"B/.ww./...../...../..../W b 1 0 0", "d4-c3", codeMustPass, "you have no legal action here and can only pass", "pass"},

		// Drops.
		{start().String(), "c4", codeRed, "c4 is a red cell, and no soldier may be dropped there", "b4 c5"},
		{start().String(), "d3", codeNotBeside, "d3 is not next to a piece of yours", "b4 c5"},
		{start().String(), "b5", codeOccupied, "b5 is occupied", "b4 c5"},
		{dropping, "e5", codeOccupied, "e5 is occupied", "a2 b2 b4 c3 c5"},

		// Who moves.
		{attacking, "c3-b2", rules.CodeNotYours, "the piece on c3 is not yours", ""},
		{attacking, "b5-a3", rules.CodeNotYours, "the piece on b5 is not yours", "b4-a3 c5-a3"},
		{attacking, "e3-e4", codeCastle, "your castle on e3 never moves", "d4-e4 e5-e4"},
		{attacking, "b3-a3", rules.CodeEmpty, "there is nothing on b3 to move", "b4-a3 c5-a3"},
		{attacking, "d4-d4", codeSameCell, "d4 is named twice; nothing would move", "d4-c4 d4-d5 d4-e4 d4xf6 d4e5-c4d5"},
		{attacking, "d4-e6", codeNoLine, "d4 and e6 are not on one straight line", "d4-c4 d4-d5 d4-e4 d4xf6 e5-e6"},

		// Steps and lines.
		{line3, "f6-e5", codeOccupied, "a piece of yours stands on e5", "f6-e6 f6-f5"},
		{free, "f6-e5", codeLine, "a piece of yours stands on e5; the line from f6 moves as f6-c3", "f6-c3 f6-e6 f6-f5"},
		{attacking, "e5-d4", codeOccupied, "a piece of yours stands on d4", "e5-d5 e5-e4 e5-e6 e5-f5 e5xc3"},
		{loner, "d4-d6", codeGap, "a soldier moves one cell; to enter d6 from d4 a line of 2 soldiers of yours must stand there, and d5 holds none", "d4-c3 d4-c4 d4-d3 d4-d5 d4-e4"},
		{blocked, "d4-d6", codeGap, "a soldier moves one cell; to enter d6 from d4 a line of 2 soldiers of yours must stand there, and d5 holds none", ""},

		// Moves written as attacks.
		{attacking, "d4xd5", codeNoEnemy, "there is no enemy on d5, and a move is written d4-d5", "d4-d5"},
		{attacking, "d4xb2", codeNoEnemy, "there is no enemy on b2 to attack", ""},
		{attacking, "d4xe5", codeOwnPiece, "the piece on e5 is your own", ""},

		// Attacks.
		{loner, "d4xf6", codeNoPhalanx, "a phalanx needs two soldiers of yours in line, and there is none on e5", ""},
		{loner, "d4f6", codeNoPhalanx, "a phalanx needs two soldiers of yours in line, and there is none on e5", ""},
		{loner, "d4-f6", codeNoPhalanx, "a phalanx needs two soldiers of yours in line, and there is none on e5", ""},
		{noSupport, "e5xd4", codeNoSupport, "no second soldier of yours is next to d4 to support the attack", ""},
		{besieged, "e4xe3", codeCastle, "a castle can be attacked by a phalanx only: two soldiers in line with it", ""},
		{"B/..../...../.wwbb/..../W w 0 0 0", "c3xe5", codeBehind, "the cell behind e5, f6, is occupied, so that the attack is blocked", ""},
		{"B/..../...../.bwb./..../W b 0 0 0", "c3xd4", codeBehind, "the cell behind d4, e5, is occupied, so that the attack is blocked", ""},
		{"B/..../...../wwwb./..../W w 0 0 0", "b2xe5", codeDistance, "e5 is 3 cells from b2; an attack starts one cell away with support, or two cells away with a phalanx", ""},

		// Translations.
		{attacking, "d4b4-d5b5", codeNotAdjacent, "b4 and d4 are not next to each other", ""},
		{attacking, "d4e5-d5d6", codeNotTogether, "in a translation both soldiers go one cell in the same direction", ""},
		{attacking, "d4e5-c5d6", codeNotTogether, "in a translation both soldiers go one cell in the same direction", ""},
		{attacking, "d4d4-d5d5", codeSameCell, "d4 is named twice; a translation moves two soldiers", ""},
		{attacking, "d4e5-d3e4", codeOccupied, "d3 is occupied", ""},
		{attacking, "b4c5-a3b4", codeLine, "b4 and c5 would move along their own line, which is written c5-a3", ""},
		{attacking, "d4e5-e5f6", codeAttack, "an enemy piece stands on f6, and an attack is written d4xf6", ""},
		{attacking, "d4e5xd5e6", codeNoAttack, "a translation is no attack, and is written d4e5-d5e6", "d4e5-d5e6"},
		{attacking, "c3d3-b2c2", rules.CodeNotYours, "the piece on c3 is not yours", ""},
	} {
		t.Run(c.typed+" in "+c.position, func(t *testing.T) {
			p := at(t, c.position)
			e := refusal(t, p, c.typed)
			assert.Equal(t, rules.Illegal, e.Kind)
			assert.Equal(t, c.code, e.Code)
			assert.Equal(t, c.sentence, e.Error())
			if c.near != "" {
				assert.Equal(t, moves(c.near), e.Near)
			}
			_, err := p.Play(rules.Move(c.typed))
			assert.Equal(t, error(e), err, "Play refuses for the same reason")
		})
	}
}

func TestPlayTakesCanonicalTextOnly(t *testing.T) {
	t.Parallel()
	p := at(t, attacking)
	for _, text := range []rules.Move{"D4-D5", "d4d5", "e5d4-e6d5", "d4xf6!", " d4-d5"} {
		_, err := p.Play(text)
		e, ok := errors.AsType[*rules.MoveError](err)
		require.True(t, ok)
		assert.Equal(t, rules.CodeNotCanonical, e.Code)
		assert.Len(t, e.Near, 1)
	}
	_, err := p.Play("hello")
	assert.ErrorContains(t, err, "is not a move")
}
