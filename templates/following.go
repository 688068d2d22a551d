package templates

import (
	"slices"
	"time"
)

// FollowedItem is one thing that the reader follows: a game, the games of a player, those of
// some rules (Title) or all, or those of a tournament.
type FollowedItem struct {
	Kind         string // game, player or tournament
	Game         int64
	Title        string
	Black, White string
	Name         string // the player's or the tournament's
	Rules        string // the name of Title's game, of a player
}

// name is what is followed, in a sentence.
func (f FollowedItem) name(m *composer) string {
	switch {
	case f.Kind == "tournament":
		return m.say("following.tournament", f)
	case f.Kind != "player":
		return m.say("following.game", f)
	case f.Title != "":
		return m.say("following.player-of", f)
	}
	return m.say("following.player", f)
}

// end is the command that ends it.
func (f FollowedItem) end(m *composer) string {
	switch {
	case f.Kind == "tournament":
		return m.say("command.unfollow-tournament", f)
	case f.Kind != "player":
		return m.say("command.unfollow-game", f)
	case f.Rules != "":
		return m.say("command.unfollow-player-of", f)
	}
	return m.say("command.unfollow-player", f)
}

// Following says what the reader follows, and how they read it.
type Following struct {
	What  string        // began, already, ended, nothing (any more), chosen or list
	Item  *FollowedItem // that began or ended
	Items []FollowedItem
	// Every says that they read letter by letter, else with the digest, and Ends that they
	// read games that are over alone.
	Every, Ends bool
	At          string // when it comes each day, for a player without a digest
	Late        int    // how many plies late
	More        bool   // another of these follows, which says all that is to be said
	// Opponents says that the reader has games with whom they follow.
	Opponents bool
}

// Tables reports whether tables of a tournament come as well.
func (f Following) Tables() bool {
	return f.What != "ended" && f.Item != nil && f.Item.Kind == "tournament" ||
		slices.ContainsFunc(f.Items, func(item FollowedItem) bool { return item.Kind == "tournament" })
}

func (*Following) kind() string { return "following" }

func (f *Following) head(m *composer) string {
	if f.Item != nil {
		return m.say(pick("following.head.", f.What, "began", "already", "ended"), f, "Item", f.Item.name(m))
	}
	return m.say(pick("following.head.", f.What, "nothing", "chosen", "list", "none"))
}

func (f *Following) body(m *composer) {
	if f.Opponents {
		m.para("following.opponents")
	}
	if f.What == "nothing" {
		m.para("following.nothing")
	}
	if f.More {
		return
	}
	if f.What != "nothing" && f.What != "none" {
		f.reading(m)
		f.items(m)
		m.para("following.how")
		if f.Ends || !f.Every {
			m.command("command.following-every")
		}
		if f.Ends || f.Every {
			m.command("command.following-digest")
		}
		if !f.Ends {
			m.command("command.following-end")
		}
	}
	m.para("following.what")
	m.form("command.follow-player")
	m.form("command.follow-game")
	m.form("command.follow-tournament")
}

// reading says how and when the reader reads what they follow.
func (f *Following) reading(m *composer) {
	switch {
	case f.Ends && f.Every:
		m.para("following.ends-every")
	case f.Ends && f.At != "":
		m.para("following.ends-daily", f)
	case f.Ends:
		m.para("following.ends-digest")
	case f.Every:
		m.para("following.every")
	case f.At != "":
		m.para("following.daily", f)
	default:
		m.para("following.digest")
	}
	if !f.Ends && f.Late > 0 {
		m.paraMany("following.late", f.Late)
	}
	if f.Tables() {
		if f.Ends {
			m.para("following.tables-ends")
		} else {
			m.para("following.tables")
		}
	}
}

// items lists what the reader follows, and how to end it.
func (f *Following) items(m *composer) {
	if len(f.Items) == 0 {
		return
	}
	m.para("following.items")
	for _, i := range f.Items {
		m.item(i.name(m))
	}
	m.para("following.end-one")
	for _, i := range f.Items {
		m.commandLine(i.end(m))
	}
	m.command("command.unfollow")
}

// FollowedGame shows a game to somebody who follows it.
type FollowedGame struct {
	Game         int64
	Title        string
	Black, White string
	Last         int   // the last ply that is shown
	Plies        []Ply // the last of those that are news
	Board        Board
	Undone       bool // some that were shown before were taken back
	Late         int  // how many plies late it is shown; 0: it is not

	// Of a game that is over:
	Result string // black, white, draw or void
	Reason string // why its rules ended it
	Ending OutsideEnding
	More   int  // how many other games have news that is not in the message
	End    bool // how to follow nothing more stands behind it
}

// Winner and Loser are those of a game that somebody has won.
func (g FollowedGame) Winner() string {
	if g.Result == "white" {
		return g.White
	}
	return g.Black
}

// Loser is the other one.
func (g FollowedGame) Loser() string {
	if g.Result == "white" {
		return g.Black
	}
	return g.White
}

// result is the game's result, or where it stands.
func (g *FollowedGame) result(m *composer) string {
	switch {
	case g.Result == "black", g.Result == "white":
		return m.say("followed.won", g, "Winner", g.Winner())
	case g.Result == "draw":
		return m.say("followed.drawn", g)
	case g.Result != "":
		return m.say("followed.void", g)
	case g.Last > 0:
		return m.say("followed.ply", g)
	}
	return m.say("followed.start", g)
}

// why is the reason of the result.
func (g *FollowedGame) why(m *composer) string {
	if g.Ending == EndingTime && g.Result == "draw" {
		return m.say("ended.drawn-time")
	}
	switch g.Ending {
	case EndingResigned, EndingTime, EndingAgreed, EndingAdjudicated, EndingAborted:
		return m.say(pick("followed.why.", g.Ending, EndingResigned, EndingTime, EndingAgreed, EndingAdjudicated,
			EndingAborted), g,
			"Loser", g.Loser())
	}
	return g.Reason
}

func (*FollowedGame) kind() string              { return "followedgame" }
func (g *FollowedGame) head(m *composer) string { return g.result(m) + of(g.Title, g.Game) }

func (g *FollowedGame) body(m *composer) {
	if g.Result != "" {
		m.para("followed.over", "Why", g.why(m))
	}
	if g.Undone {
		m.para("followed.undone")
	}
	if len(g.Plies) > 0 {
		m.plies(g.Plies)
	}
	m.board(g.Board)
	if g.Late > 0 {
		m.paraMany("followed.late", g.Late)
	}
	if g.Result == "" {
		m.para("followed.end")
		m.command("command.unfollow-game", g)
	}
	if g.More > 0 {
		m.paraMany("followed.more", g.More)
	}
	m.endAll(g.End)
}

// endAll says how to follow nothing more.
func (m *composer) endAll(end bool) {
	if end {
		m.para("followed.end-all")
		m.command("command.unfollow")
	}
}

// FollowedTable shows a table of a tournament to somebody who follows it.
type FollowedTable struct {
	Table SeasonTable
	Cup   *Cup // in place of the table
	Last  bool // no other table of its tournament stands behind it
	More  int  // how many other tables have news that is not in the message
	End   bool // how to follow nothing more stands behind it
}

func (*FollowedTable) kind() string { return "followedtable" }

func (t *FollowedTable) head(m *composer) string {
	if t.Cup != nil {
		return t.Cup.head(m)
	}
	if t.Table.Why == "over" {
		return m.say("seasontable.head-over", t, "Which", t.Table.which(m))
	}
	return m.say("seasontable.head", "Which", t.Table.which(m))
}

func (t *FollowedTable) body(m *composer) {
	if t.Cup != nil {
		t.Cup.body(m)
	} else {
		t.Table.rows(m)
	}
	if t.End && t.Cup == nil {
		m.para("seasontable.key")
	}
	if t.Last && !t.Table.Ends.IsZero() {
		if t.Cup == nil {
			m.para("seasontable.ends", "Date", m.day(t.Table.Ends))
		}
		m.para("followedtable.end", t.Table)
		m.command("command.unfollow-tournament", t.Table)
	}
	if t.More > 0 {
		m.paraMany("followedtable.more", t.More)
	}
	m.endAll(t.End)
}

// BestGame is one of the best games of a week.
type BestGame struct {
	FollowedGame
	Readers, Turnings int // how many followed it, and at how many plies it turned
}

// BestOfWeek shows the best games of a week.
type BestOfWeek struct {
	Games []BestGame
	Asked bool // the reader asked for it now
}

func (*BestOfWeek) kind() string { return "bestofweek" }

func (b *BestOfWeek) head(m *composer) string {
	if len(b.Games) == 0 {
		return m.say("best.head-none", b)
	}
	return m.many("best.head", len(b.Games), b)
}

func (b *BestOfWeek) body(m *composer) {
	for _, g := range b.Games {
		m.para("best.game", g.FollowedGame, "Result", g.result(m), "Why", g.why(m))
		if g.Readers > 0 {
			m.lineMany("best.readers", g.Readers)
		}
		if g.Turnings > 0 {
			m.lineMany("best.turnings", g.Turnings)
		}
		m.board(g.Board)
	}
	if len(b.Games) > 0 {
		m.para("best.chosen")
	}
	if b.Asked {
		m.para("best.weekly")
		m.command("command.best-on")
	} else {
		m.para("best.end")
	}
	m.command("command.best-off")
}

// WeeklyBestSetting says whether the reader gets the best of each week.
type WeeklyBestSetting struct {
	Next time.Time // zero: not
}

func (*WeeklyBestSetting) kind() string { return "bestset" }

func (b *WeeklyBestSetting) head(m *composer) string {
	if b.Next.IsZero() {
		return m.say("best.off", b)
	}
	return m.say("best.on", b)
}

func (b *WeeklyBestSetting) body(m *composer) {
	if b.Next.IsZero() {
		m.para("best.now")
		m.command("command.best-on")
		m.command("command.best-now")
		return
	}
	m.para("best.next", "Next", m.when(b.Next))
	m.command("command.best-off")
}
