package rulestest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

// Fuzz checks four properties of g with the fuzzer. A case is a path, each byte of which chooses a
// legal ply, and a text:
//
//   - every promise of CheckPosition holds at the end of the path;
//   - a walk along the path and back agrees with a walk that begins there (CheckWayBack);
//   - a text that Parse accepts there is a legal ply whose canonical text parses to itself; a
//     refusal is a *MoveError with a sentence, which is Unreadable exactly if the text does not
//     have the form of a ply;
//   - if ParsePosition accepts the text, the position keeps every promise of CheckPosition.
func Fuzz(f *testing.F, g rules.Game, texts ...string) {
	for i, text := range append(texts, g.Start().String(), "", "pass", "a1-a2", "a1xa2") {
		f.Add([]byte{byte(i), 7, 3, 250, 99, byte(i * 31)}, text)
	}
	f.Fuzz(func(t *testing.T, path []byte, text string) {
		if len(path) > 300 || len(text) > 2000 {
			t.Skip("longer than a game or a line of mail needs")
		}
		p := g.Start()
		for _, choice := range path {
			legal := p.Legal()
			if len(legal) == 0 {
				break
			}
			next, err := p.Play(legal[int(choice)%len(legal)])
			require.NoError(t, err)
			p = next
		}
		CheckPosition(t, g, p)
		CheckWayBack(t, g.Start(), path)
		CheckParse(t, g, p, text)
		if q, err := g.ParsePosition(text); err == nil {
			CheckPosition(t, g, q)
		}
	})
}

// CheckParse checks the result of Parse for a text, which need not be a ply.
func CheckParse(t testing.TB, g rules.Game, p rules.Position, text string) {
	m, err := p.Parse(text)
	if err == nil {
		require.True(t, g.HasForm(text), "%s: %q, which Parse accepts, has the form of a ply", p, text)
		require.Contains(t, p.Legal(), m, "what Parse accepts is legal")
		again, err := p.Parse(string(m))
		require.NoError(t, err)
		require.Equal(t, m, again)
		return
	}
	refusal, ok := errors.AsType[*rules.MoveError](err)
	require.True(t, ok, "a refusal is a *MoveError: %T", err)
	require.NotEmpty(t, refusal.Code)
	require.NotEmpty(t, refusal.Error())
	require.Equal(t, text, refusal.Text)
	require.Equal(t, refusal.Kind != rules.Unreadable, g.HasForm(text), "%s: the form of %q, which Parse calls %s", p,
		text, refusal.Kind)
	for _, near := range refusal.Near {
		require.Contains(t, p.Legal(), near, "what is offered is legal")
	}
}
