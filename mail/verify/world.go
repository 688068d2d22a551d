package verify

import (
	"strings"
	"time"

	"turnpost/db"

	"turnpost/mail/club"
)

// world is what games are held against beside their own rows.
type world struct {
	club   *club.Club
	now    time.Time
	shared bool      // on a server of PostgreSQL
	beat   time.Time // the last sign of life

	pauses map[int64][]db.Pause // by player, by their beginning; of 0 those of all games
	silent map[int64]time.Time  // since when letters to a player are
	zones  map[int64]string     // of the players who have set one
	gone   map[int64]bool       // players who were forgotten, or merged into another
	merged []int64              // the latter
	robots map[int64]int        // their levels

	entered map[entry]*past // how who is in tournaments was rated, once ratings were looked at

	extended map[int64][2]time.Duration // by game: what operators gave Black and White

	keys  map[int64]db.SealKey
	older int64 // the last game that is older than seals
}

func newWorld(tx *db.Tx, c *club.Club, shared bool) (*world, error) {
	w := &world{club: c, shared: shared, now: tx.Now, pauses: map[int64][]db.Pause{}, silent: map[int64]time.Time{}, zones: map[int64]string{}, gone: map[int64]bool{}, robots: map[int64]int{},
		extended: map[int64][2]time.Duration{}, keys: map[int64]db.SealKey{}}
	for _, read := range []func(*db.Tx) error{w.readPauses, w.readPlayers, w.readAudit, w.readKeys} {
		if err := read(tx); err != nil {
			return nil, err
		}
	}
	var err error
	w.beat, err = tx.LastHeartbeat()
	return w, err
}

func (w *world) readPauses(tx *db.Tx) error {
	return tx.Rows(func(scan func(...any) error) error {
		var p db.Pause
		var from, to int64
		err := scan(&p.ID, &p.Player, &p.Why, &from, &to, &p.Wished, &p.Whole)
		p.From, p.To = moment(from), moment(to)
		w.pauses[p.Player] = append(w.pauses[p.Player], p)
		if p.Why == db.Bounce && p.To.IsZero() {
			w.silent[p.Player] = p.From
		}
		return err
	}, `SELECT id, player, why, from_at, to_at, wished, whole FROM pauses ORDER BY from_at, id`)
}

func (w *world) readPlayers(tx *db.Tx) error {
	return tx.Rows(func(scan func(...any) error) error {
		var id int64
		var address, name, zone string
		err := scan(&id, &address, &name, &zone)
		if zone != "UTC" {
			w.zones[id] = zone
		}
		if level := club.Robot(db.Player{Name: name}); address == "" && level > 0 {
			w.robots[id] = level
		} else if address == "" {
			w.gone[id] = true
			if name == "" { // one who was forgotten is called somebody
				w.merged = append(w.merged, id)
			}
		}
		return err
	}, `SELECT id, address, name, timezone FROM players WHERE address = '' OR timezone <> 'UTC' ORDER BY id`)
}

// readAudit reads what operators gave: clocks are not what play makes of them then.
func (w *world) readAudit(tx *db.Tx) error {
	acts, err := tx.ListAudit(-1)
	for _, a := range acts {
		side, by, ok := strings.Cut(a.Detail, " by ")
		span, wrong := time.ParseDuration(by)
		if a.Act != "game extend" || !ok || wrong != nil {
			continue
		}
		given := w.extended[a.Subject]
		if side == "black" {
			given[0] += span
		} else {
			given[1] += span
		}
		w.extended[a.Subject] = given
	}
	return err
}

func (w *world) readKeys(tx *db.Tx) error {
	keys, older, err := tx.SealKeys()
	w.older = older
	for _, k := range keys {
		w.keys[k.ID] = k
	}
	return err
}

// moment reads a column; 0 is the zero time.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// said is a moment as a fault names it.
func said(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.UTC().Format("2006-01-02 15:04:05.000")
}
