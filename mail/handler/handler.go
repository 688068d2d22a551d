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
	"turnpost/mail/club/follow"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"

	"turnpost/mail/notify"

	"turnpost/mail/club/bot"

	"turnpost/rules"
	"turnpost/templates"
)

// ServerIdentity is the address that players write to.
type ServerIdentity struct {
	Name    string // one line without brackets
	Address string // local@domain
	// Plus says that mail to local+tag@domain reaches the mailbox, so that a
	// reply's address can carry its ticket.
	Plus bool
	// AuthservID is the name under which the mailbox's own server writes
	// Authentication-Results (RFC 8601); empty: none are believed.
	AuthservID string
	// Open says that every letter with one sender is believed (see package auth).
	Open bool
}

// Is reports whether an address is the robot's, with or without a tag.
func (r ServerIdentity) Is(addr string) bool {
	local, domain, _ := strings.Cut(mail.Key(r.Address), "@")
	other, ok := strings.CutSuffix(mail.Key(addr), "@"+domain)
	return ok && (other == local || strings.HasPrefix(other, local+"+"))
}

// MessageID is the id that a letter to a player about a game at a ply has.
func (r ServerIdentity) MessageID(key []byte, player, game, ply int64, nonce string) string {
	return r.serverAddress().MessageID(auth.NewReplyToken(key, player, game, ply, 0), nonce)
}

// mailbox is where the robot's letters and tickets come from.
func (r ServerIdentity) serverAddress() auth.ServerAddress {
	return auth.ServerAddress{Address: r.Address, Plus: r.Plus}
}

// Handler answers letters, and does what time brings, each in a transaction that
// somebody else begins: package server, whose loops say when. Its fields must be
// set before the first letter.
type Handler struct {
	// Club acts, and Teller writes the letters that come of it.
	Club   *club.Club
	Teller *notify.Teller
	// Verifier, if not nil, verifies the signatures of letters that nothing else
	// proves.
	Verifier *auth.Verifier
	// Robots think for the robots.
	Bots *bot.Mind
	// Limits are DefaultLimits unless they are set.
	Limits Limits

	identity ServerIdentity
	db       *db.DB
	reader   *command.Reader
	log      *slog.Logger
}

// New makes a desk for an address on an open database, whose letters are said in words.
func New(address ServerIdentity, d *db.DB, games []rules.Game, words *templates.Set, log *slog.Logger) (*Handler, error) {
	if _, err := mail.ParseAddress(address.Address); err != nil {
		return nil, fmt.Errorf("the robot's address: %w", err)
	}
	for _, r := range address.Address {
		if r > '~' {
			return nil, fmt.Errorf("the robot's address %s: write the domain as it stands in DNS (xn--...)", address.Address)
		}
	}
	reader, err := command.NewReader(games)
	if err != nil {
		return nil, err
	}
	log = slog.New(mail.Redact(log.Handler()))
	house := club.New(games, log)
	house.Ours = []string{address.Name}
	house.Listeners = append(house.Listeners, analysis.WantPostMortem, analysis.WantPuzzles, tournament.ListenToGames, tournament.ListenToLadderGames, follow.Listen)
	return &Handler{
		Club: house, Teller: notify.New(words, address.Name, address.serverAddress()), Bots: bot.New(), Limits: DefaultLimits(),
		identity: address, db: d, reader: reader, log: log,
	}, nil
}

// ServerIdentity is whom players write to.
func (d *Handler) Identity() ServerIdentity { return d.identity }
