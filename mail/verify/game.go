package verify

import (
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// played is a game with all that is stored of it.
type played struct {
	db.Game
	seal   []byte // the whole
	plies  []ply
	lines  []line
	turned []turning
	record *rules.Record
	pace   clock.Pace
}

// ply is a ply and the letter that played it.
type ply struct {
	db.Ply
	seal    []byte
	sender  int64
	settled time.Time // zero: there is no letter, or it is new
}

// line is a conditional line.
type line struct {
	player int64
	text   string
}

// look holds a game against its plies and all else. s makes seals.
func (w *world) look(g *played, s sealers) []Fault {
	what, mended := w.replay(g)
	if what != "" {
		return []Fault{sayf(g.ID, mended, "%s", what)}
	}
	return slices.Concat(w.times(g), w.letters(g), w.clocks(g), w.lines(g), w.turnings(g), w.seals(g, s))
}

// replay plays the plies of a game, and says what is not as they make it.
func (w *world) replay(g *played) (what, mended string) {
	r, err := w.club.Rules(g.Rules)
	if err != nil {
		return err.Error(), "replay"
	}
	if g.pace, err = clock.ParsePace(g.Pace); err != nil || g.pace.String() != g.Pace {
		return fmt.Sprintf("its pace %q is none", g.Pace), "replay"
	}
	plies := make([]db.Ply, len(g.plies))
	for i, p := range g.plies {
		plies[i] = p.Ply
	}
	if g.record, err = club.Replay(r, plies); err != nil {
		return err.Error(), "replay"
	}
	position := g.record.Position().String()
	switch {
	case g.record.Len() != g.Plies:
		return fmt.Sprintf("%d plies are stored, and the game says %d", g.record.Len(), g.Plies), "replay"
	case position != g.Position:
		return fmt.Sprintf("the plies lead to %q, and the game says %q", position, g.Position), "replay"
	}
	return w.ending(g), "replay"
}

// ending says what is wrong with how a game stands.
func (w *world) ending(g *played) string {
	outcome := g.record.Outcome()
	outside := g.Over() && !outcome.Over()
	switch {
	case !outside || g.Reason == club.Adjudicated && g.Result != club.Void, g.Reason == club.Aborted && g.Result == club.Void,
		g.Reason == club.Agreed && g.Result == "draw", g.Reason == club.Resigned && g.Result != "draw" && g.Result != club.Void,
		g.Reason == club.OnTime && g.Result == rules.Wins(g.record.Turn().Opponent()).String():
	default:
		return fmt.Sprintf("it is over, %s by %q, and that cannot be", g.Result, g.Reason)
	}
	if !outside && (outcome.Result.String() != g.Result || outcome.Reason != g.Reason) {
		return fmt.Sprintf("the plies end in %q, and the game says %q", outcome, g.Result+" "+g.Reason)
	}
	return ""
}

// times holds the moments of a game's plies in their order.
func (w *world) times(g *played) (faults []Fault) {
	last := g.StartedAt
	for _, p := range g.plies {
		if p.PlayedAt.Before(last) {
			faults = append(faults, sayf(g.ID, "clock", "ply %d was played at %s, before what was at %s", p.N, said(p.PlayedAt), said(last)))
		}
		last = p.PlayedAt
	}
	switch {
	case !g.Over():
	case g.record.Outcome().Over() && !g.EndedAt.Equal(last):
		faults = append(faults, sayf(g.ID, "game", "its last ply, at %s, ended it, and it says that it ended at %s", said(last), said(g.EndedAt)))
	case g.EndedAt.Before(last) || g.EndedAt.Before(g.TurnAt):
		faults = append(faults, sayf(g.ID, "game", "it goes on after its end at %s", said(g.EndedAt)))
	}
	return faults
}

// letters holds the plies against the letters that played them: a letter plays for who
// wrote it, at the moment at which it is settled, and conditional lines answer it.
func (w *world) letters(g *played) (faults []Fault) {
	seen := map[int64]bool{}
	for i, p := range g.plies {
		if p.Letter == 0 {
			continue
		}
		if !p.settled.IsZero() && !p.settled.Equal(p.PlayedAt) {
			faults = append(faults, sayf(g.ID, "clock", "ply %d was played at %s by letter %d, which was answered at %s", p.N, said(p.PlayedAt), p.Letter, said(p.settled)))
		}
		if i > 0 && g.plies[i-1].Letter == p.Letter {
			continue
		}
		if since := w.silent[p.sender]; !since.IsZero() && p.PlayedAt.After(since) && len(w.merged) == 0 {
			faults = append(faults, sayf(g.ID, "suspended", "player %d played ply %d at %s, and letters to them are suspended since %s, which a letter of theirs ends", p.sender, p.N, said(p.PlayedAt), said(since)))
		}
		mover := g.White
		if g.record.At(i).Turn() == rules.Black {
			mover = g.Black
		}
		if p.sender != mover {
			faults = append(faults, sayf(g.ID, "seal", "ply %d is player %d's, and letter %d, which played it, is of player %d", p.N, mover, p.Letter, p.sender))
		}
		if seen[p.Letter] {
			faults = append(faults, sayf(g.ID, "seal", "letter %d played ply %d, and others before what others played", p.Letter, p.N))
		}
		seen[p.Letter] = true
	}
	return faults
}
