package notify

import (
	"hash/fnv"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/templates"
)

// topic is what a message of no game is about: it has a subject of its own, and a thread.
type topic struct {
	subject string // the message of the catalogue
	value   string // what stands in it: the name of a tournament, a player or a game
	apart   bool   // it has its own thread even in reply to a message about something else
}

// thread is the number of the topic's thread, below those of package db.
func (t topic) thread() int64 {
	sum := fnv.New32a()
	sum.Write([]byte(t.subject + " " + t.value)) // which never fails
	return -1<<32 - int64(sum.Sum32())
}

// topics are the subjects, and the kinds of the sections that open messages with them. Other
// kinds are in topicOf.
var topics = map[string][]string{
	"subject.games": {"games", "history", "turn", "conditionals", "preview", "export", "notes", "postmortem", "said",
		"invitation", "invited", "answered", "expired"},
	"subject.open":     {"open"},
	"subject.vacation": {"vacation", "vacationover", "vacationoffer"},
	"subject.settings": {"settings", "zone", "digestset", "lettersset", "calendarset", "addressnews", "blocked",
		"muted", "named", "zonehint"},
	"subject.puzzles":     {"puzzle", "puzzleanswer", "nopuzzle", "puzzleset"},
	"subject.following":   {"following", "followedgame", "followedtable"},
	"subject.best":        {"bestofweek", "bestset"},
	"subject.help":        {"help", "gamelist"},
	"subject.tournaments": {"tournaments"},
	"subject.ladders":     {"ladders", "ladderplaces"},
	"subject.results":     {"standings", "person"},
	"subject.leaving":     {"asking", "kept", "stopped", "forgotten"},
	"subject.messages":    {"paused", "lifted", "share", "announcement"},
	"subject.doubt":       {"held", "claimed", "dropped", "notyou"},
	"subject.address":     {"newaddress"},
	"subject.digest":      {"digest"},
	"subject.answer":      {"receipt"},
}

// topicOf is the topic of a section that opens a message.
func topicOf(sec templates.Section) topic {
	switch sec := sec.(type) {
	case *templates.SeasonPart:
		return topic{subject: "tournaments.head-one", value: sec.Name}
	case *templates.SeasonTable:
		return topic{subject: "tournaments.head-one", value: sec.Name, apart: sec.Why == "began"}
	case *templates.Cup:
		return topic{subject: "tournaments.head-one", value: sec.Name, apart: sec.Why == "began"}
	case *templates.Ladder:
		return topic{subject: "ladder.head.asked", value: sec.Title}
	case *templates.LadderLeft:
		return topic{subject: "ladder.head.asked", value: sec.Title}
	case *templates.Rules:
		return topic{subject: "rules.head", value: sec.Title}
	case *templates.OpponentAway:
		return topic{subject: "subject.away", value: sec.Who}
	case *templates.OpponentUnreached:
		return topic{subject: "subject.unreached", value: sec.Who}
	}
	kind := templates.Kind(sec)
	for subject, kinds := range topics {
		if slices.Contains(kinds, kind) {
			return topic{subject: subject, apart: kind == "puzzle"}
		}
	}
	return topic{subject: "subject.answer"}
}

// chooseTopic gives a message of no game the topic of the section that opens it. An answer to a
// reply stays in the thread of that reply, and one that says no more than what was made of the
// writer's message has their subject.
func (m *Messages) chooseTopic(r *message) {
	switch r.thread() {
	case 0, addressThread, db.ThreadShares:
	default:
		return
	}
	var opens templates.Section = &templates.Receipt{}
	if len(r.text.Sections) > 0 && (r.receipt == nil || len(r.receipt.Problems) == 0) {
		opens = r.text.Sections[0]
	}
	t := topicOf(opens)
	own := m.answersTo(r) && m.ownSubject() != ""
	if own && !t.apart && (m.answers.Refers || templates.Kind(opens) == "receipt") {
		return
	}
	r.topic = &t
}

// ownSubject is the subject of the answered message without "Re:", if its writer is not a stranger.
func (m *Messages) ownSubject() string {
	if m.answers == nil || m.answers.Stranger {
		return ""
	}
	return strings.TrimSpace(trimRe.ReplaceAllString(m.answers.Subject, ""))
}
