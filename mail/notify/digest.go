package notify

import (
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of a digest, so that it can be read.
const (
	maxDigestGames = 500
	maxDigestTalk  = 20 // messages shown at full length; more wait for the next
)

// DueDigest writes the digest that a player is due, and reports whether there is one. With
// nothing to say, or while no messages are sent to the player, it is not written, and the
// next one says what there was to say. See [club.DigestTold].
func (m *Messages) DueDigest(p db.Player) (told bool, err error) {
	if goes, err := m.goesTo(p); err != nil || !goes {
		return false, err
	}
	d, err := m.gather(p)
	if err != nil || !d.news() {
		return false, err
	}
	d.draw()
	return true, m.sendDigest(d)
}

// DigestNow writes a digest, whatever there is to say.
func (m *Messages) DigestNow(p db.Player) error {
	d, err := m.gather(p)
	if err != nil {
		return err
	}
	d.draw()
	return m.sendDigest(d)
}

// sendDigest adds a digest to the player's message, and notes that its words were passed on,
// and where the player stands on ladders.
func (m *Messages) sendDigest(d *digest) error {
	p, sec := d.reader, d.sec
	for _, list := range [][]templates.DigestGame{sec.Waiting, sec.Others, sec.Finished} {
		for _, g := range list {
			if len(g.Messages) == 0 {
				continue
			}
			if err := m.tx.DB.Passed(g.Game, p.ID); err != nil {
				return err
			}
		}
	}
	r := m.to(p).add(sec)
	r.about.digest = true
	if places := ladderPlacesSection(d.stands, m.readerOf(p)); places != nil {
		r.add(places)
	}
	if err := tournament.NoteLadderTold(m.tx, p.ID, d.stands); err != nil {
		return err
	}
	return m.ownDivisions(p)
}

// digest is the state of a player's games while it is gathered.
type digest struct {
	reader   db.Player
	sec      *templates.Digest
	talk     int  // messages shown so far
	toAnswer bool // an invitation waits for the reader
	// boards makes the board of a running game, by its number. It is called only for games that
	// are shown, in a digest that is sent.
	boards  map[int64]func() templates.Board
	choices map[int64]func() []templates.MoveGroup // the same for the legal plies of those that wait
	stands  []tournament.LadderPlace               // on ladders
	// company is the reader and the opponents in the games under way.
	company *club.Opponents
}

// news reports whether the digest has anything that its reader has to do or did
// not know.
func (d *digest) news() bool {
	return slices.ContainsFunc(d.stands, func(s tournament.LadderPlace) bool { return s.News }) || d.talk > 0 ||
		d.toAnswer || d.sec.Offers > 0 || len(d.sec.Waiting) > 0 || len(d.sec.Finished) > 0
}

// gather gathers the state of a player's games.
func (m *Messages) gather(p db.Player) (*digest, error) {
	d := &digest{reader: p, sec: &templates.Digest{}, boards: map[int64]func() templates.Board{},
		choices: map[int64]func() []templates.MoveGroup{}}
	if err := m.gatherRunning(d); err != nil {
		return nil, err
	}
	if err := m.gatherFinished(d); err != nil {
		return nil, err
	}
	var err error
	if d.stands, err = tournament.LadderPlaces(m.tx, p.ID); err != nil {
		return nil, err
	}
	open, err := m.tx.DB.OpenInvitations(p.ID)
	if err != nil {
		return nil, err
	}
	for _, i := range open {
		line, err := m.invitationLine(i, p)
		if err != nil {
			return nil, err
		}
		d.toAnswer = d.toAnswer || !line.Mine
		d.sec.Invitations = append(d.sec.Invitations, line)
	}
	return d, nil
}

func (m *Messages) gatherRunning(d *digest) error {
	sec := d.sec
	running, err := m.tx.DB.GamesOf(d.reader.ID, false, maxDigestGames+1)
	if err != nil {
		return err
	}
	if d.company, err = m.tx.Opponents(d.reader.ID, running); err != nil {
		return err
	}
	if len(running) > maxDigestGames {
		running = running[:maxDigestGames]
		sec.Most = maxDigestGames
	}
	for _, g := range running {
		line, waiting, err := m.digestGame(d, g)
		if err != nil {
			return err
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
	slices.SortStableFunc(sec.Waiting, byDue)
	slices.SortStableFunc(sec.Others, byDue)
	return nil
}

// draw makes the boards: of games that wait for the reader, as many as a message has room
// for, and small ones of others.
func (d *digest) draw() {
	sec := d.sec
	for i := range sec.Waiting {
		game := &sec.Waiting[i]
		if i >= maxBoards {
			sec.Boardless++
			sec.FirstBoardless = sec.Waiting[maxBoards].Game
			continue
		}
		if game.Board = d.boards[game.Game](); i >= maxPictures {
			game.Board.Picture = ""
		}
		game.Groups = d.choices[game.Game]()
	}
	for i := range sec.Others[:min(len(sec.Others), maxSmall)] {
		sec.Others[i].Board = d.boards[sec.Others[i].Game]()
	}
}

// byDue orders games by their deadlines; those without one come last.
func byDue(a, b templates.DigestGame) int {
	switch {
	case a.Due.IsZero() != b.Due.IsZero() && a.Due.IsZero():
		return 1
	case a.Due.IsZero() != b.Due.IsZero():
		return -1
	}
	return a.Due.Compare(b.Due)
}

func (m *Messages) gatherFinished(d *digest) error {
	over, err := m.tx.DB.GamesOf(d.reader.ID, true, maxListed)
	if err != nil {
		return err
	}
	if d.sec.Since = d.reader.DigestAt; d.sec.Since.IsZero() && len(over) > maxFinished {
		over = over[:maxFinished]
	}
	for _, g := range over {
		if !g.EndedAt.After(d.sec.Since) {
			break // the latest come first
		}
		line, _, err := m.digestGame(d, g)
		if err != nil {
			return err
		}
		d.sec.Finished = append(d.sec.Finished, line)
	}
	return nil
}

// digestGame is one game in a player's digest, and whether it waits for them.
func (m *Messages) digestGame(d *digest, g db.Game) (line templates.DigestGame, waiting bool, err error) {
	game, err := m.tx.OpenAmong(d.company, g)
	if err != nil {
		return line, false, err
	}
	p, n := d.reader, game.Record.Len()
	side := game.Side(p.ID)
	line = templates.DigestGame{
		Game: g.ID, Title: game.Rules.Title, Opponent: named(game.Opponent(side)), Side: side.String(), Next: n + 1,
	}
	if d.talk < maxDigestTalk {
		words, err := m.tx.DB.Waiting(g.ID, p.ID)
		if err != nil {
			return line, false, err
		}
		if len(words) > 0 {
			silent, err := m.tx.RefusesWords(p.ID, words[0].Author)
			if err != nil {
				return line, false, err
			}
			if silent {
				words = nil
			}
		}
		for _, w := range words {
			line.Messages = append(line.Messages, w.Text)
			d.talk++
		}
	}
	if g.Over() {
		line.Result, line.Reason = ending(game, side, p)
		line.Ending = endedBy(game)
		return line, false, nil
	}
	line.Offer, line.OfferYours = templates.OfferKind(g.Offer), g.OfferBy == p.ID
	line.OfferPly, line.OfferTime = offerPly(game), g.OfferTime
	shown, err := m.clock(game, p)
	if err != nil {
		return line, false, err
	}
	line.Due, line.Standing, line.Pauses = shown.due, shown.standing, shown.pauses
	if !line.Due.IsZero() && !line.Due.After(m.tx.Now()) {
		line.Grace = shown.grace
	}
	if waiting = game.Turn() == side; waiting {
		d.boards[g.ID] = func() templates.Board { return m.boardOf(game, p) }
		d.choices[g.ID] = func() []templates.MoveGroup {
			return numbered(game.Rules.In(p.Lang), game.Record.Position())
		}
		digestTurn(&line, game, side)
	} else {
		d.boards[g.ID] = func() templates.Board { return m.smallBoard(game, p) }
	}
	return line, waiting, nil
}

// digestTurn adds what a game waits for to its line in the digest.
func digestTurn(line *templates.DigestGame, g *club.Game, side rules.Side) {
	n := g.Record.Len()
	line.Recent = listPlies(g, g.Player(side), max(1, n-recentPlies+1), n)
	line.Second = g.AmidTurn(side) && canPass(g)
	line.Example = rules.Spell(g.Record.Position(), g.Record.Legal()[0], g.Rules.In(g.Player(side).Lang).Say)
}

// splitPauses moves the pauses that concern all games of the reader to the digest, once, and
// returns those of one opponent.
func splitPauses(sec *templates.Digest, pauses []templates.ClockPause) (theirs []templates.ClockPause) {
	for _, p := range pauses {
		switch {
		case !p.You && p.Why != string(db.Down):
			theirs = append(theirs, p)
		case !slices.Contains(sec.Pauses, p):
			sec.Pauses = append(sec.Pauses, p)
		}
	}
	return theirs
}
