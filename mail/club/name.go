package club

import (
	"cmp"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"turnpost/db"
	"turnpost/rules"
)

// Limits of names.
const (
	maxName   = 40 // characters
	maxWords  = 5
	maxDigits = 6 // more are a telephone number
	maxMarks  = 4 // accents on one letter (Unicode Technical Standard 39, 5.4)
)

// unnamed is the name of a player without anything that can be one.
const unnamed = "Player"

// NameOf returns the name of a player who signs messages with signed, or else a name made from
// the local part of the address. Names stand in the subjects of messages to people who never
// asked for one, so a name can be nothing else: letters of any script, digits, spaces and
// . ' - · in one line, of at most maxWords words and maxName characters. Others are left out. A
// name is not used if it holds an address, a link or a domain, mixes scripts, could be taken for
// the server's, a bot's or one of ours, or reads like a line of our messages. Another player may
// have the name; see [Tx.FreeName].
func (c *Club) NameOf(signed, address string) string {
	if name := firstWords(onlyName(signed)); c.fault(signed, name) == nil {
		return name
	}
	local, _, _ := strings.Cut(address, "@")
	if before, _, ok := strings.Cut(local, "+"); ok && before != "" {
		local = before
	}
	// "ada.lovelace" has the form of a domain, and is two words.
	name := capital(firstWords(onlyName(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '\'' || r == '-' {
			return r
		}
		return ' '
	}, local))))
	if c.fault(name, name) == nil {
		return name
	}
	return unnamed
}

// CheckName returns the exact form of a name that a player asked for. The Refusal is not nil if
// it cannot be one: what a player types is refused where a signature would be repaired.
func (c *Club) CheckName(text string) (name string, refusal *Refusal) {
	name = onlyName(text)
	visible := strings.Join(strings.Fields(strings.Map(typed, norm.NFC.String(text))), " ")
	if name != visible || utf8.RuneCountInString(visible) > maxName {
		return name, badName()
	}
	return name, c.fault(text, name)
}

func badName() *Refusal { return Refuse("bad-name", maxName, `. ' -`) }

// fault says why name, made from a text by onlyName, cannot be the name of a player; nil if it
// can be.
func (c *Club) fault(text, name string) *Refusal {
	digits := 0
	for _, r := range name {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	switch {
	case !safe(text, name), digits > maxDigits, spelledLink.MatchString(name):
		return badName()
	case len(strings.Fields(name)) > maxWords:
		return Refuse("name-words", maxWords)
	case !highlyRestrictive(name):
		return Refuse("name-scripts")
	case c.isReserved(name):
		return Refuse("name-reserved")
	case c.readsLikeLine(name):
		return Refuse("name-line")
	}
	return nil
}

// safe reports whether name, made from a text by onlyName, does no harm in the header of a
// message: stored names that do are replaced.
func safe(text, name string) bool {
	return strings.ContainsFunc(name, unicode.IsLetter) && !strings.Contains(text, "@") && !HasLink(text) &&
		!HasLink(name)
}

// HeaderName returns a stored name as it may stand in the header of a message. The database may
// be older than the rules.
func HeaderName(name string) string {
	if clean := onlyName(name); safe(name, clean) {
		return clean
	}
	return unnamed
}

// spelledLink finds a domain whose dots are written out.
var spelledLink = regexp.MustCompile(`(?i)(?:^|\PL)www(?:$|\PL)|\PL(?:dot|point|punto|punkt) \pL{2,4}$`)

// onlyName returns the part of a text that may stand in a name.
func onlyName(text string) string {
	marks := 0
	name := strings.Map(func(r rune) rune {
		r = typed(r)
		if unicode.IsMark(r) {
			if marks++; marks > maxMarks {
				return -1
			}
			return r
		}
		marks = 0
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '.', r == '\'', r == '-', r == '·', r == '・':
			return r
		case unicode.IsSpace(r), r == ',', r == ';', r == '/', r == '_':
			return ' ' // "Lovelace, Ada"
		}
		return -1
	}, norm.NFC.String(text))
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > maxName {
		name = strings.TrimSpace(string(r[:maxName]))
	}
	return name
}

// firstWords returns the words of a name that there is room for.
func firstWords(name string) string {
	words := strings.Fields(name)
	return strings.Join(words[:min(len(words), maxWords)], " ")
}

// typed returns a character as it is on keyboards: typographic apostrophes and hyphens become
// plain ones, characters that nobody sees are removed.
func typed(r rune) rune {
	switch r {
	case '’', '‘', 'ʼ', 'ʻ':
		return '\''
	case '‐', '‑', '–':
		return '-'
	case utf8.RuneError:
		return -1
	}
	// The default-ignorable code points (Unicode Standard Annex 44, 5.7.3), such as U+3164.
	if unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[size:]
}

// OnlyNumber returns the only number in a text; 0 if there is none, or more than one.
func OnlyNumber(text string) int {
	digits := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) != 1 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0]) // 0 if it is too large
	return n
}

// IsNamed reports whether a text equals one of some names, apart from case and from all that is
// neither a letter nor a digit: "robot level 2" equals "Robot (level 2)".
func IsNamed(text string, names ...string) bool {
	for _, name := range names {
		if strings.EqualFold(bare(text), bare(name)) {
			return true
		}
	}
	return false
}

// NameBefore returns the name in front of one of some marks, such as "Ada" in "Ada (robot)". If
// there is no mark, it returns the text.
func NameBefore(text string, marks []string) (name string, marked bool) {
	i := strings.LastIndex(text, "(")
	if i <= 0 || !IsNamed(text[i:], marks...) {
		return text, false
	}
	return strings.TrimSpace(text[:i]), true
}

// bare returns the letters and digits of a text.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// InvalidNames lists the players whose names do harm (see safe), because they were stored under
// an older rule.
func InvalidNames(tx *Tx) (out []db.Player, err error) {
	all, err := tx.DB.ListPlayers(-1)
	for _, p := range all {
		if p.Name != "" && (onlyName(p.Name) != p.Name || !safe(p.Name, p.Name)) {
			out = append(out, p)
		}
	}
	return out, err
}

// MendNames brings stored names under the current rule. Names that do harm are replaced, also in
// the subjects of running games and open invitations, and nobody is told; threads of finished
// games keep theirs. Of players whose names could be taken for each other, the one who wrote
// first keeps it, and the others get a number, and are told. All other names stay until their
// players change them, whether or not they could be chosen now.
func MendNames(tx *Tx, log *slog.Logger) error {
	misnamed, err := InvalidNames(tx)
	if err != nil {
		return err
	}
	for _, p := range misnamed {
		p.Name = tx.Club.NameOf(p.Name, p.Address)
		if err := tx.DB.SavePlayer(p); err != nil {
			return err
		}
	}
	for _, p := range misnamed {
		if err := retitle(tx, p.ID, log); err != nil {
			return err
		}
	}
	return numberNames(tx)
}

// numberNames gives a number to each player whose name could be taken for that of a player who
// wrote earlier.
func numberNames(tx *Tx) error {
	all, err := tx.DB.ListPlayers(-1)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(p db.Player) bool { return p.WroteAt.IsZero() || p.Name == "" })
	slices.SortFunc(all,
		func(a, b db.Player) int { return cmp.Or(a.WroteAt.Compare(b.WroteAt), cmp.Compare(a.ID, b.ID)) })
	// The keys of names are stored first: they are empty in a database that is older than they.
	for _, p := range all {
		if err := tx.DB.SavePlayer(p); err != nil {
			return err
		}
	}
	taken := map[string]bool{}
	for _, p := range all {
		key, look := db.NameKeys(p.Name)
		if !taken[key] && !taken[look] {
			taken[key], taken[look] = true, true
			continue
		}
		name, err := tx.FreeName(p.ID, p.Name)
		if err != nil {
			return err
		}
		key, look = db.NameKeys(name)
		taken[key], taken[look] = true, true
		wanted := p.Name
		if err := setName(tx, &p, name); err != nil {
			return err
		}
		if err := tx.Emit(NameReplaced{p, wanted, Refuse("name-taken", wanted, name)}); err != nil {
			return err
		}
	}
	return nil
}

// FreeName returns a name that a player can have without being taken for another one: the
// given one, or with a number behind it.
func (tx *Tx) FreeName(player int64, name string) (string, error) {
	free := name
	for n := 2; ; n++ {
		taken, err := tx.DB.NameTaken(free, player)
		if err != nil || !taken {
			return free, err
		}
		number := " " + strconv.Itoa(n)
		if n > maxNumbered {
			number = fmt.Sprintf(" %d-%d", player, n) // no search through all others of the name
		}
		base := []rune(name)
		free = strings.TrimSpace(string(base[:min(len(base), maxName-len(number))])) + number
	}
}

// maxNumbered is how many players of one name get numbers in order.
const maxNumbered = 30

// NameReplaced: a player was given another name than the one they wanted, which they are told.
type NameReplaced struct {
	Player db.Player
	Wanted string   // the one that they signed with or had, or that was made of their address
	Why    *Refusal // why they do not have it
}

// setName gives a player another name. Those who refuse the player's words keep reading the
// name that they know, since a name could be words.
func setName(tx *Tx, p *db.Player, name string) error {
	if name != p.Name && !p.WroteAt.IsZero() && p.Name != "" {
		readers, err := tx.DB.Refusing(p.ID)
		if err != nil {
			return err
		}
		// And those of whose mailbox another player does.
		opponents, err := tx.DB.Opponents(p.ID)
		if err != nil {
			return err
		}
		for _, o := range opponents {
			refuses, err := tx.RefusesWords(o.ID, p.ID)
			if err != nil {
				return err
			}
			if refuses && o.ID != p.ID {
				readers = append(readers, o.ID)
			}
		}
		for _, reader := range readers {
			if err := tx.DB.NoteKnownAs(reader, p.ID, p.Name); err != nil {
				return err
			}
			p.Renamed = true
		}
	}
	p.Name = name
	if err := tx.DB.SavePlayer(*p); err != nil {
		return err
	}
	tx.seat(*p)
	for _, g := range tx.games {
		if g.Side(p.ID) != rules.None {
			if err := g.learnNames(tx); err != nil {
				return err
			}
		}
	}
	return nil
}

// KnownTo returns a player as another one knows them: with the name that they had when the
// reader blocked or muted them.
func (tx *Tx) KnownTo(reader int64, p db.Player) (db.Player, error) {
	if !p.Renamed || reader == p.ID {
		return p, nil
	}
	names, err := tx.DB.KnownAs(reader)
	if name, ok := names[p.ID]; ok {
		p.Name = name
	}
	return p, err
}

// acceptsWordsAgain forgets the name by which a reader knew a player, if the reader does not
// refuse the player's words any more.
func acceptsWordsAgain(tx *Tx, reader, player int64) error {
	refuses, err := tx.RefusesWords(reader, player)
	if err != nil || refuses {
		return err
	}
	return tx.DB.ForgetKnownAs(reader, player)
}

// retitle renews the subjects of a player's running games and open invitations.
func retitle(tx *Tx, player int64, log *slog.Logger) error {
	stand, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return err
	}
	running, err := tx.DB.GamesOf(player, false, -1)
	if err != nil {
		return err
	}
	for _, g := range running {
		i, err := tx.DB.Invitation(g.ID)
		if err != nil {
			return err
		}
		stand = append(stand, i)
	}
	for _, i := range stand {
		g, err := tx.Club.RulesOf(i)
		if err != nil { // another build knew these rules: the thread keeps their title
			log.Warn("a player is renamed in a game of unknown rules", "game", i.ID, "rules", i.Rules)
			g.Title, _, _ = strings.Cut(i.Subject, fmt.Sprintf(" #%d: ", i.ID))
		}
		from, err := tx.DB.Player(i.Challenger)
		if err != nil {
			return err
		}
		name := Anyone
		if i.Invitee != 0 {
			to, err := tx.DB.Player(i.Invitee)
			if err != nil {
				return err
			}
			name = to.Name
		}
		if err := tx.DB.Retitle(i.ID, subjectOf(g, i.ID, SideIn(i, i.Challenger), from.Name, name)); err != nil {
			return err
		}
	}
	return nil
}

// NameRule identifies what MendNames makes of names, so that stored names are checked once for
// each rule. Increase the number with each change to it.
func (c *Club) NameRule() string { return fmt.Sprintf("5 %q", c.Ours) }
