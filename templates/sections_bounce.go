package templates

import "time"

// Lifted tells a player, whose letters came back or who had paused them, and who has
// written now, that letters go again.
type Lifted struct {
	Since  time.Time // since when none were sent
	Games  int       // under way, whose clocks run again
	Paused bool      // at the player's wish
}

// Paused is the last letter to a player until they write: they want none for now.
type Paused struct {
	Games, Invitations int       // under way, and open
	Until              time.Time // until when the clocks stand still at most; zero: they run
	Often              bool      // they run because the reader has paused too often of late
	Told               bool      // the opponents are
	Again              bool      // a letter came that may be the reader's, and proves nothing
}

func (*Lifted) template() string { return "lifted" }
func (*Paused) template() string { return "paused" }
