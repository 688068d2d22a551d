package handler

import (
	"log/slog"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// An Observation is something worth counting. Those of a transaction are told after its commit,
// so that a transaction that ran twice counts once.
//
// The handler does not count: how counts are kept and shown is the business of the command.
// What is small in the database, such as the queues, is counted there (db.Tx.Queues), so that
// it is right after a restart.
type Observation struct {
	What ObservationKind
	// Label is one of a few words for each kind: never a text of a message, nor an address.
	Label string
	N     int           // how many; only of Played
	Took  time.Duration // only of what takes time
	About []slog.Attr   // only of Happened: which game, whose, and what
}

// ObservationKind is what was seen. Package server adds its own.
type ObservationKind string

// What the handler does.
const (
	// KindIncoming: a message in was settled; Label is what became of it, one of Outcomes.
	KindIncoming ObservationKind = "in"
	// KindSuppressed: an automatic mail was not answered; Label is the sign that
	// it gave, one of Signs.
	KindSuppressed ObservationKind = "suppressed"
	// KindRestrained: an answer was left out; Label is one of Restraints.
	KindRestrained ObservationKind = "restrained"
	// KindPlayed: N plies were played; Label is the name of the rules.
	KindPlayed ObservationKind = "played"
	// KindBounced: a message came back for good; Label is one of Severities.
	KindBounced ObservationKind = "bounced"
	// KindUnsubscribed: somebody paused or stopped the messages by one click.
	KindUnsubscribed ObservationKind = "unsubscribed"
	// KindCalendar: somebody turned their calendar on or off.
	KindCalendar ObservationKind = "calendar"
	// KindDeparted: somebody left, blocked somebody, or turned their calendar on or off.
	KindDeparted ObservationKind = "departed"
	// KindHappened: something happened in a game, for those who follow it; Label is a
	// sentence. See history.
	KindHappened ObservationKind = "happened"
)

// observationsOf returns what is observed of an event.
func observationsOf(e club.Event) []Observation {
	seen := history(e)
	switch e := e.(type) {
	case club.PliesPlayed:
		return append(seen, Observation{What: KindPlayed, Label: e.Game.Row.Rules, N: e.Last - e.First + 1})
	case club.CalendarShown:
		if e.Changed {
			return append(seen, Observation{What: KindCalendar}, Observation{What: KindDeparted})
		}
	case club.PlayerLeft, club.Blocked, club.OperatorBlocked:
		return append(seen, Observation{What: KindDeparted})
	case club.Bounced:
		if e.Hard {
			return append(seen, Observation{What: KindBounced, Label: "hard"})
		}
		return append(seen, Observation{What: KindBounced, Label: "soft"})
	}
	return seen
}

// history is what an operator reads about a game: how it began, each turn, offers, and how it
// ended. Players are numbers: there is no address, no name and no word of a message.
func history(e club.Event) []Observation {
	switch e := e.(type) {
	case club.Invited:
		return happening("an invitation was made", slog.Int64("game", e.Invitation.ID),
			slog.String("rules", e.Invitation.Rules),
			slog.Int64("by", e.Challenger.ID), slog.Int64("to", e.Invitee.ID))
	case club.InvitationEnded:
		return happening("an invitation ended", slog.Int64("game", e.Invitation.ID), slog.String("how", string(e.How)),
			slog.Int64("by", e.By.ID))
	case club.InvitationExpired:
		return happening("an invitation expired", slog.Int64("game", e.Invitation.ID),
			slog.Bool("undelivered", e.Undelivered))
	case club.GameBegan:
		return happeningIn("a game began", e.Game, slog.Int64("black", e.Game.Row.Black),
			slog.Int64("white", e.Game.Row.White), slog.String("pace", e.Game.Row.Pace))
	case club.PliesPlayed:
		var plies []string
		for _, m := range e.Game.Record.Plies()[e.First-1 : e.Last] {
			plies = append(plies, string(m))
		}
		return happeningIn("a side played", e.Game, side("side", e.By), slog.Int("ply", e.First),
			slog.String("played", strings.Join(plies, " ")), slog.Bool("conditional", e.Conditional))
	case club.OfferMade:
		return happeningIn("a side asked", e.Game, side("side", e.By), slog.String("for", string(e.What)))
	case club.OfferDeclined:
		return happeningIn("a side declined", e.Game, side("side", e.By), slog.String("what", string(e.What)))
	case club.PliesTakenBack:
		return happeningIn("plies were taken back", e.Game, side("side", e.Asker), slog.Int("ply", e.Next))
	case club.ClockMarkReached:
		return happeningIn("a side was reminded", e.Game, side("side", e.Side), slog.String("of", map[int]string{
			club.RemindedHalf: "half", club.RemindedDay: "a day", club.RemindedOver: "over",
		}[e.Mark]))
	case club.GameResigned:
		return happeningIn("a side resigned", e.Game, side("side", e.By))
	case club.ResignationTakenBack:
		return happeningIn("a resignation was taken back", e.Game, side("side", e.By))
	case club.GameEnded:
		return happeningIn("a game ended", e.Game, slog.String("result", string(e.Game.Row.Result)),
			slog.String("reason", e.Game.Row.Reason), slog.Int("plies", e.Game.Record.Len()))
	}
	return nil
}

// happening is one observation of what an operator reads.
func happening(what string, about ...slog.Attr) []Observation {
	return []Observation{{What: KindHappened, Label: what, About: about}}
}

// happeningIn is happening about a game.
func happeningIn(what string, g *club.Game, about ...slog.Attr) []Observation {
	game := []slog.Attr{slog.Int64("game", g.Row.ID), slog.String("rules", g.Row.Rules)}
	return happening(what, append(game, about...)...)
}

func side(key string, s rules.Side) slog.Attr { return slog.String(key, s.String()) }

// RestraintQuestion is the label of an answer to an unproven writer who was answered or asked
// enough. The other labels are those of db.
const RestraintQuestion = "question"

// Outcomes are the labels of KindIncoming: all that can become of a message.
func Outcomes() []string {
	return []string{"answered", "restrained", "address", "stranger", "too-large", "report", "automatic", "unknown",
		"nobody", "unreadable", "quarantined"}
}

// Restraints are the labels of KindRestrained: an answer that only told an error, one that
// showed something to an unproven writer, and RestraintQuestion.
func Restraints() []string {
	return []string{string(db.CountedError), string(db.CountedLook), RestraintQuestion}
}

// Severities are the labels of KindBounced: hard if the address is at fault, soft if the
// message was given up.
func Severities() []string { return []string{"hard", "soft"} }

// SignOf returns the sign of an automatic message without what its sender chose, so that nobody
// can make up labels.
func SignOf(automatic string) string {
	if strings.HasPrefix(automatic, "from ") {
		return "sender"
	}
	sign, _, _ := strings.Cut(automatic, ":")
	return strings.ToLower(sign)
}

// Signs are all results of SignOf, so that counters can begin with 0.
func Signs() []string {
	signs := []string{
		"a message of turnpost doctor to itself", "auto-submitted", "null return path", "precedence",
		"a message of turnpost itself", "mailing list", "delivery report", "report about a domain", "sender",
		"out-of-office subject", "read receipt", "a note of absence",
	}
	for _, field := range []string{
		"x-auto-response-suppress", "x-autoreply", "x-auto-reply", "x-autoreply-from", "x-autorespond",
		"x-autoresponse", "x-autoresponder", "x-mail-autoreply", "x-autogenerated", "x-auto-submitted",
		"x-vacation", "x-away-message", "x-amazon-auto-reply", "x-failed-recipients", "mailing-list",
		"x-mailing-list", "x-ml-name", "x-hmxmroriginalrecipient", "feedback-type", "tls-report-domain",
	} {
		signs = append(signs, "header field "+field)
	}
	return signs
}

// observe notes an observation, to be told after the commit.
func (r *receipt) observe(what ObservationKind, label string, n int) {
	r.seen = append(r.seen, Observation{What: what, Label: label, N: n})
}

// observeEvent observes the events of the club.
func (a *answer) observeEvent(_ *club.Tx, e club.Event) error {
	a.seen = append(a.seen, observationsOf(e)...)
	a.me, a.running = nil, nil
	switch e := e.(type) {
	case club.PliesPlayed:
		a.more = a.more || e.Conditional || e.Game.Over()
	case club.WordsSaid:
	default:
		a.more = true
	}
	return nil
}

// outcomeLabel returns the label of what became of a message.
func (f *facts) outcomeLabel(restrained bool) string {
	switch {
	case f.writer.Stranger:
		return "stranger"
	case f.writer.Confirming != nil:
		return "address"
	case f.in.TooLarge:
		return "too-large"
	case restrained:
		return "restrained"
	}
	return "answered"
}
