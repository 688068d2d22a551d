package handler_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/handler"
)

// What package mail says of automatic mails is known here, word by word.
func TestSignsAreKnown(t *testing.T) {
	source, err := os.ReadFile("../automatic.go")
	require.NoError(t, err)
	body := regexp.MustCompile(`(?s)func automatic\(.*?\n}\n`).FindString(string(source))
	fields := regexp.MustCompile(`(?s)var robotFields = .*?\n}\n`).FindString(string(source))
	var signs []string
	for _, m := range regexp.MustCompile(`return "([^"]+)"`).FindAllStringSubmatch(body, -1) {
		if m[1] != "header field " {
			signs = append(signs, handler.SignOf(m[1]))
		}
	}
	for _, m := range regexp.MustCompile(`"([a-z-]+)": +true`).FindAllStringSubmatch(fields, -1) {
		signs = append(signs, handler.SignOf("header field "+m[1]))
	}
	require.Greater(t, len(signs), 20)
	require.ElementsMatch(t, handler.Signs(), signs)
}
