// Package bench measures this machine and this program.
//
// Each bench says what it measured and on how much of it, as a [Table]. Nothing is
// compared with a figure from elsewhere: what has to be compared is measured side by
// side in the same run, by turns. So a letter's cost stands beside the floor, which
// is what the same libraries need to fetch a mail, commit a row and send two letters
// with none of our work between; and a letter in a large database beside one in a
// small.
//
// The daemon that is measured is the daemon as it is (package daemon), on a post
// office in this process or on real servers; the players are scripted beforehand, so
// that they cost little while the clock runs. Every count that can be known is
// checked, and a letter that did not play is an error. Figures are honest on a quiet
// machine only; nothing here judges them.
package bench

import (
	"context"
	"io"

	"turnpost/rules"
)

// Bench measures a program.
type Bench struct {
	Games    []rules.Game
	Version  string    // of the program
	Progress io.Writer // a long preparation shows here, if it is a terminal
	Postgres string    // the URL of a database that All may fill; empty: of a server that it starts
}

// part is a bench as a part of [Bench.All]: in a few seconds, or for as long as
// good figures take if full.
type part struct {
	name    string
	measure func(ctx context.Context, full bool) ([]Table, error)
}

// parts are all of them, in their order.
func (b *Bench) parts() []part {
	return []part{{"rules", b.rulesPart}, {"compose", b.composePart}, {"letters", b.lettersPart}, {"daemons", b.daemonsPart}, {"growth", b.growthPart}, {"season", b.seasonPart}}
}
