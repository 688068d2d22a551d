package templates_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

func TestHTMLRuns(t *testing.T) {
	s := set(t)
	for _, sec := range sections() {
		out, err := s.HTML("en", templates.Letter{Reader: "Ada", Rule: "== rule ==", Sections: []templates.Section{sec}, Mailto: templates.Mailto{Address: "a+b@example.org", Subject: "S"}})
		require.NoError(t, err)
		require.NotContains(t, out, "ZgotmplZ")
		if testing.Verbose() { t.Log(out) }
	}
}
