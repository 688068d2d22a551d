package handler_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/templates"
)

// TestMarkOfEveryLanguage: the line under which nothing is read is known in each
// language, whatever a client does to it; and the English one of old messages.
func TestMarkOfEveryLanguage(t *testing.T) {
	words, err := templates.New()
	require.NoError(t, err)
	marks := []string{mail.Sentinel}
	for _, lang := range templates.Languages() {
		mark, err := words.Say(lang, "phrase.mark")
		require.NoError(t, err)
		require.LessOrEqual(t, len(mark), 78)
		marks = append(marks, mark)
	}
	for _, mark := range marks {
		half := strings.LastIndex(mark[:len(mark)/2+8], " ")
		for _, as := range []string{mark, "   " + mark, "*" + mark + "*", strings.ReplaceAll(mark, " ", "\u00a0"), mark[:half] + "\n" + mark[half+1:]} {
			require.Equal(t, []string{"d3-d4"}, mail.Own("d3-d4\n\n"+as+"\n\nd4-d5\n"), as)
		}
	}
}
