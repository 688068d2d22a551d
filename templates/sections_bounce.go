package templates

import "time"

// Lifted tells a player, whose letters came back and who has written now, that
// letters go again.
type Lifted struct {
	Since time.Time // since when they came back
	Games int       // under way, whose clocks run again
}

func (*Lifted) template() string { return "lifted" }
