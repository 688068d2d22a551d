package command

import (
	"regexp"
	"strings"
	"sync"

	"turnpost/templates"
)

// maxReaction is how long the text of a reaction may be, in octets: it quotes a message.
const maxReaction = 4000

// Reacts reports whether the lines of a message are only what mail programs and telephones
// write when somebody presses a reaction button: `Liked "Your move, Ada"`, "Ada reacted to
// your message". Nobody expects that a button agrees to something, or that it is answered. A
// thumb that somebody types is no reaction; see the reading "thumb".
func Reacts(lines []string) bool {
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	return text != "" && len(text) <= maxReaction && reactions().MatchString(typewritten.Replace(templates.Fold(text)))
}

// reactions matches the reactions of all languages.
var reactions = sync.OnceValue(func() *regexp.Regexp {
	var forms []string
	words, _ := templates.Lexicons() // NewReader returns the error
	for _, l := range words {
		for _, phrase := range l.Said.Reacted {
			var form []string
			for _, word := range strings.Fields(phrase) {
				switch word {
				case "*": // from an opening quotation mark to a closing one
					word = `["“”„‟«‹‘'‚].*["“”‟»›‘']`
				case "+":
					word = `[^\pL\pN\s"]{1,20}`
				case "~":
					word = `.{1,80}`
				default:
					word = regexp.QuoteMeta(word)
				}
				form = append(form, word)
			}
			if strings.HasPrefix(phrase, "~") { // the message that it is about may follow
				form = append(form, `(?::.*)?`)
			}
			forms = append(forms, strings.Join(form, `\s*`))
		}
	}
	// Some programs set a picture before the sentence, and a link behind it.
	return regexp.MustCompile(`^(?:[^\pL\pN\s"]{1,20} )?(?:` + strings.Join(forms, "|") + `)\.?(?:\s*<?https?://\S+)*$`)
})
