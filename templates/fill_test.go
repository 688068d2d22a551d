package templates

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTo(t *testing.T) {
	for _, c := range []struct {
		columns   int
		text, set string
	}{
		{10, "", ""},
		{10, "one two three four", "one two\nthree four"},
		{10, "one\ntwo   three", "one\ntwo three"},
		{5, "interminable is long", "interminable\nis\nlong"},
		{10, "il dit qui : Ada", "il dit\nqui : Ada"},
		{10, "vraiment ? oui", "vraiment ?\noui"},
		{9, "vraiment ? oui", "vraiment ?\noui"}, // wider, as it is one word
		{12, "écrivez « oui »", "écrivez\n« oui »"},
		{14, "écrivez « oui », ou « si non 2 ».", "écrivez\n« oui », ou\n« si non 2 »."},
	} {
		require.Equal(t, c.set, fill(c.columns, c.text), "%d: %s", c.columns, c.text)
	}
}
