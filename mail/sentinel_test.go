package mail

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever a client does to the reply line, what stands below it is not read.
func TestTheReplyLine(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"as it is":                    Sentinel,
		"without its signs":           "Turnpost: please reply above this line",
		"without its signs, in stars": "*Turnpost: please reply above this line*",
		"broken behind the colon":     "== Turnpost:\nplease reply above this line ==",
		"broken in two":               "== Turnpost: please reply\nabove this line ==",
		"broken, without its signs":   "Turnpost: please reply above\nthis line",
		"broken in another language":  "== Turnpost : répondez au-dessus\nde cette ligne ==",
		"with a space that is none":   "==\u00a0Turnpost\u202f: répondez au-dessus de cette ligne ==",
		"in capitals":                 "== TURNPOST: PLEASE REPLY ABOVE THIS LINE ==",
		"followed by a long line":     "Turnpost: please reply above this line\n" + strings.Repeat("old words ", 30),
		"indented":                    "    == Turnpost: please reply above this line ==",
	} {
		require.Equal(t, []string{"d3-d4"}, Own("d3-d4\n\n"+line+"\n\nb1-b2\n"), name)
	}
	for name, text := range map[string]string{
		"another program's": "== Roundpost: please reply above this line ==",
		"our name alone":    "I like Turnpost.",
		"our name and more": "Turnpost is fine, I think\nabove this line of talk",
		"one sign":          "= Turnpost: the best",
		"far apart":         "Turnpost: please reply\n\nabove this line",
		"a long line":       strings.Repeat("x", 200) + Sentinel,
	} {
		lines := Own("d3-d4\n\n" + text + "\n\nb1-b2\n")
		require.Equal(t, "b1-b2", lines[len(lines)-1], name)
	}
}

// Hostile HTML has many tags and attributes, and deep and long ones. What is read of it is bounded,
// and what stands within the bounds is read.
func TestBoundsOfHTML(t *testing.T) {
	t.Parallel()
	texts := func(html string, tags int) (out []string) {
		for _, l := range htmlLines(html, tags) {
			if l.text != "" && l.kind == own {
				out = append(out, l.text)
			}
		}
		return out
	}
	require.Equal(t, []string{"a"}, texts("<p>a</p><p>b</p>", 3), "the second is beyond so many tags and texts")
	require.Equal(t, []string{"a", "b"}, texts("<p>a</p><p>b</p>", 5))
	require.Equal(t, []string{"last"}, texts(strings.Repeat("<i>", maxTags-1)+"last", maxTags))
	require.Empty(t, texts(strings.Repeat("<i>", maxTags)+"last", maxTags))

	attributes := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " x%d=y", i)
		}
		return "<p" + b.String() + " hidden>secret</p>shown"
	}
	require.Equal(t, []string{"shown"}, texts(attributes(maxAttrs-1), maxTags))
	require.Equal(t, []string{"secret", "shown"}, texts(attributes(maxAttrs), maxTags), "an attribute beyond the bound says nothing")

	long := func(n int) string { return "<p style='" + strings.Repeat(" ", n) + "display:none'>secret</p>shown" }
	const style = len("display:none")
	require.Equal(t, []string{"shown"}, texts(long(maxAttr-style), maxTags))
	require.Equal(t, []string{"secret", "shown"}, texts(long(maxAttr-style+1), maxTags), "nor what is beyond the length")

	deep := func(n int) string { return strings.Repeat("<div>", n) + "<p hidden>secret</p>shown" }
	require.Equal(t, []string{"shown"}, texts(deep(maxStack-1), maxTags))
	require.Equal(t, []string{"secret", "shown"}, texts(deep(maxStack), maxTags), "nor an element that is deeper")
}
