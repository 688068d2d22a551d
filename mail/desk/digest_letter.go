package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/templates"
)

// Limits of a digest: one letter that can be read.
const (
	maxDigestGames = 500
	maxDigestTalk  = 20 // messages shown at full length; more wait for the next
)

// dueDigest writes the digest that a player is due, and sets the next. A digest
// that is late comes once, and one with nothing to say not at all. A letter that
// was composed before is used if it still tells the same.
func (s *session) dueDigest(p db.Player, before composedDigest) error {
	asked := p
	sec, news, err := s.digest(&p)
	if err != nil {
		return err
	}
	if news && p.StoppedAt.IsZero() {
		r, err := s.sendDigest(p, sec)
		if err != nil {
			return err
		}
		if before.of(asked, sec) {
			r.composed = &before.letter
		}
		p.DigestAt = s.tx.Now
	}
	p.DigestDue = nextDigest(p, s.tx.Now)
	return s.tx.SavePlayer(p)
}

// digestNow answers the writer with the digest, whatever there is to say. The
// regular one comes as ever.
func (s *session) digestNow() error {
	sec, _, err := s.digest(&s.player)
	if err != nil {
		return err
	}
	if _, err := s.sendDigest(s.player, sec); err != nil {
		return err
	}
	s.player.DigestAt = s.tx.Now
	return s.tx.SavePlayer(s.player)
}

// sendDigest adds a digest to the player's letter, and notes that the words in
// it have been read.
func (s *session) sendDigest(p db.Player, sec *templates.Digest) (*reply, error) {
	for _, list := range [][]templates.DigestGame{sec.Waiting, sec.Others, sec.Finished} {
		for _, g := range list {
			if len(g.Messages) > 0 {
				if err := s.tx.Passed(g.Game, p.ID); err != nil {
					return nil, err
				}
			}
		}
	}
	return s.digestReply(p, sec), nil
}

// digestReply is the letter to a player with a digest added.
func (s *session) digestReply(p db.Player, sec *templates.Digest) *reply {
	r := s.reply(p)
	r.digest = true
	return r.add(sec)
}

// digest gathers the state of a player's games. news says whether it tells
// anything that the player has to do or did not know.
func (s *session) digest(p *db.Player) (sec *templates.Digest, news bool, err error) {
	sec = &templates.Digest{}
	running, err := s.tx.GamesOf(p.ID, false, maxDigestGames+1)
	if err != nil {
		return nil, false, err
	}
	if len(running) > maxDigestGames {
		running = running[:maxDigestGames]
		sec.Most = maxDigestGames
	}
	talk := 0
	boards := map[int64]func() templates.Board{} // made of those alone that are shown
	for _, g := range running {
		line, waiting, err := s.digestGame(g, *p, &talk, boards)
		if err != nil {
			return nil, false, err
		}
		line.Pauses = splitPauses(sec, line.Pauses)
		if line.Offer != "" && !line.OfferYours {
			sec.Offers++
		}
		if waiting {
			sec.Waiting = append(sec.Waiting, line)
		} else {
			sec.Others = append(sec.Others, line)
		}
	}
	byDue := func(a, b templates.DigestGame) int {
		switch {
		case a.Due.IsZero() != b.Due.IsZero() && a.Due.IsZero():
			return 1
		case a.Due.IsZero() != b.Due.IsZero():
			return -1
		}
		return a.Due.Compare(b.Due)
	}
	slices.SortStableFunc(sec.Waiting, byDue)
	slices.SortStableFunc(sec.Others, byDue)
	for i := range sec.Waiting {
		game := &sec.Waiting[i]
		if i >= maxBoards {
			sec.Boardless++
			sec.FirstBoardless = sec.Waiting[maxBoards].Game
			continue
		}
		if game.Board = boards[game.Game](); i >= maxPictures {
			game.Board.Picture = ""
		}
	}
	over, err := s.tx.GamesOf(p.ID, true, maxListed)
	if err != nil {
		return nil, false, err
	}
	if sec.Since = p.DigestAt; sec.Since.IsZero() && len(over) > maxFinished {
		over = over[:maxFinished]
	}
	for _, g := range over {
		if !g.EndedAt.After(sec.Since) {
			break // the latest come first
		}
		line, _, err := s.digestGame(g, *p, &talk, boards)
		if err != nil {
			return nil, false, err
		}
		sec.Finished = append(sec.Finished, line)
	}
	open, err := s.tx.OpenInvitations(p.ID)
	if err != nil {
		return nil, false, err
	}
	toAnswer := false
	for _, i := range open {
		line, err := s.digestInvitation(i, p.ID)
		if err != nil {
			return nil, false, err
		}
		toAnswer = toAnswer || !line.Mine
		sec.Invitations = append(sec.Invitations, line)
	}
	return sec, talk > 0 || toAnswer || sec.Offers > 0 || len(sec.Waiting) > 0 || len(sec.Finished) > 0, nil
}

// digestGame is one game in a player's digest, and whether it waits for them.
// talk counts the messages shown so far; boards gets what makes its board, if
// it waits.
func (s *session) digestGame(g db.Game, p db.Player, talk *int, boards map[int64]func() templates.Board) (line templates.DigestGame, waiting bool, err error) {
	t, err := s.desk.openTable(s.tx, g, p.ID)
	if err != nil {
		return line, false, err
	}
	n := t.record.Len()
	line = templates.DigestGame{
		Game: g.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name, Side: t.me.String(), Next: n + 1,
	}
	if *talk < maxDigestTalk {
		words, err := s.tx.Waiting(g.ID, p.ID)
		if err != nil {
			return line, false, err
		}
		for _, w := range words {
			line.Messages = append(line.Messages, w.Text)
			*talk++
		}
	}
	if g.Over() {
		line.Result, line.Reason = ending(t, t.me, p)
		line.Ending = t.endedBy()
		return line, false, nil
	}
	line.Offer, line.OfferYours = g.Offer, g.OfferBy == p.ID
	if g.Offer == offerUndo {
		line.OfferPly = takenBackTo(t.record, t.sideOfPlayer(g.OfferBy)) + 1
	}
	clock := templates.Turn{}
	if err := s.showClock(t, &clock, p); err != nil {
		return line, false, err
	}
	line.Due, line.Standing, line.Pauses = clock.Due, clock.Standing, clock.Pauses
	if !line.Due.IsZero() && !line.Due.After(s.tx.Now) {
		line.Grace = clock.Grace
	}
	if waiting = t.turn() == t.me; waiting {
		boards[g.ID] = func() templates.Board { return s.board(t.rules, t.record.Position(), t.me, p) }
		line.Recent = plySection(t, max(1, n-recentPlies+1), n)
		line.Second = n > 0 && t.sideOf(n) == t.me
		line.Example = string(t.record.Legal()[0])
	}
	return line, waiting, nil
}

// digestInvitation is one invitation in a player's digest.
func (s *session) digestInvitation(i db.Invitation, reader int64) (templates.InvitationLine, error) {
	g, err := s.desk.game(i.Rules)
	if err != nil {
		return templates.InvitationLine{}, err
	}
	line := templates.InvitationLine{Game: i.ID, Title: g.Title, Mine: i.Challenger == reader}
	if other := i.Other(reader); other != 0 {
		p, err := s.tx.Player(other)
		if err != nil {
			return line, err
		}
		line.Other = p.Name
	}
	return line, nil
}

// splitPauses moves what concerns all games of the reader to the digest, once,
// and returns the pauses of one opponent.
func splitPauses(sec *templates.Digest, pauses []templates.Pause) (theirs []templates.Pause) {
	for _, p := range pauses {
		switch {
		case !p.You && p.Why != db.Down:
			theirs = append(theirs, p)
		case !slices.Contains(sec.Pauses, p):
			sec.Pauses = append(sec.Pauses, p)
		}
	}
	return theirs
}
