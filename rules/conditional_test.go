package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func TestParseLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		miss string
	}{
		{"d3-d2 then d5-d4", []string{"if d3-d2 then d5-d4"}, ""},
		{"IF d3-d2 Then d5-d4;", []string{"if d3-d2 then d5-d4"}, ""},
		{"a then b, if c then d; if * then e", []string{"if a then b, if c then d", "if * then e"}, ""},
		{"a then b if c then d", []string{"if a then b, if c then d"}, ""},
		{"a then b,if c then d;if e then f", []string{"if a then b, if c then d", "if e then f"}, ""},
		{"a then b; c then d", []string{"if a then b", "if c then d"}, ""},
		{"a b then c, d and e", []string{"if a b then c, d and e"}, ""},
		{"a", nil, "then"},
		{"a then", nil, "..."},
		{"then b", nil, "..."},
		{"a then b then c", nil, "if"},
		{"a if b then c", nil, "then"},
		{"a then *", nil, "..."},
		{"a then b, if", nil, "then"},
		{"", nil, "..."},
		{";;", nil, "..."},
	} {
		lines, missing := rules.ParseConditionals(c.text)
		require.Equal(t, c.miss, missing, c.text)
		var got []string
		for _, l := range lines {
			got = append(got, l.String())
		}
		require.Equal(t, c.want, got, c.text)
	}
}

func TestTree(t *testing.T) {
	grow := func(texts ...string) (out rules.Conditionals) {
		for _, text := range texts {
			lines, missing := rules.ParseConditionals(text)
			require.Empty(t, missing, text)
			for _, l := range lines {
				out = out.Add(l)
			}
		}
		return out
	}
	require.Equal(t, []string{"if a then b, if c then d", "if a then b, if e then f", "if g then h"},
		grow("a then b, if c then d; g then h", "a then b, if e then f").Texts(), "lines share their beginning")
	require.Equal(t, []string{"if a then x", "if g then h"},
		grow("a then b, if c then d; g then h", "a then x").Texts(), "another answer replaces what followed")
	require.Equal(t, []string{"if a then b, if c then d"},
		grow("a then b, if c then d", "a then b").Texts(), "the same answer says nothing new")
	one := grow("* then e; a then b")
	got, ok := one.Find(func(on string) bool { return on == "a" })
	require.True(t, ok)
	require.Equal(t, "b", got.Answer, "an exact alternative wins")
	got, ok = one.Find(func(on string) bool { return false })
	require.True(t, ok)
	require.Equal(t, "e", got.Answer)
	_, ok = grow("a then b").Find(func(string) bool { return false })
	require.False(t, ok)
}

// What was read prints to a text that reads to the same; so does a tree of it.
func FuzzParsePrintParse(f *testing.F) {
	for _, s := range []string{"a then b, if c then d; if * then e", "d3-d2 then d5-d4 e5-e4", "if,then,if;then", "a then b then c", "A,B then ,c", "if if then then"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, missing := rules.ParseConditionals(text)
		if missing != "" {
			return
		}
		var grown rules.Conditionals
		for _, l := range lines {
			again, missing := rules.ParseConditionals(l.String())
			require.Empty(t, missing, l.String())
			require.Equal(t, []rules.Conditional{l}, again)
			grown = grown.Add(l)
		}
		var regrown rules.Conditionals
		for _, s := range grown.Texts() {
			again, missing := rules.ParseConditionals(s)
			require.Empty(t, missing)
			regrown = regrown.Add(again[0])
		}
		require.Equal(t, grown, regrown)
	})
}
