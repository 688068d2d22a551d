package desk

import "strings"

// comingLanguages are those that letters will be written in, by code and name.
var comingLanguages = [][2]string{{"fr", "French"}, {"it", "Italian"}}

func langVerb() verb {
	return verb{
		name: "lang", usage: "lang en", summary: "the language of your letters",
		more:    "There is English so far; French and Italian are to come.",
		example: "lang en",
		proven:  true,
		run: func(s *session, c command) error {
			code := strings.ToLower(strings.Trim(c.args, " .!?"))
			switch code {
			case "en", "english":
				s.player.Lang = "en"
				return s.changed(c, "lang")
			case "":
				s.problem(c, "usage", "lang en")
				return nil
			}
			for _, l := range comingLanguages {
				if code == l[0] || code == strings.ToLower(l[1]) {
					s.problem(c, "lang-not-yet", l[1])
					return nil
				}
			}
			s.problem(c, "lang-unknown", c.args)
			return nil
		},
	}
}
