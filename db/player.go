package db

import (
	"time"
)

// MessageSetting says which messages about turns a player wants.
type MessageSetting string

// The values of MessageSetting.
const (
	MessagesEvery  MessageSetting = "every"  // one after each turn
	MessagesMine   MessageSetting = "mine"   // when it is their turn
	MessagesDigest MessageSetting = "digest" // the digest alone
)

// DigestSetting says how often a player wants a digest.
type DigestSetting string

// The values of DigestSetting.
const (
	DigestOff    DigestSetting = "off"
	DigestDaily  DigestSetting = "daily"
	DigestWeekly DigestSetting = "weekly"
)

// BoardStyle says how a player's boards are drawn.
type BoardStyle string

// The styles.
const (
	BoardASCII   BoardStyle = "ascii"
	BoardUnicode BoardStyle = "unicode"
	BoardWords   BoardStyle = "words" // described in words
)

// HTMLSetting says whether messages to a player have an HTML part.
type HTMLSetting string

// The values of HTMLSetting.
const (
	HTMLOn     HTMLSetting = "on"
	HTMLHinted HTMLSetting = "hinted" // they have, and plain text needs not be suggested any more
	HTMLOff    HTMLSetting = "off"
)

// QuitKind says how a player leaves the club.
type QuitKind string

// The kinds of leaving. Player.Asked is empty if neither is asked about.
const (
	LeaveStop   QuitKind = "stop"   // the player wants no more messages
	LeaveForget QuitKind = "forget" // the player is to be erased
)

// Player is a person, or a program, known by a mail address.
type Player struct {
	ID      int64
	Address string // as it was first written
	Name    string
	// WroteAt is when the first message came from there; zero if none ever did.
	WroteAt time.Time
	// StoppedAt is since when the player wants no messages; zero: messages go.
	StoppedAt time.Time
	// Asked is the question that a reply "yes" answers; empty: none.
	Asked QuitKind

	Lang     string
	Timezone string // a name of the tz database; see club.HasZone for what may stand behind it
	Board    BoardStyle
	Messages MessageSetting
	HTML     HTMLSetting

	Digest       DigestSetting
	DigestDay    time.Weekday // of a weekly one
	DigestMinute int          // of the day, in the player's timezone
	DigestDue    time.Time    // zero: never
	DigestAt     time.Time    // up to when the last digest told everything

	Turns, Late     int // turns made, and those made after the clock had run out
	OfferedVacation bool
	NoAnalysis      bool // the player does not want to be told where games turned
	Leaving         bool // the games are being resigned; see Leaving
	Program         bool // a program plays there: ours, which has no address, or another's
	ProgramFixed    bool // the operator said whether one does
	Public          bool // everybody may see the games that are over
	Challenges      bool // others may invite the player by name
	Renamed         bool // somebody who refuses the player's words knows another name; see KnownAs
}

const playerColumns = `id, address, name, wrote_at, stopped_at, asked, lang, timezone,
	CASE in_words WHEN 1 THEN 'words' ELSE board END, messages, html,
	digest, digest_day, digest_minute, digest_due, digest_at, turns, late, offered_vacation, no_analysis,
	leaving, program, program_fixed, public, challenges,
	EXISTS (SELECT 1 FROM known_names WHERE known_names.player = players.id)`

func scanPlayer(scan func(...any) error) (Player, error) {
	var p Player
	var wrote, stopped, due, at int64
	err := scan(&p.ID, &p.Address, &p.Name, &wrote, &stopped, &p.Asked, &p.Lang, &p.Timezone, &p.Board, &p.Messages,
		&p.HTML,
		&p.Digest, &p.DigestDay, &p.DigestMinute, &due, &at, &p.Turns, &p.Late, &p.OfferedVacation, &p.NoAnalysis,
		&p.Leaving, &p.Program, &p.ProgramFixed, &p.Public, &p.Challenges, &p.Renamed)
	p.WroteAt, p.StoppedAt, p.DigestDue, p.DigestAt = Moment(wrote), Moment(stopped), Moment(due), Moment(at)
	return p, err
}

// Player returns the player of that id.
func (tx *Tx) Player(id int64) (Player, error) {
	return get(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE id = ?`, id)
}

// Opposing returns the two players of a game.
func (tx *Tx) Opposing(g Game) (black, white Player, err error) {
	both, err := all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE id IN (?, ?)`, g.Black, g.White)
	for _, p := range both {
		if p.ID == g.Black {
			black = p
		}
		if p.ID == g.White {
			white = p
		}
	}
	if err == nil && (black.ID == 0 || white.ID == 0) {
		err = ErrNotFound
	}
	return black, white, err
}

// Opponents returns a player and those with whom the player has games under way.
func (tx *Tx) Opponents(player int64) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE id IN (SELECT CAST(?1 AS BIGINT) UNION ALL
		SELECT white FROM games WHERE black = ?1 AND result = 'none' UNION ALL SELECT black FROM games
		WHERE white = ?1 AND result = 'none')`, player)
}

// PlayerByAddress returns the player of a folded address, the first or a second
// one that is confirmed.
func (tx *Tx) PlayerByAddress(folded string) (Player, error) {
	return get(tx, scanPlayer, `SELECT `+playerColumns+
		` FROM players WHERE id = coalesce((SELECT id FROM players WHERE folded = ?1),
		(SELECT player FROM addresses WHERE folded = ?1 AND confirmed_at <> 0))`, folded)
}

// PlayersByName lists the players of a name, in any case of a-z, by number.
func (tx *Tx) PlayersByName(name string) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE lower(name) = ? ORDER BY id LIMIT 10`,
		lower(name))
}

// AddPlayer adds a player. What others wanted of a forgotten player with that address
// holds for this one. ErrExists if the folded address is taken.
func (tx *Tx) AddPlayer(address, folded, name string) (Player, error) {
	if err := tx.Whole(); err != nil { // before it takes a number
		return Player{}, err
	}
	key, look := NameKeys(name)
	id, err := tx.insert(`INSERT INTO players (id, address, folded, mailbox, name, name_key, name_look,
			name_plain, created_at) VALUES (`+tx.engine.nextPlayer+`, ?, ?, ?, ?, ?, ?, ?, ?)`, address, folded,
		MailboxOf(folded), name, key, look, PlainName(name), Millis(tx.Now))
	if err == nil {
		err = tx.restoreWishes(id)
	}
	if err != nil {
		return Player{}, err
	}
	return tx.Player(id)
}

// SavePlayer writes all that can change of a player but the address and the
// count of turns.
func (tx *Tx) SavePlayer(p Player) error {
	if err := tx.Whole(); err != nil {
		return err
	}
	drawn, inWords := p.Board, 0
	if p.Board == BoardWords {
		drawn, inWords = BoardASCII, 1
	}
	key, look := NameKeys(p.Name)
	if err := tx.one(
		`UPDATE players SET name = ?, name_key = ?, name_look = ?, name_plain = ?, wrote_at = ?,
			stopped_at = ?, asked = ?, lang = ?, timezone = ?, board = ?, in_words = ?, messages = ?, html = ?,
		digest = ?, digest_day = ?, digest_minute = ?, digest_due = ?, digest_at = ?, offered_vacation = ?,
		no_analysis = ?, program = ?, program_fixed = ?, public = ?, challenges = ?
		WHERE id = ?`,
		p.Name, key, look, PlainName(p.Name), Millis(p.WroteAt), Millis(p.StoppedAt), p.Asked, p.Lang,
		p.Timezone, drawn, inWords,
		p.Messages, p.HTML,
		p.Digest, p.DigestDay, p.DigestMinute, Millis(p.DigestDue), Millis(p.DigestAt), p.OfferedVacation,
		p.NoAnalysis, p.Program, p.ProgramFixed, p.Public, p.Challenges, p.ID); err != nil {
		return err
	}
	return tx.totalStopped(p.ID)
}

// CountTurn adds a turn to a player's record, late or not.
func (tx *Tx) CountTurn(id int64, late bool) error {
	return tx.one(`UPDATE players SET turns = turns + 1, late = late + ? WHERE id = ?`, late, id)
}

// NextDigest returns the player whose digest has been due longest, or
// ErrNotFound when none is due.
func (tx *Tx) NextDigest() (Player, error) {
	return get(tx, scanPlayer, `SELECT `+playerColumns+` FROM players
		WHERE digest_due <> 0 AND digest_due <= ? ORDER BY digest_due, id LIMIT 1`, Millis(tx.Now))
}

// Block notes that player wants no invitations from another.
func (tx *Tx) Block(player, blocked int64) error {
	_, err := tx.exec(`INSERT INTO blocks (player, blocked) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, blocked)
	return err
}

// Blocked reports whether the mailbox of a player wants no invitations from that of another.
func (tx *Tx) Blocked(player, other int64) (yes bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM blocks
		WHERE player IN `+mailboxOf(`?1`)+` AND blocked IN `+mailboxOf(`?2`)+` AND player <> blocked)`,
		[]any{player, other}, &yes)
	return yes, err
}

// Blocks lists whom a player wants no invitations from, by address.
func (tx *Tx) Blocks(player int64) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players
		WHERE id IN (SELECT blocked FROM blocks WHERE player = ?) ORDER BY address`, player)
}

// Unblock takes a block back for both mailboxes, if there is one.
func (tx *Tx) Unblock(player, blocked int64) error {
	_, err := tx.exec(`DELETE FROM blocks
		WHERE player IN `+mailboxOf(`?1`)+` AND blocked IN `+mailboxOf(`?2`)+` AND player <> blocked`, player, blocked)
	return err
}
