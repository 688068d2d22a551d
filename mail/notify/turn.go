package notify

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// recentPlies is how many of the last plies a message shows.
const recentPlies = 8

// Show adds a game as it stands to the message to one of its players.
func (m *Messages) Show(g *club.Game, side rules.Side) error {
	_, err := m.show(g, side, nil)
	return err
}

// ShowFrom is Show with the plies of the piece on one cell; of all, if it has none or from is "".
func (m *Messages) ShowFrom(g *club.Game, side rules.Side, from string) error {
	sec, err := m.show(g, side, nil)
	if err == nil && from != "" {
		sec.ChooseFrom(from)
	}
	return err
}

// ratingsFor returns lines of ratings with the names by which a player knows the opponent.
func ratingsFor(lines []templates.RatingLine, g *club.Game, side rules.Side) []templates.RatingLine {
	lines = slices.Clone(lines)
	for i := range lines {
		if lines[i].Name == named(g.Player(side.Opponent())) {
			lines[i].Name = named(g.Opponent(side))
		}
	}
	return lines
}

// show adds a game as it stands to the message to one of its players, and returns the
// section. played are the plies that are news.
func (m *Messages) show(g *club.Game, side rules.Side, played []templates.Ply) (*templates.Turn, error) {
	n, now := g.Record.Len(), m.newsOf(g)
	reader := g.Player(side)
	r := m.inGame(reader, g)
	sec := &templates.Turn{
		Game:     g.Row.ID,
		Title:    g.Rules.Title,
		Side:     side.String(),
		Opponent: named(g.Opponent(side)),
		Next:     n + 1,
		Played:   played,
		Board:    m.boardIn(r, g.Record.Position(), g.Record.Tail(rules.Marked), g.Rules, side),
		News:     now.bySide[side], Again: len(played) == 0,
		Ratings: ratingsFor(now.ratings, g, side), NotRated: now.notRated, AgainstRobots: g.Row.WithProgram,
	}
	r.add(sec).of(g)
	var err error
	if bot := g.Player(side.Opponent()); club.BotLevelOf(bot) > 0 {
		sec.Robot, sec.RobotRated = g.Rules.Name, g.Row.Rated
		if sec.Program = m.notifier.Program(g.Rules.Name); sec.Program != "" {
			sec.Level = club.BotLevelOf(bot)
		} else if sec.Strength, err = strength(m.tx, bot, g.Row); err != nil {
			return nil, err
		}
	}
	if sec.Message, err = m.hearTalk(r, g); err != nil {
		return nil, err
	}
	if sec.Message != "" && m.answersTo(r) {
		r.by(g.Player(side.Opponent()))
	}
	notes, err := m.tx.DB.Notes(g.Row.ID, reader.ID)
	if err != nil {
		return nil, err
	}
	sec.Notes, sec.MoreNotes, sec.NotesShown = lastNotes(notes, ShownNotes), len(notes) > ShownNotes, published(notes)
	switch g.Turn() {
	case rules.None:
		m.showEnd(r, g, side, sec)
		return sec, nil
	case side:
		sec.ToMove = templates.MoverYou
		if g.AmidTurn(side) {
			sec.Second = canPass(g)
			sec.Still = !sec.Second
		}
		sec.Groups = numbered(g.Rules.In(reader.Lang), g.Record.Position())
		sec.Example = sec.Groups[0].Moves[0].Text
		sec.Table = table(g.Record.Position(), side)
		sec.Notation = g.Rules.In(reader.Lang).Notation
		if len(sec.Board.Sentences) > 0 {
			sec.Moves = movesInWords(g.Rules.In(reader.Lang), g.Record.Position())
		}
	default:
		sec.ToMove, sec.Quiet = templates.MoverOpponent, reader.Messages == db.MessagesDigest
	}
	sec.LastOfThree = g.Record.Occurrences() == rules.Drawn-1
	sec.Recent = listPlies(g, reader, max(1, n-recentPlies+1), n)
	sec.Offer, sec.OfferYours = templates.OfferKind(g.Row.Offer), g.Row.OfferBy == reader.ID
	sec.OfferPly, sec.OfferTime = offerPly(g), g.Row.OfferTime
	shown, err := m.clock(g, reader)
	sec.Due, sec.Grace, sec.Pauses, sec.Standing = shown.due, shown.grace, shown.pauses, shown.standing
	return sec, err
}

// offerPly is the first ply that would be taken back by what is offered in a game.
func offerPly(g *club.Game) int {
	switch by := g.Side(g.Row.OfferBy); g.Row.Offer {
	case db.OfferUndo:
		return g.TakenBackTo(by) + 1
	case db.OfferForgive:
		return g.TakenBackTo(by.Opponent()) + 1
	}
	return 0
}

// showEnd says how a game ended.
func (m *Messages) showEnd(r *message, g *club.Game, side rules.Side, sec *templates.Turn) {
	sec.ToMove = templates.MoverNobody
	sec.Result, sec.Reason = ending(g, side, r.to)
	if sec.Ending = endedBy(g); sec.Ending != "" {
		sec.Board.Remarks = nil // of a turn that nobody makes
	}
	if g.Row.Retractable() {
		until := LocalTime(r.to, g.Row.ClockDue)
		sec.Offer, sec.OfferYours, sec.OfferUntil = templates.OfferKind(g.Row.Offer), g.Row.OfferBy == r.to.ID, until
		if sec.Retractable = g.Row.Offer == db.NoOffer; !sec.Retractable {
			return // until that is answered, nothing is over
		}
	}
	sec.Transcript = listPlies(g, r.to, 1, g.Record.Len())
	opponent := g.Opponent(side)
	sec.Rematch = (opponent.Address != "" || club.BotLevelOf(opponent) > 0) && opponent.StoppedAt.IsZero()
	if !g.WasOver {
		r.ended = append(r.ended, g)
		_, sec.Attached = rules.SceneOf(g.Record.Position(), side, rules.English)
	}
}

// shownClock is a game's clock as a reader sees it, in the reader's timezone.
type shownClock struct {
	due, grace time.Time
	pauses     []templates.ClockPause
	standing   bool // the clocks stand still now
}

// clock is the clock of the side to move.
func (m *Messages) clock(g *club.Game, reader db.Player) (shown shownClock, err error) {
	pauses, err := m.tx.Pauses(g)
	if err != nil {
		return shown, err
	}
	c, err := m.tx.ClockWith(g, g.Turn(), pauses)
	if err != nil {
		return shown, err
	}
	local := func(at time.Time) time.Time {
		if at.IsZero() {
			return at
		}
		return LocalTime(reader, at)
	}
	if club.BotLevelOf(g.Player(g.Turn())) == 0 { // no clock of a robot's runs out
		shown.due, shown.grace = local(c.Deadline()), local(c.Lost())
	}
	for _, p := range pauses {
		why := string(p.Why)
		if p.Wished {
			why = "paused"
		}
		shown.pauses = append(shown.pauses,
			templates.ClockPause{Why: why, You: p.Player == reader.ID, From: local(p.From), To: local(p.To)})
		if !p.From.After(m.tx.Now()) && (p.To.IsZero() || p.To.After(m.tx.Now())) {
			shown.standing = true
		}
	}
	return shown, nil
}

// endedBy is what ended a game outside its rules; "" if its rules ended it.
func endedBy(g *club.Game) templates.OutsideEnding {
	if g.Record.Outcome().Over() {
		return ""
	}
	return templates.OutsideEnding(g.Row.Reason)
}

// ending is a game's result for the player of one side, and the reason in the reader's
// language.
func ending(g *club.Game, side rules.Side, reader db.Player) (result templates.OwnResult, reason string) {
	switch g.Row.Result {
	case db.Drawn:
		result = templates.Drawn
	case club.ResultOf(rules.Wins(side)):
		result = templates.Won
	case db.Void:
		result = templates.Void
	default:
		result = templates.Lost
	}
	own, outcome := g.Rules.In(reader.Lang), rules.Outcome{Reason: g.Row.Reason}
	if result == templates.Won || result == templates.Lost {
		return result, own.ReasonFor(outcome, result == templates.Won)
	}
	return result, own.Reason(outcome)
}

// listPlies lists the plies first to last, counted from 1, as the reader's language writes them.
func listPlies(g *club.Game, reader db.Player, first, last int) []templates.Ply {
	return pliesOf(g.Rules.In(reader.Lang), g.Record, first, last)
}

// spokenPlies is listPlies for a sentence, with what the reader's language calls plies that
// are words, such as "ccw". A ply whose word begins with itself, such as "pass", has none.
func spokenPlies(g *club.Game, reader db.Player, first, last int) []templates.Ply {
	out := listPlies(g, reader, first, last)
	for i, p := range out {
		if said := g.Rules.Words[reader.Lang].Spoken[rules.Move(p.Move)]; !strings.HasPrefix(said, p.Move) {
			out[i].Spoken = said
		}
	}
	return out
}

func pliesOf(told rules.Game, record *rules.Record, first, last int) []templates.Ply {
	var out []templates.Ply
	for n := first; n <= last; n++ {
		p := record.At(n - 1)
		out = append(out,
			templates.Ply{N: n, Side: p.Turn().String(), Move: rules.Spell(p, record.Plies()[n-1], told.Say)})
	}
	return out
}

// canPass reports whether the side to move can end its turn by a pass.
func canPass(g *club.Game) bool { return slices.Contains(g.Record.Legal(), "pass") }

// numbered groups the legal plies for a reader, and numbers them in the order in which they
// are shown, unless a list without numbers is better.
func numbered(told rules.Game, p rules.Position) []templates.MoveGroup {
	var out []templates.MoveGroup
	n, numbers := 0, rules.Numbered(p)
	for _, g := range rules.Groups(p) {
		group := templates.MoveGroup{Title: told.Say("%s", g.Title)}
		for _, m := range g.Moves {
			if numbers {
				n++
			}
			group.Moves = append(group.Moves,
				templates.NumberedMove{N: n, Move: string(m), Text: rules.Spell(p, m, told.Say),
					Hint: rules.Hint(p, m)})
		}
		out = append(out, group)
	}
	return out
}

// table is the board as a table of links, nil if the game has none.
func table(p rules.Position, view rules.Side) *templates.CellTable {
	t, ok := rules.TableOf(p, view)
	if !ok {
		return nil
	}
	out := &templates.CellTable{Skewed: t.Skewed}
	for _, row := range t.Rows {
		var cells []templates.TableCell
		for _, c := range row {
			cells = append(cells, templates.TableCell{Move: string(c.Ply), Side: c.Side.String(), Last: c.Last})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// addOpening adds what is said when a game begins: the pace, and the rules in short if it is
// the player's first of its kind.
func (m *Messages) addOpening(sec *templates.Turn, n *gameNews, side rules.Side) error {
	if !n.began {
		return nil
	}
	g, p := n.game, n.game.Player(side)
	sec.Pace, sec.Terms = g.Row.Pace, g.Rules.In(p.Lang).AgreedTerms()
	counts, err := tournaments.IsCounted(m.tx.DB, g.Row.ID)
	if err != nil {
		return err
	}
	sec.Abort = !counts && !g.HasMoved(side)
	before, err := m.tx.DB.PlayedBefore(p.ID, g.Row)
	if err != nil || before {
		return err
	}
	sec.Brief = g.Rules.In(p.Lang).Brief
	sec.AskPublic, err = m.isFirst(p)
	return err
}

// isFirst reports whether this is the only game a player has had, and the player does not let
// others see games: they are then asked whether they would.
func (m *Messages) isFirst(p db.Player) (bool, error) {
	if p.Public {
		return false, nil
	}
	running, err := m.tx.DB.GamesOf(p.ID, false, 2)
	if err != nil || len(running) != 1 {
		return false, err
	}
	over, err := m.tx.DB.GamesOf(p.ID, true, 1)
	return len(over) == 0, err
}

// showBoth shows a game to both sides, to the loser first if there is one.
func (m *Messages) showBoth(g *club.Game) error {
	for _, side := range []rules.Side{winner(g).Opponent(), winner(g)} {
		if err := m.Show(g, side); err != nil {
			return err
		}
	}
	return nil
}

// winner is the side that has won a game; White if nobody has.
func winner(g *club.Game) rules.Side {
	if g.Row.Result == db.BlackWon {
		return rules.Black
	}
	return rules.White
}

// remind reminds the player to move of the clock.
func (m *Messages) remind(n *gameNews) error {
	side := n.game.Turn()
	// The digest says how much time is left.
	if n.reminder == club.RemindedHalf && n.game.Player(side).Messages == db.MessagesDigest {
		return nil
	}
	sec, err := m.show(n.game, side, nil)
	if err != nil {
		return err
	}
	sec.Reminder = map[int]templates.ReminderKind{club.RemindedHalf: templates.ReminderHalf,
		club.RemindedDay: templates.ReminderDay, club.RemindedOver: templates.ReminderOver}[n.reminder]
	if sec.Reminder == templates.ReminderOver && sec.Due.After(m.tx.Now()) { // reminded with others, and none follows
		sec.Reminder = templates.ReminderLast
	}
	return nil
}

// Left shows a game to the opponent of a player who resigned it by leaving.
func (m *Messages) Left(g *club.Game, side rules.Side) error {
	m.newsOf(g).told = true
	return m.showResigned(g, side.Opponent())
}

// showResigned shows a game that the other side resigned to its winner.
func (m *Messages) showResigned(g *club.Game, side rules.Side) error {
	m.inGame(g.Player(side), g).by(g.Player(side.Opponent()))
	return m.Show(g, side)
}

// showGamesOf shows the boards of a player's running games to the player, or to
// the opponents: a board says why its clocks stand still.
func (m *Messages) showGamesOf(player int64, opponents bool) error {
	running, err := m.tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		game, err := m.tx.Game(g.ID)
		if err != nil {
			return err
		}
		side := game.Side(player)
		if opponents {
			side = side.Opponent()
		}
		if err := m.Show(game, side); err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
	}
	return nil
}

// strength is the rating of a bot in games like g, to the nearest 25.
func strength(tx *club.Tx, bot db.Player, g db.Game) (int, error) {
	r, err := club.RatingOf(tx, bot, g)
	return 25 * int(math.Round(r.Rating/25)), err
}
