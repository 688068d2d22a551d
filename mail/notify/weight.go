package notify

import (
	"cmp"
	"slices"
	"time"

	"turnpost/mail/club"
	"turnpost/templates"
)

// byWeight is the order in which a message tells what happened: what weighs most opens it. The
// things of one row are told in the order in which they happened or were asked for, but games
// that wait for the reader by their deadlines. A name is the kind of a section, and behind a
// colon what it says where that matters; see [message.news].
var byWeight = [][]string{
	// It is the last message, or asks who its reader is.
	{"forgotten", "stopped", "paused"},
	{"announcement"},
	{"dropped", "held", "claimed", "notyou", "newaddress", "asking", "kept", "vacationoffer", "season:asked",
		"season:invited"}, {"turn:late"},
	// Something is over.
	{"seasontable:won", "cup:won"},
	{"season:out", "ladderleft"},
	{"turn:ended"},
	{"season:warned", "season:silent"},
	{"seasontable:over", "cup:over", "cup:knocked", "cup:on"},
	// Somebody waits for the reader, or the reader has acted.
	{"turn:asks", "invitation"},
	{"seasontable:began", "cup:began", "cup:bye"},
	{"vacation:changed", "vacationover"},
	{"turn:offered", "turn:yours"},
	{"ladder:soon", "ladder:slid"},
	{"digest:waiting"},
	{"puzzleanswer"},
	{"answered", "expired", "invited", "season:joined", "season:already", "season:withdrew", "season:last",
		"season:shown", "season:stayed", "season:made", "season:closed", "season:declined", "season:refused", "ladder:joined",
		"ladder:already", "ladder:nobody", "blocked", "muted", "addressnews"},
	{"said"},
	{"opponentaway", "unreached"},
	{"turn:theirs"},
	// Something is set, or was asked for.
	{"lifted", "share"},
	{"following", "bestset", "settings:changed", "zone", "digestset", "lettersset", "calendarset", "puzzleset"},
	{"notes"},
	{"turn:shown", "digest", "vacation", "settings", "rules", "help", "games", "history", "gamelist", "standings",
		"person",
		"open", "export", "preview", "conditionals", "ladders", "ladder:asked", "tournaments", "seasontable:asked",
		"cup:asked"},
	{"ladderplaces", "seasontable:digest", "seasontable:top", "cup:digest"},
	{"puzzle", "nopuzzle", "bestofweek"},
	{"postmortem"},
	{"followedgame", "followedtable"},
	// What goes with all the rest.
	{"named", "zonehint"},
}

// news names what a section says, for its weight.
func (r *message) news(sec templates.Section) string {
	kind := templates.Kind(sec)
	switch sec := sec.(type) {
	case *templates.Turn:
		return kind + ":" + r.newsOfTurn(sec)
	case *templates.SeasonPart:
		return kind + ":" + sec.What
	case *templates.Ladder:
		return kind + ":" + sec.Why
	case *templates.SeasonTable:
		if sec.Why == "over" && sec.You {
			return kind + ":won"
		}
		return kind + ":" + sec.Why
	case *templates.Cup:
		if sec.Why == "over" && sec.You {
			return kind + ":won"
		}
		return kind + ":" + sec.Why
	case *templates.Digest:
		if len(sec.Waiting)+sec.Offers > 0 {
			return kind + ":waiting"
		}
	case *templates.Vacation:
		if sec.Set != nil || sec.Ended || sec.Dropped > 0 {
			return kind + ":changed"
		}
	case *templates.Settings:
		if len(sec.Changed) > 0 {
			return kind + ":changed"
		}
	}
	return kind
}

// newsOfTurn names what is new in a game.
func (r *message) newsOfTurn(t *templates.Turn) string {
	ended := slices.ContainsFunc(r.ended, func(g *club.Game) bool { return g.Row.ID == t.Game })
	switch {
	case t.Reminder == "over":
		return "late"
	case t.Offer != "" && !t.OfferYours:
		return "asks"
	case ended, t.ToMove == "nobody" && len(t.News) > 0:
		return "ended"
	case t.Offer != "" && t.Reminder == "":
		return "offered"
	case t.Again && len(t.News) == 0 && !t.Started && t.Reminder == "" && t.Message == "":
		return "shown"
	case t.ToMove == "you":
		return "yours"
	}
	return "theirs"
}

// arrange puts the sections of a message in the order of their weight.
func (r *message) arrange() {
	type weighed struct {
		sec    templates.Section
		weight int
		due    time.Time
	}
	later := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) // than all deadlines
	all := make([]weighed, len(r.text.Sections))
	for i, sec := range r.text.Sections {
		news := r.news(sec)
		all[i] = weighed{sec: sec, weight: weightOf(news), due: later}
		if t, ok := sec.(*templates.Turn); ok && t.ToMove == "you" && !t.Due.IsZero() && news != "turn:shown" {
			all[i].due = t.Due
		}
	}
	slices.SortStableFunc(all, func(a, b weighed) int { return cmp.Or(a.weight-b.weight, a.due.Compare(b.due)) })
	for i, w := range all {
		r.text.Sections[i] = w.sec
	}
}

// weightOf is the row of byWeight that has a name; beyond all if none has.
func weightOf(news string) int {
	for i, row := range byWeight {
		if slices.Contains(row, news) {
			return i
		}
	}
	return len(byWeight)
}
