package verify

import (
	"fmt"

	"turnpost/db"
	"turnpost/mail"
)

// addresses looks at where players write from: the form by which an address is known,
// and second ones, which are somebody's once they were asked and have said yes.
func addresses(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	say := func(id int64, format string, args ...any) {
		faults = append(faults, Fault{Of: "player", ID: id, What: fmt.Sprintf(format, args...), Mend: mend("address")})
	}
	if err := tx.Rows(func(scan func(...any) error) error {
		var id int64
		var address, folded, name string
		err := scan(&id, &address, &folded, &name)
		switch {
		case address == "" && w.robots[id] == 0 && folded != fmt.Sprintf("#%d", id):
			say(id, "they are gone, and known as %q", folded)
		case address == "" && w.robots[id] != 0 && folded != name:
			say(id, "the robot %q is known as %q", name, folded)
		case address != "" && folded != mail.Key(address):
			say(id, "their address is %q, and they are known as %q: what comes from there is not theirs", address, folded)
		case address != "" && !written(address):
			say(id, "%q is no address", address)
		}
		return err
	}, `SELECT id, address, folded, name FROM players ORDER BY id`); err != nil {
		return nil, err
	}
	// Of two players who became one nobody asked the address of the first; and where no
	// letter was ever written, none asked.
	posted := false
	if err := tx.Rows(func(scan func(...any) error) error { return scan(&posted) }, `SELECT EXISTS (SELECT 1 FROM inbox) AND EXISTS (SELECT 1 FROM outbox)`); err != nil {
		return nil, err
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var a db.Address
		var asked, confirmed, main int64
		var known, told, answered bool
		err := scan(&a.Player, &a.Address, &a.Folded, &a.Asked, &asked, &confirmed, &known, &main, &told, &answered)
		switch {
		case !known:
			say(a.Player, "a second address is of who is not there")
		case a.Address == "" && (a.Folded != "" || confirmed != 0):
			say(a.Player, "the second address was taken away, and is known as %q", a.Folded)
		case a.Address == "":
		case a.Folded != mail.Key(a.Address) || !written(a.Address):
			say(a.Player, "the second address is %q, and known as %q", a.Address, a.Folded)
		case a.Asked < 0 || a.Asked == 0 && (confirmed == 0 || len(w.merged) == 0):
			say(a.Player, "the second address %q was never asked", a.Address)
		case confirmed == 0:
		case confirmed < asked:
			say(a.Player, "the second address %q said yes at %s, before it was asked at %s", a.Address, said(moment(confirmed)), said(moment(asked)))
		case main != 0:
			say(a.Player, "the second address %q is the first of player %d", a.Address, main)
		case len(w.merged) > 0 || !posted:
		case !told:
			say(a.Player, "the second address %q counts, and no letter asked it", a.Address)
		case !answered:
			say(a.Player, "the second address %q counts since %s, when no letter came that said yes", a.Address, said(moment(confirmed)))
		}
		return err
	}, `SELECT a.player, a.address, a.folded, a.asked, a.asked_at, a.confirmed_at, p.id IS NOT NULL, coalesce(m.id, 0),
			EXISTS (SELECT 1 FROM outbox AS o WHERE o.player = a.player AND o.thread = -2 AND o.recipient = a.address),
			a.confirmed_at IN (SELECT handled_at FROM inbox WHERE state = 'done')
		FROM addresses AS a LEFT JOIN players AS p ON p.id = a.player LEFT JOIN players AS m ON m.folded = a.folded ORDER BY a.player`)
	return faults, err
}

// written reports whether an address is one as letters have it.
func written(address string) bool {
	a, err := mail.ParseAddress(address)
	return err == nil && a.Addr == address
}

// blocked looks whether whom the operator blocks is still kept away.
func blocked(tx *db.Tx, w *world, _ Options) (faults []Fault, err error) {
	say := func(id int64, what string) {
		faults = append(faults, Fault{Of: "player", ID: id, What: what, Mend: mend("blocked")})
	}
	acts, err := tx.ListAudit(-1) // the newest first
	if err != nil {
		return nil, err
	}
	var last = map[int64]string{}
	for _, a := range acts {
		if _, newer := last[a.Subject]; !newer && (a.Act == "player block" || a.Act == "player unblock") {
			last[a.Subject] = a.Act
		}
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var id, stopped int64
		var blocked bool
		err := scan(&id, &stopped, &blocked)
		switch {
		case blocked && stopped == 0:
			say(id, "the operator has blocked them, and letters go there")
		case !blocked && last[id] == "player block":
			say(id, "the operator has blocked them, which nobody took back, and they are not blocked")
		case blocked && last[id] == "player unblock" && len(w.merged) == 0:
			say(id, "the operator has let them in again, and they are blocked")
		}
		return err
	}, `SELECT p.id, p.stopped_at, b.player IS NOT NULL FROM players AS p LEFT JOIN blocks AS b ON b.player = p.id AND b.blocked = p.id
		WHERE p.address <> '' AND (b.player IS NOT NULL OR p.id IN (SELECT subject FROM audit WHERE act = 'player block')) ORDER BY p.id`)
	return faults, err
}
