package db

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// KeptWishKind is what a person asked for that a restore of an older backup must not undo.
type KeptWishKind string

// The kinds.
const (
	DepartedForget KeptWishKind = "forget"
	DepartedStop   KeptWishKind = "stop"
	DepartedBlock  KeptWishKind = "block" // of Whom; of oneself: by the operator
	// DepartedCalendar: the file of their deadlines got another name, or none, so that an earlier link
	// leads nowhere. See RepeatCalendar.
	DepartedCalendar KeptWishKind = "calendar"
)

// Departed is one entry of the list of forgotten, stopped and blocked people. Mailboxes are
// digests (see DigestMailbox).
type Departed struct {
	Kind KeptWishKind
	Who  string
	Whom string // of a block; of a calendar whose, and whether it is on, empty if that is not known; else empty
	At   time.Time
}

// DepartedFor is how long the digest of a forgotten mailbox is kept. A restore of an older backup
// brings the player back.
const DepartedFor = 400 * 24 * time.Hour

// DepartedSecret returns the secret of the digests, and makes it if there is none.
func (tx *Tx) DepartedSecret() ([]byte, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	if err := tx.TakeSecret(secret); err != nil {
		return nil, err
	}
	return tx.wishSecret()
}

func (tx *Tx) wishSecret() (secret []byte, err error) {
	err = tx.row(`SELECT secret FROM wish_secret WHERE id = 1`, nil, &secret)
	return secret, err
}

// DigestMailbox returns the digest of a mailbox (see MailboxOf).
func DigestMailbox(secret []byte, mailbox string) string {
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(mailbox))
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// AllDeparted lists what a restore must not undo: mailboxes that were forgotten in the last
// DepartedFor, players who have stopped or are leaving, calendars that were turned off or on, and blocks. secret is
// that of the digests; ErrNotFound if there is none yet.
func (tx *Tx) AllDeparted() (secret []byte, list []Departed, err error) {
	if secret, err = tx.wishSecret(); err != nil {
		return nil, nil, err
	}
	read := func(query string, args []any, make func(scan func(...any) error) (Departed, error)) {
		if err != nil {
			return
		}
		var more []Departed
		more, err = all(tx, make, query, args...)
		list = append(list, more...)
	}
	read(`SELECT digest, at FROM departed WHERE at > ? ORDER BY at, digest`, []any{Millis(tx.Now.Add(-DepartedFor))},
		func(scan func(...any) error) (Departed, error) {
			var digest []byte
			var at int64
			err := scan(&digest, &at)
			return Departed{DepartedForget, hex.EncodeToString(digest), "", Moment(at)}, err
		})
	read(`SELECT p.mailbox, coalesce(d.what, 'stop'), coalesce(d.begun_at, p.stopped_at)
		FROM players AS p LEFT JOIN leavings AS d ON d.player = p.id
		WHERE p.address <> '' AND (p.stopped_at <> 0 OR p.leaving = 1) ORDER BY p.id`, nil,
		func(scan func(...any) error) (Departed, error) {
			var mailbox string
			var at int64
			var d Departed
			err := scan(&mailbox, &d.Kind, &at)
			d.Who, d.At = DigestMailbox(secret, mailbox), Moment(at)
			return d, err
		})
	read(`SELECT p.mailbox, c.player, c.name, c.changed_at FROM calendars AS c JOIN players AS p ON p.id = c.player
		WHERE p.address <> '' ORDER BY c.player`, nil,
		func(scan func(...any) error) (Departed, error) {
			var mailbox, name string
			var player, at int64
			err := scan(&mailbox, &player, &name, &at)
			d := Departed{DepartedCalendar, DigestMailbox(secret, mailbox), calendarOff(player), Moment(at)}
			switch name {
			case "":
			case calendarName(secret, player, at):
				d.Whom = calendarOn(player)
			default: // of a player who became this one
				d.Whom = ""
			}
			return d, err
		})
	read(`SELECT p.mailbox, o.mailbox FROM blocks AS b JOIN players AS p ON p.id = b.player
		JOIN players AS o ON o.id = b.blocked WHERE p.address <> '' AND o.address <> '' ORDER BY b.player, b.blocked`, nil,
		func(scan func(...any) error) (Departed, error) {
			var who, whom string
			err := scan(&who, &whom)
			return Departed{Kind: DepartedBlock, Who: DigestMailbox(secret, who), Whom: DigestMailbox(secret, whom)},
				err
		})
	return secret, list, err
}

// noteDeparted stores the digests of the mailboxes of a player who is being forgotten.
func (tx *Tx) noteDeparted(player int64) error {
	digests, err := tx.wishDigests(player)
	if err != nil {
		return err
	}
	for _, digest := range digests[:2] {
		if err := tx.Exec(`INSERT INTO departed (digest, at) VALUES (?1, ?2)
			ON CONFLICT (digest) DO UPDATE SET at = ?2`, digest, Millis(tx.Now)); err != nil {
			return err
		}
	}
	return tx.Exec(`DELETE FROM departed WHERE at < ?`, Millis(tx.Now.Add(-DepartedFor)))
}

// KeepDeparted stores the digest of a mailbox that was forgotten after a backup was made.
func (tx *Tx) KeepDeparted(digest string, at time.Time) error {
	raw, err := hex.DecodeString(digest)
	if err != nil {
		return err
	}
	return tx.Exec(`INSERT INTO departed (digest, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, raw, Millis(at))
}

// TakeSecret stores the secret of the digests, unless there is one.
func (tx *Tx) TakeSecret(secret []byte) error {
	return tx.Exec(`INSERT INTO wish_secret (id, secret) VALUES (1, ?) ON CONFLICT DO NOTHING`, secret)
}

// People lists the players who have an address, by number.
func (tx *Tx) People() ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE address <> '' ORDER BY id`)
}
