package notify

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
	"turnpost/templates/picture"
)

// TestAPictureOfTwoMoves: a message's picture with two plies is drawn from what is stored, below which
// its legend stands, and one that cannot be drawn is an error.
func TestAPictureOfTwoMoves(t *testing.T) {
	t.Parallel()
	size := func(d drawing) int {
		d.Rules, d.View, d.Lang = "chess", "white", "de"
		file, err := d.draw(all.Games(), picture.NewPainter())
		require.NoError(t, err)
		shown, err := png.DecodeConfig(bytes.NewReader(file))
		require.NoError(t, err)
		return shown.Height
	}
	require.Greater(t, size(drawing{Kind: movesPicture, Played: "e2-e4", Better: "d2-d4"}), size(drawing{Kind: boardPicture}))
	_, err := drawing{Kind: movesPicture, Rules: "chess", View: "white", Played: "e2-e5"}.draw(all.Games(), picture.NewPainter())
	require.ErrorContains(t, err, "e2-e5")
}
