package club

import (
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
)

// Limits of names, in characters.
const (
	maxName  = 40 // longest name
	maxMarks = 4  // accents on one letter (Unicode Technical Standard 39, 5.4)
)

// unnamed is the name of a player without anything that can be one.
const unnamed = "Player"

// NameOf returns the name of a player who signs messages with signed, or else a name made from
// the local part of the address. Names stand in the subjects of messages to people who never
// asked for one, so a name can be nothing else: letters of any script, digits, spaces and . ' -
// in one line of at most maxName characters. Other characters are left out. A name is not used
// if it holds an address, a link or a domain, mixes scripts (see mixedScripts), or could be
// taken for the server's or one of ours.
func NameOf(ours []string, signed, address string) string {
	if name := onlyName(signed); calls(ours, signed, name) {
		return name
	}
	local, _, _ := strings.Cut(address, "@")
	if before, _, ok := strings.Cut(local, "+"); ok && before != "" {
		local = before
	}
	// "ada.lovelace" has the form of a domain, and is two words.
	name := capital(onlyName(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '\'' || r == '-' {
			return r
		}
		return ' '
	}, local)))
	if calls(ours, name, name) {
		return name
	}
	return unnamed
}

// CheckName returns the exact form of a name that a player asked for. ok is false if it cannot
// be one: what a player types is refused where a signature would be repaired.
func CheckName(ours []string, text string) (name string, ok bool) {
	name = onlyName(text)
	visible := strings.Join(strings.Fields(strings.Map(typed, norm.NFC.String(text))), " ")
	return name, name == visible && utf8.RuneCountInString(visible) <= maxName && calls(ours, text, name)
}

// calls reports whether name, made from a text by onlyName, may be the name of a player.
func calls(ours []string, text, name string) bool {
	return strings.ContainsFunc(name, unicode.IsLetter) && !strings.Contains(text, "@") &&
		!HasLink(text) && !HasLink(name) && !mixedScripts(text) && !isOurs(ours, name)
}

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
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '.', r == '\'', r == '-':
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

// typed returns a character as it is on keyboards: typographic apostrophes and hyphens become
// plain ones, invisible characters are removed.
func typed(r rune) rune {
	switch r {
	case '’', '‘', 'ʼ':
		return '\''
	case '‐', '‑', '–':
		return '-'
	case utf8.RuneError:
		return -1
	}
	if unicode.Is(unicode.Cf, r) || unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// robotWord finds a word that starts like the name of a bot. A Robotham is a person.
var robotWord = regexp.MustCompile(`(?i)(?:^|[^\pL])r[o0]b[o0]t(?:er)?(?:$|[^\pL]|level|niveau|stufe|livello)`)

// isOurs reports whether a name is, or looks like, that of the server or a bot: "Turnpost",
// "TURN-POST Support", "Turnp0st".
func isOurs(names []string, name string) bool {
	words := strings.Fields(name)
	// "Robot8", "Robot-8", "Robotlevel 8"
	if slices.ContainsFunc(words, func(w string) bool { return robotWord.MatchString(w) }) {
		return true
	}
	for _, ours := range slices.Concat([]string{"Turnpost", "Robot", "Roboter"}, names) {
		if ours = skeleton(ours); ours == "" {
			continue
		}
		// A short name of ours may be part of a person's name, but not a word of it.
		if whole := skeleton(name); whole == ours || utf8.RuneCountInString(ours) >= 6 &&
			strings.Contains(whole, ours) {
			return true
		}
		for _, word := range words {
			if skeleton(word) == ours {
				return true
			}
		}
	}
	return false
}

// skeleton maps a name to what it looks like at a glance.
func skeleton(name string) string {
	return strings.Map(func(r rune) rune {
		switch r = unicode.ToLower(r); r {
		case '0':
			return 'o'
		case '1', 'i':
			return 'l'
		case '3':
			return 'e'
		case '5':
			return 's'
		case '7':
			return 't'
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKD.String(name))
}

func capital(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(string(r)) + s[size:]
}

// confusable are the scripts whose letters look like letters of each other.
var confusable = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

// script returns the confusable script of a letter, or nil.
func script(r rune) *unicode.RangeTable {
	for _, s := range confusable {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// mixedScripts reports whether a name mixes letters of scripts that look alike, such as "Ada"
// with a Cyrillic a. Only somebody who wants to be taken for another has such a name (Unicode
// Technical Standard 39, 5.1, "Single Script", limited to the scripts with many look-alikes).
// It is not used; a name is made from the address instead. Mathematical and other variant
// letters count as look-alikes too.
//
// A name wholly in one script is allowed, whatever it looks like: an invitation always shows
// the address beside it.
func mixedScripts(name string) bool {
	var first *unicode.RangeTable
	for _, r := range name {
		if r >= 0x1d400 && r <= 0x1d7ff || r >= 0xff21 && r <= 0xff5a ||
			r >= 0x2100 && r <= 0x214f || r >= 0x24b6 && r <= 0x24e9 {
			return true
		}
		switch s := script(r); {
		case s == nil:
		case first == nil:
			first = s
		case s != first:
			return true
		}
	}
	return false
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

// InvalidNames lists the players whose names NameOf would not give any more, because they were
// stored under an older rule.
func InvalidNames(tx *Tx) (out []db.Player, err error) {
	all, err := tx.DB.ListPlayers(-1)
	for _, p := range all {
		if p.Name != "" && tx.Club.NameOf(p.Name, p.Address) != p.Name {
			out = append(out, p)
		}
	}
	return out, err
}

// RenameInvalid gives these players new names, also in the subjects of running games and open
// invitations. Threads of finished games keep theirs, and nobody is told.
func RenameInvalid(tx *Tx, log *slog.Logger) error {
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
	return nil
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
		g, err := tx.Club.Rules(i.Rules)
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

// NameOf is the function NameOf with the names of the club.
func (c *Club) NameOf(signed, address string) string { return NameOf(c.Ours, signed, address) }

// NameRule identifies what NameOf makes of names, so that stored names are checked once for each
// rule. Increase the number with each change to NameOf.
func (c *Club) NameRule() string { return fmt.Sprintf("3 %q", c.Ours) }
