package tourrosa

import (
	"regexp"
	"strings"
)

// ways are the words for sowing and stacking in the languages of the rules, those of the published
// sheet included.
var ways = map[string]string{
	"sow": "", "sowing": "", "stack": "+", "stacking": "+",
	"semer": "", "sème": "", "empiler": "+", "empile": "+",
	"seminare": "", "semina": "", "impilare": "+", "impila": "+",
	"säen": "", "saeen": "", "stapeln": "+",
}

// directions are the words for the four directions. A longer one comes before its own beginning,
// and those of the other sense before "clockwise".
var directions = strings.NewReplacer(
	"anti-clockwise", "a", "anticlockwise", "a", "counter-clockwise", "a", "counterclockwise", "a", "clockwise", "c",
	"outwards", "o", "outward", "o", "inwards", "i", "inward", "i",
	"dans le sens antihoraire", "a", "sens antihoraire", "a", "antihoraire", "a", "dans le sens horaire", "c",
	"sens horaire", "c", "horaire", "c",
	"vers l'extérieur", "o", "vers l'intérieur", "i",
	"in senso antiorario", "a", "senso antiorario", "a", "antiorario", "a", "in senso orario", "c", "senso orario",
	"c", "orario", "c",
	"verso l'esterno", "o", "verso l'interno", "i",
	"gegen den uhrzeigersinn", "a", "im uhrzeigersinn", "c", "nach außen", "o", "nach aussen", "o", "nach innen", "i",
)

// spokenForm is a cell and the words behind it, with a way at the beginning or the end.
var spokenForm = regexp.MustCompile(`^(?:(\pL+) )?([a-z] ?[0-9]{1,2})[ ,:-]+(.*?)(?:[ ,-]+(\pL{2,}))?$`)

// longestSaid is the length of the longest text in which such words are searched.
const longestSaid = 80

// inLetters turns a ply in words, "stack b12 clockwise outward", into letters, "b12 c o+". It
// returns a text with other words as it is.
func inLetters(text string) string {
	if len(text) > longestSaid {
		return text
	}
	m := spokenForm.FindStringSubmatch(strings.ReplaceAll(text, "’", "'"))
	if m == nil {
		return text
	}
	said, way, plus := m[3], "", false
	if last, ok := ways[m[4]]; ok {
		way, plus = last, true
	} else {
		said = strings.TrimSpace(said + " " + m[4])
	}
	if first, ok := ways[m[1]]; ok && !plus {
		way, plus = first, true
	} else if m[1] != "" {
		return text
	}
	letters := strings.NewReplacer(",", " ", " and ", " ", " et ", " ", " e ", " ", " und ",
		" ").Replace(directions.Replace(said))
	if letters == said && !plus {
		return text
	}
	return m[2] + " " + letters + way
}
