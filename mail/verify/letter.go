package verify

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"turnpost/db"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// lettersIn holds the texts of letters in, as long as they are kept, against the digests
// that were made of them when they came.
func lettersIn(tx *db.Tx, _ *world, o Options) (faults []Fault, err error) {
	err = tx.Rows(func(scan func(...any) error) error {
		var id, sum int64
		var name string
		var digest, raw []byte
		if err := scan(&id, &name, &digest, &raw, &sum); err != nil {
			return err
		}
		identity, own := mail.Identity(raw)
		right := identity == name && bytes.HasPrefix(digest, own)
		if sum < 0 {
			right = right || older(raw, digest)
		} else {
			right = right && sum == db.Checksum(raw)
		}
		if !right {
			faults = append(faults, Fault{Of: "letter in", ID: id, What: "its text is not what came", Mend: mend("text")})
		}
		return nil
	}, `SELECT i.id, i.message_id, i.digest, m.raw, i.checksum FROM mails AS m JOIN inbox AS i ON i.id = m.letter
		WHERE i.arrived_at >= ? OR i.state = 'new' ORDER BY i.id`, since(o))
	return faults, err
}

// older reports whether a digest is that of a letter's body alone, as the first versions
// made it, or of its writer and body.
func older(raw, digest []byte) bool {
	body := []byte(nil)
	at := len(raw)
	for _, gap := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(gap)); i >= 0 && i < at {
			at, body = i, raw[i+len(gap):]
		}
	}
	alone, written := sha256.Sum256(body), sha256.Sum256(slices.Concat([]byte(mail.Writer(raw)+"\n"), body))
	return bytes.HasPrefix(digest, alone[:]) || bytes.HasPrefix(digest, written[:])
}

// since is a moment from which letters are looked at, as columns have it.
func since(o Options) int64 {
	if o.Since.IsZero() {
		return 0
	}
	return o.Since.UnixMilli()
}

// secret is a key of letters' secrets, and whether any letter shows that it is the one
// that made its own.
type secret struct {
	id, made int64
	text     []byte
	proven   bool
}

// lettersOut holds letters out against their readers, the keys of their secrets, and
// what they tell.
func lettersOut(tx *db.Tx, w *world, o Options) (faults []Fault, err error) {
	var keys []*secret // the newest first
	if err := tx.Rows(func(scan func(...any) error) error {
		k := &secret{}
		keys = append(keys, k)
		return scan(&k.id, &k.text, &k.made)
	}, `SELECT id, secret, created_at FROM keys ORDER BY id DESC`); err != nil {
		return nil, err
	}
	say := func(id int64, mended, format string, args ...any) {
		faults = append(faults, Fault{Of: "letter out", ID: id, What: fmt.Sprintf(format, args...), Mend: mend(mended)})
	}
	forged := map[int64][]int64{} // letters, by the key of their time
	err = tx.Rows(func(scan func(...any) error) error {
		var id, player, thread, created int64
		var name, sender, recipient, address, second string
		var plies, undone, gameBegan int64
		if err := scan(&id, &player, &thread, &name, &sender, &recipient, &created, &address, &second, &plies, &undone, &gameBegan); err != nil {
			return err
		}
		if known := w.gone[player] || len(w.merged) > 0 || thread == db.ThreadAddresses; !known && recipient != "" && recipient != address && recipient != second {
			say(id, "letter out", "it goes to %q, which is no address of player %d", recipient, player)
		}
		if what := returning(id, name, sender); what != "" {
			say(id, "letter out", "%s", what)
		}
		text, _, _ := strings.Cut(name, "@")
		if i := strings.LastIndexByte(text, '.'); i > 0 {
			text = text[:i]
		}
		t, ok := auth.ParseReplyToken(text)
		if !ok || t.Game == 0 {
			return nil
		}
		if t.Game != thread {
			say(id, "letter out", "it is in the thread of %d, and its secret is for %d", thread, t.Game)
		}
		if gameBegan != 0 && undone == 0 && t.Ply > plies {
			say(id, "seal", "it tells of ply %d of game %d, and %d plies are stored", t.Ply, t.Game, plies)
		}
		w.secretOf(&t, id, player, created, int(undone), keys, forged)
		return nil
	}, `SELECT o.id, o.player, o.thread, o.message_id, o.sender, o.recipient, o.created_at, p.address, coalesce(a.address, ''),
			coalesce(g.plies, 0), coalesce(g.undone, 0), coalesce(g.started_at, 0)
		FROM outbox AS o JOIN players AS p ON p.id = o.player LEFT JOIN addresses AS a ON a.player = o.player AND a.confirmed_at <> 0
		LEFT JOIN games AS g ON g.id = o.thread WHERE o.created_at >= ? OR o.state = 'queued' ORDER BY o.id`, since(o))
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		letters := forged[k.id]
		switch {
		case len(letters) == 0:
		case !k.proven:
			faults = append(faults, Fault{Of: "key", ID: k.id, Mend: mend("key"), What: fmt.Sprintf("it has made none of the %d secrets of letters of its time", len(letters))})
		default:
			for _, id := range letters {
				say(id, "letter out", "its secret is not one that a key has made")
			}
		}
	}
	return faults, nil
}

// secretOf notes whether one of the keys has made a letter's secret. Of a game that says that
// plies were taken back more often than that, it is not known.
func (w *world) secretOf(t *auth.ReplyToken, id, player, created int64, undone int, keys []*secret, forged map[int64][]int64) {
	if undone > auth.MaxUndone {
		return
	}
	for i, k := range keys {
		if created < k.made {
			continue
		}
		// The newest of its time; at the moment of a change the one before, too. One that
		// was retired in between is gone.
		for _, reader := range append([]int64{player}, w.merged...) {
			for _, maker := range keys[i:min(len(keys), i+2)] {
				if t.Verify([][]byte{maker.text}, reader, undone) {
					maker.proven = true
					return
				}
			}
		}
		if i == 0 || keys[i-1].id == k.id+1 {
			forged[k.id] = append(forged[k.id], id)
		}
		return
	}
}
