package standing

import (
	"turnpost/mail/climb"
	"turnpost/templates"
)

// Stands are the places of a player on ladders, as their digest shows them; nil: they are on
// none.
func Stands(all []climb.Stand, reader Reader) *templates.LadderPlaces {
	if len(all) == 0 {
		return nil
	}
	sec := &templates.LadderPlaces{}
	for _, s := range all {
		line := templates.LadderPlace{LadderLine: templates.LadderLine{Name: s.Rules.Name, Title: s.Rules.Title, Places: s.Places, Place: s.Place}, Before: s.Before}
		if !s.Slides.IsZero() {
			line.Slides = reader.At(s.Slides)
		}
		sec.Ladders = append(sec.Ladders, line)
	}
	return sec
}
