package desk

import (
	"slices"
	"strings"

	"turnpost/templates"
)

// languageNames are what players call the languages, in any of them.
func languageNames() map[string]string {
	return map[string]string{
		"english": "en", "anglais": "en", "inglese": "en",
		"french": "fr", "français": "fr", "francais": "fr", "francese": "fr",
		"italian": "it", "italien": "it", "italiano": "it",
	}
}

func langVerb() verb {
	return verb{
		name:   "lang",
		proven: true,
		run: func(s *session, c command) error {
			code := strings.ToLower(strings.Trim(c.args, " .!?"))
			if known, ok := languageNames()[code]; ok {
				code = known
			}
			switch {
			case code == "":
				s.problem(c, "usage", "lang")
			case !slices.Contains(templates.Languages(), code):
				s.problem(c, "lang-unknown", c.args)
			default:
				s.player.Lang = code
				return s.changed(c, "lang")
			}
			return nil
		},
	}
}
