package db

import (
	"strings"
	"unicode"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// NameKeys returns two keys of a name: what it looks like in capitals, which is the same for
// names that differ only in case, and what it looks like as it is written. Two names can be
// taken for each other if they have a key in common. A key consists of letters, digits and
// marks of the skeleton of Unicode Technical Standard 39, 4: "Pat", "PAT" and the Cyrillic
// "Рат" have one key. Both are empty for a name without letters and digits.
func NameKeys(name string) (key, look string) {
	return nameKey(strings.ToUpper(name)), nameKey(name)
}

func nameKey(name string) string {
	// A skeleton may hold capitals, whose small letters have skeletons of their own: M, m, rn.
	name = confusable.Skeleton(strings.ToLower(confusable.Skeleton(norm.NFKD.String(name))))
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'i': // as a capital it is already an l
			return 'l'
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// PlainName returns a name as people may type it: its letters and digits in lower case, without accents. Names
// that cannot be taken for each other may have the same: "Zoe" and "Zoé".
func PlainName(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(strings.ToLower(name)) {
		switch {
		case letterPairs[r] != "":
			b.WriteString(letterPairs[r])
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.Mc, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// letterPairs are letters that have no accent in Unicode, as people type them on other keyboards.
var letterPairs = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'þ': "th",
}

// Findable says whom a search by name finds, as a condition on a row of players. ?3 is who searches.
type Findable string

// The players who can be found.
const (
	FindAnybody Findable = ``
	// FindChallenges is those who let others challenge them by name, or have challenged the searcher by name. Players
	// who want no messages are left out.
	FindChallenges Findable = ` AND stopped_at = 0 AND (challenges = 1
		OR id IN (SELECT challenger FROM invitations WHERE invitee = ?3 AND by_name = 1))`
	FindPublic Findable = ` AND public = 1` // whose games may be followed
	// FindMet is those with whom the searcher has, or had, a game or an invitation.
	FindMet Findable = ` AND id IN (SELECT white FROM games WHERE black = ?3 UNION SELECT black FROM games WHERE white = ?3
		UNION SELECT invitee FROM invitations WHERE challenger = ?3 UNION SELECT challenger FROM invitations WHERE invitee = ?3)`
)

// PlayersOfName lists players who wrote to us and have a plain name (see PlainName) or, if begins is set, one
// that begins with it; by name, and at most limit of them.
func (tx *Tx) PlayersOfName(plain string, begins bool, who Findable, searcher int64, limit int) ([]Player, error) {
	end := plain
	if begins {
		end += "\U0010FFFF"
	}
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE name_plain >= ?1 AND name_plain <= ?2
		AND name_plain <> '' AND wrote_at <> 0 AND address <> '' AND leaving = 0`+string(who)+`
		ORDER BY name_plain, id LIMIT ?4`, plain, end, searcher, limit)
}

// NameTaken reports whether a player, other than the given one, has a name that could be taken
// for this one. Players who never wrote have none yet: anybody can invite an address by a name.
func (tx *Tx) NameTaken(name string, player int64) (taken bool, err error) {
	key, look := NameKeys(name)
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM players WHERE (name_key IN (?1, ?2) OR name_look IN (?1, ?2))
		AND wrote_at <> 0 AND address <> '' AND name_key <> '' AND id <> ?3)`, []any{key, look, player}, &taken)
	return taken, err
}

// NoteKnownAs keeps the name by which a reader knows a player, for whatever name the player
// takes later. A name that is kept already stays.
func (tx *Tx) NoteKnownAs(reader, player int64, name string) error {
	_, err := tx.exec(`INSERT INTO known_names (reader, player, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		reader, player, name)
	return err
}

// ForgetKnownAs deletes these names between two mailboxes, if there are any.
func (tx *Tx) ForgetKnownAs(reader, player int64) error {
	_, err := tx.exec(`DELETE FROM known_names WHERE reader IN `+mailboxOf(`?1`)+` AND player IN `+mailboxOf(`?2`),
		reader, player)
	return err
}

// KnownAs returns the names by which a reader knows players who have other names by now.
func (tx *Tx) KnownAs(reader int64) (names map[int64]string, err error) {
	names = map[int64]string{}
	err = tx.Rows(func(scan func(...any) error) error {
		var player int64
		var name string
		err := scan(&player, &name)
		names[player] = name
		return err
	}, `SELECT player, name FROM known_names WHERE reader = ?`, reader)
	return names, err
}

// Refusing lists the players who blocked or muted the mailbox of a player.
func (tx *Tx) Refusing(player int64) ([]int64, error) {
	return tx.numbers(`SELECT player FROM blocks WHERE blocked IN `+mailboxOf(`?1`)+` AND player <> blocked
		UNION SELECT player FROM mutes WHERE muted IN `+mailboxOf(`?1`), player)
}
