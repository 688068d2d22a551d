package handler

import (
	"fmt"
	"log/slog"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/club/bot"
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/mail/notify"
	"turnpost/rules"
	"turnpost/templates"
)

// ServerIdentity is the server address that players write to, the name beside it, and what mail to
// it is trusted for.
type ServerIdentity struct {
	Name    string // one line without brackets
	Address string // local@domain
	// Plus says that mail to local+tag@domain reaches the mailbox, so that the address of a
	// reply can carry its token.
	Plus bool
	// AuthservID is the name under which the mailbox's own server writes Authentication-Results
	// (RFC 8601); if empty, none are trusted.
	AuthservID string
	// Open says that every message with one sender is trusted (see package auth).
	Open bool
}

// Is reports whether an address is the server address, with or without a tag.
func (r ServerIdentity) Is(addr string) bool {
	local, domain, _ := strings.Cut(mail.Key(r.Address), "@")
	other, ok := strings.CutSuffix(mail.Key(addr), "@"+domain)
	return ok && (other == local || strings.HasPrefix(other, local+"+"))
}

// serverAddress returns what makes the Message-IDs and reply tokens of the server address.
func (r ServerIdentity) serverAddress() auth.ServerAddress {
	return auth.ServerAddress{Address: r.Address, Plus: r.Plus}
}

// Handler answers messages, and does what is due, each in a transaction that its caller begins:
// package server, whose loops say when. Its fields must be set before the first message.
type Handler struct {
	// Club carries out operations, and Notifier writes the messages about them.
	Club     *club.Club
	Notifier *notify.Notifier
	// Verifier, if not nil, verifies the signatures of messages that nothing else proves.
	Verifier *auth.DKIMVerifier
	// Vouched, if not nil, returns the folded address that a signature of a message proved when
	// the message first came, and whether that is known. Only a replay sets it.
	Vouched func(db.Incoming) (address string, known bool)
	// Bots remembers what bots computed.
	Bots *bot.Cache
	// Limits are DefaultLimits unless they are set.
	Limits AnswerLimits

	identity ServerIdentity
	db       *db.DB
	reader   *command.Reader
	log      *slog.Logger
}

// New returns a handler for a server address on an open database. words are the texts of its
// messages.
func New(address ServerIdentity, d *db.DB, games []rules.Game, words *templates.Catalogues, log *slog.Logger) (*Handler,
	error) {
	if _, err := mail.ParseAddress(address.Address); err != nil {
		return nil, fmt.Errorf("the server's address: %w", err)
	}
	for _, r := range address.Address {
		if r > '~' {
			return nil, fmt.Errorf("the server's address %s: write the domain as it stands in DNS (xn--...)",
				address.Address)
		}
	}
	reader, err := command.NewReader(games)
	if err != nil {
		return nil, err
	}
	log = slog.New(mail.Redact(log.Handler()))
	c := club.New(games, log)
	c.Ours = []string{address.Name}
	c.Lines = words.Heads()
	c.Listeners = append(c.Listeners, analysis.WantPostMortem, analysis.WantPuzzles,
		tournament.ListenToGames, tournament.ListenToLadderGames, follow.Listen)
	h := &Handler{
		Club: c, Notifier: notify.New(words, address.Name, address.serverAddress()), Bots: bot.NewCache(),
		Limits:   DefaultLimits(),
		identity: address, db: d, reader: reader, log: log,
	}
	h.Notifier.Program = h.Bots.Program
	return h, nil
}

// Identity is whom players write to.
func (h *Handler) Identity() ServerIdentity { return h.identity }
