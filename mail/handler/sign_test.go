package handler_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/handler"
)

// What package mail says of automatic mails is known here, word by word.
func TestSignsAreKnown(t *testing.T) {
	source, err := os.ReadFile("../automatic.go")
	require.NoError(t, err)
	all := func(form string) (found string) {
		for _, part := range regexp.MustCompile(form).FindAllString(string(source), -1) {
			found += part
		}
		return found
	}
	body := all(`(?s)func (?:automatic|bulk)\(.*?\n}\n`)
	fields := all(`(?s)var (?:automatic|list)Fields = .*?\n}\n`)
	signs := []string{"header field x-auto-response-suppress", "a note of absence"}
	for _, m := range regexp.MustCompile(`return "([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if m[1] != "header field " {
			signs = append(signs, handler.SignOf(m[1]))
		}
	}
	for _, m := range regexp.MustCompile(`"([a-z-]+)": +true`).FindAllStringSubmatch(fields, -1) {
		signs = append(signs, handler.SignOf("header field "+m[1]))
	}
	require.Greater(t, len(signs), 20)
	require.ElementsMatch(t, handler.Signs(), slices.Compact(slices.Sorted(slices.Values(signs))))
}
