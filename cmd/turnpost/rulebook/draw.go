package rulebook

import (
	"fmt"

	"turnpost/rules"

	"turnpost/templates/picture"
)

// Draw is the picture of r's present state, as "png" or "svg", or of all its states,
// as "gif".
func Draw(r *rules.Record, view rules.Side, say rules.Say, format string) ([]byte, error) {
	from := r.Len()
	if format == "gif" {
		from = 0
	}
	var scenes []rules.Scene
	for n := from; n <= r.Len(); n++ {
		s, ok := rules.SceneOf(r.At(n), view, say)
		if !ok {
			return nil, fmt.Errorf("%s has no picture yet; 'turnpost rules show' has its board as text", r.Game().Title)
		}
		scenes = append(scenes, s)
	}
	switch format {
	case "gif":
		return picture.GIF(scenes)
	case "svg":
		return picture.SVG(scenes[0]), nil
	}
	return picture.PNG(scenes[0])
}
