package db

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Calendar returns the name of the file of a player's deadlines; empty: they have none.
func (tx *Tx) Calendar(player int64) (name string, err error) {
	err = tx.row(`SELECT name FROM calendars WHERE player = ?`, []any{player}, &name)
	if errors.Is(err, ErrNotFound) {
		return "", nil
	}
	return name, err
}

// calendarNames are the names of such files: 160 bits in lower case.
var calendarNames = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// NewCalendar gives a player's deadlines a file, and returns its name. Nobody can guess it who does
// not know the secret of the departures list; a player who turned an earlier one off gets another
// name. The same secret, player and moment give the same name, so that a replay after a restore
// brings back the link that the player has.
func (tx *Tx) NewCalendar(player int64) (name string, err error) {
	secret, err := tx.DepartedSecret()
	if err != nil {
		return "", err
	}
	name = calendarName(secret, player, Millis(tx.Now))
	return name, tx.setCalendar(player, name, tx.Now)
}

func calendarName(secret []byte, player, at int64) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "calendar %d %d", player, at)
	return calendarNames.EncodeToString(h.Sum(nil)[:20])
}

// DropCalendar notes that a player's deadlines have no file any more.
func (tx *Tx) DropCalendar(player int64) error { return tx.setCalendar(player, "", tx.Now) }

func (tx *Tx) setCalendar(player int64, name string, at time.Time) error {
	return tx.Exec(`INSERT INTO calendars (player, name, changed_at) VALUES (?1, ?2, ?3)
		ON CONFLICT (player) DO UPDATE SET name = ?2, changed_at = ?3`, player, name, Millis(at))
}

// RepeatCalendar carries out an entry of the departures list for a player of its mailbox. What the player has
// changed later stays. A name that they had before may be one that they turned off; the name that they
// got then is made again, so that nobody's link is lost.
func (tx *Tx) RepeatCalendar(player int64, e Departed) error {
	if e.Whom == calendarOn(player) {
		secret, err := tx.wishSecret()
		if err != nil {
			return err
		}
		return tx.Exec(`INSERT INTO calendars (player, name, changed_at) VALUES (?1, ?2, ?3)
			ON CONFLICT (player) DO UPDATE SET name = ?2, changed_at = ?3 WHERE calendars.changed_at < ?3`, player,
			calendarName(secret, player, Millis(e.At)), Millis(e.At))
	}
	if e.Whom != "" && e.Whom != calendarOff(player) { // that of another player of the mailbox
		return nil
	}
	return tx.Exec(`UPDATE calendars SET name = '', changed_at = ?2 WHERE player = ?1 AND changed_at < ?2`, player,
		Millis(e.At))
}

// calendarOn and calendarOff say in the departures list whose calendar got a name, or lost it.
func calendarOn(player int64) string  { return fmt.Sprint("on:", player) }
func calendarOff(player int64) string { return fmt.Sprint("off:", player) }

// WantedCalendar is a file of deadlines that there should be, and what it depends on: the language of
// the player, the clocks of their games under way, and all pauses. It does not show when an opponent is
// renamed.
type WantedCalendar struct {
	Player int64
	Name   string
	Clocks string
}

// WantedCalendars lists all files of deadlines that there should be. A player who wants no messages
// has none.
func (tx *Tx) WantedCalendars() (states []WantedCalendar, err error) {
	var n, last, ends int64
	if err := tx.row(`SELECT count(*), coalesce(max(id), 0), CAST(coalesce(sum(to_at), 0) AS BIGINT)
		FROM (SELECT id, to_at FROM pauses WHERE to_at = 0 UNION ALL SELECT id, to_at FROM pauses WHERE to_at > ?) AS lately`,
		[]any{Millis(tx.Now.AddDate(0, -1, 0))}, &n, &last, &ends); err != nil {
		return nil, err
	}
	at := map[int64]int{}
	states, err = all(tx, func(scan func(...any) error) (s WantedCalendar, err error) {
		lang := ""
		err = scan(&s.Player, &s.Name, &lang)
		s.Clocks = fmt.Sprint(lang, " ", n, last, ends)
		return s, err
	}, `SELECT player, name, (SELECT lang FROM players WHERE id = player) FROM calendars
		WHERE name <> '' AND (SELECT stopped_at FROM players WHERE id = player) = 0`)
	for i, s := range states {
		at[s.Player] = i
	}
	if err != nil {
		return nil, err
	}
	clocks := make([]strings.Builder, len(states))
	err = tx.Rows(func(scan func(...any) error) error {
		var player, game, plies, turn, due, black, white int64
		err := scan(&player, &game, &plies, &turn, &due, &black, &white)
		if i, ok := at[player]; ok {
			fmt.Fprintf(&clocks[i], "; %d %d %d %d %d %d", game, plies, turn, due, black, white)
		}
		return err
	}, `SELECT player, games.id, plies, turn_at, clock_due, black_left, white_left FROM calendars
			JOIN games ON black = player AND result = 'none' WHERE name <> ''
		UNION ALL SELECT player, games.id, plies, turn_at, clock_due, black_left, white_left FROM calendars
			JOIN games ON white = player AND result = 'none' WHERE name <> '' ORDER BY 1, 2`)
	for i := range states {
		states[i].Clocks += clocks[i].String()
	}
	return states, err
}
