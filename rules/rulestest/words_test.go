package rulestest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStillEnglish(t *testing.T) {
	const english = "In turn each side puts one pawn on a free cell.\nWrite the cell: a1"
	for said, want := range map[string][]string{
		"A turno, ciascuno posa una pedina. Scrivi la casella: a1":  nil,
		"A turno each side puts una pedina. Scrivi la casella: a1":  {"each side puts"},
		"A turno, ciascuno posa una pedina.\nWrite\n  the cell: a1": {"write the cell"},
	} {
		require.Equal(t, want, stillEnglish(english, said))
	}
	require.Empty(t, stillEnglish("cw, ccw and 180 turn", "cw, ccw e 180 girano"), "cells and two words are not enough")
}

func TestAFormIsOfBothSides(t *testing.T) {
	game, common := map[string]string{"Black{e}": "Schwarze"}, map[string]string{"White{e}": "Weiße", "Black{er}": "Schwarzer"}
	require.True(t, hasForm("e", game, common))
	require.False(t, hasForm("er", game, common))
}
