package templates

import (
	"html/template"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// linkedAlike fails if a link that is put together is not what html/template
// makes of it.
func linkedAlike(t *testing.T, address, subject, body, command, text string) {
	t.Helper()
	layout, err := parseLayout()
	require.NoError(t, err)
	by := Mailto{Address: address, Subject: subject, Body: body}.linker(true)
	for _, name := range []string{"move", "plainmove"} {
		links, err := cutLinks(layout, name)
		require.NoError(t, err)
		k := link{Text: text, N: "12", command: command, To: by.to(command)}
		var want strings.Builder
		require.NoError(t, layout.ExecuteTemplate(&want, name, k))
		require.Equal(t, template.HTML(want.String()), links.set([]link{k}, by))
		k.Hint = text
		want.Reset()
		require.NoError(t, layout.ExecuteTemplate(&want, name, k))
		require.Equal(t, template.HTML(want.String()), links.set([]link{k}, by))
	}
}

func TestLinksAreThoseOfTheTemplate(t *testing.T) {
	every := ""
	for r := range rune(0x180) {
		every += string(r)
	}
	linkedAlike(t, "games+1.2.x@example.org", "Turro #1: Ada & Bob", "[1.2.x]", "#1 d3-d4", "→ d4")
	linkedAlike(t, every, every, every, every, every)
	linkedAlike(t, "\xff\x00", "\xff", "", "\xfe+", "\xff+<")
}

func FuzzLinks(f *testing.F) {
	f.Add("games@example.org", "a&b", "[x]", "d3-d4", "<b>'\"+")
	f.Fuzz(linkedAlike)
}
