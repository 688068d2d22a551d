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
	MaxName  = 40 // the longest that we use
	maxMarks = 4  // accents on one letter: Unicode Technical Standard 39, 5.4
)

// unnamed is what a player is called of whom there is nothing that could be a name.
const unnamed = "Player"

// NameOf is what a player is called: the name that letters are signed with, or
// else the part of the address before the at sign. A name stands in the subjects
// of letters to people who never asked for one, so it can be nothing but a name:
// letters of any script, digits, spaces and . ' - in one line of at most 40
// characters. Other characters are left out. A name that holds an address, a link
// or a domain, that mixes scripts (see mixedScripts), or that takes one of
// ours, beside Turnpost's own, is not used.
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

// NameRule names what Of makes of names, so that what was named by it need not be looked at
// again. The number rises with each change of it.
func NameRule(ours []string) string { return fmt.Sprintf("3 %q", ours) }

// CheckName reports whether a player may be called so, and how exactly: what is
// typed is refused where what a letter is signed with is mended.
func CheckName(ours []string, text string) (name string, ok bool) {
	name = onlyName(text)
	visible := strings.Join(strings.Fields(strings.Map(typed, norm.NFC.String(text))), " ")
	return name, name == visible && utf8.RuneCountInString(visible) <= MaxName && calls(ours, text, name)
}

// calls reports whether name, made of a text by onlyName, may call a player.
func calls(ours []string, text, name string) bool {
	return strings.ContainsFunc(name, unicode.IsLetter) && !strings.Contains(text, "@") &&
		!HasLink(text) && !HasLink(name) && !mixedScripts(text) && !isOurs(ours, name)
}

// onlyName is what can stand in a name of a text.
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
	if r := []rune(name); len(r) > MaxName {
		name = strings.TrimSpace(string(r[:MaxName]))
	}
	return name
}

// typed is a character as keyboards have it: what programs make of an apostrophe
// and a hyphen is one still, and what cannot be seen is none.
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

// link is what mail programs make a link of, or might: an address, a scheme, or
// two labels with a dot between them, the last of which could be a top level
// domain, or four numbers. The full stops are those of IDNA (RFC 3490, section 3.1),
// and the dot that looks like one.
var link = regexp.MustCompile(`(?i)[\pL\pN+.-]+:[/\\]{1,2}\S*|\b(?:mailto|tel|sms|javascript|data):\S+|\S*@\S+|(?:[\pL\pN][\pL\pM\pN_-]*[.。．｡․])+[\pL\pM][\pL\pM\pN-]+(?:[:/?#]\S*)?|\b(?:[0-9]{1,3}[.。．｡․]){3}[0-9]{1,3}\b\S*|\[\s*\.\s*\]`)

// HasLink reports whether a text holds an address, a link or a domain, with or without
// signs in it that nobody sees: joiners, soft hyphens.
func HasLink(text string) bool {
	// Each form of one has one of these. Most names have none, and the expression is slow.
	return strings.ContainsAny(text, ":@.。．｡․") && (link.MatchString(text) || link.MatchString(seen(text)))
}

// seen is what of a text is seen.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}

// Unlink is a line without links. What is left of one may form another, which is
// left out too.
func Unlink(line string) string {
	if HasLink(line) {
		line = seen(line)
	}
	for HasLink(line) {
		line = link.ReplaceAllString(line, " ")
	}
	return strings.Join(strings.Fields(line), " ")
}

// BotName is the name under which the robot of a level is stored. Letters call it by words of
// their reader's, and nobody else can be called so.
func BotName(level int) string { return fmt.Sprintf("robot %d", level) }

// BotLevel is the level of the robot of a name; 0: it is none's.
func BotLevel(name string) int {
	level, err := strconv.Atoi(strings.TrimPrefix(name, "robot "))
	if err != nil || name != BotName(level) {
		return 0
	}
	return level
}

// BotsIn are the names in a subject that may be a robot's.
func BotsIn(subject string) (names []string) {
	for _, name := range robotNamed.FindAllString(subject, 2) {
		if BotLevel(name) > 0 {
			names = append(names, name)
		}
	}
	return names
}

var robotNamed = regexp.MustCompile(`robot [0-9]+`)

// robotWord is a word in which a robot's name stands with no letter of another one beside
// it, or with the word for its level. A Robotham is somebody.
var robotWord = regexp.MustCompile(`(?i)(?:^|[^\pL])r[o0]b[o0]t(?:er)?(?:$|[^\pL]|level|niveau|stufe|livello)`)

// isOurs reports whether a name is the server's or a robot's, or one that is taken for it:
// "Turnpost", "TURN-POST Support", "Turnp0st".
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
		// A short name may be part of somebody's; a word of it may not.
		if whole := skeleton(name); whole == ours || utf8.RuneCountInString(ours) >= 6 && strings.Contains(whole, ours) {
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

// skeleton is what is left of a name when nobody looks closely.
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

// confusable are the scripts whose letters people take for each other's.
var confusable = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu,
}

// script is the one of those that a letter is of, or nil.
func script(r rune) *unicode.RangeTable {
	for _, s := range confusable {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// mixedScripts reports whether a name mixes letters of scripts that look like
// each other's, as in "Ada" with a Cyrillic a: nobody is called so but who wants
// to be taken for somebody else (Unicode Technical Standard 39, 5.1, "Single
// Script", and only of the scripts with many look-alikes). Such a name is not
// used; the address speaks for its owner instead. Letters of mathematics and
// such, that are letters drawn otherwise, are look-alikes as well.
//
// A name that is wholly in one script is its owner's good right, whatever it
// looks like: an invitation always shows the address beside it.
func mixedScripts(name string) bool {
	var first *unicode.RangeTable
	for _, r := range name {
		if r >= 0x1d400 && r <= 0x1d7ff || r >= 0xff21 && r <= 0xff5a || r >= 0x2100 && r <= 0x214f || r >= 0x24b6 && r <= 0x24e9 {
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

// OnlyNumber is the number in a text that holds one and no other; else 0.
func OnlyNumber(text string) int {
	digits := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) != 1 {
		return 0
	}
	n, _ := strconv.Atoi(digits[0]) // too large a one is none
	return n
}

// IsNamed reports whether a text is one of some names, but for its case and for all that is
// no letter and no digit: "robot level 2" is like "Robot (level 2)".
func IsNamed(text string, names ...string) bool {
	for _, name := range names {
		if strings.EqualFold(bare(text), bare(name)) {
			return true
		}
	}
	return false
}

// NameBefore is the name in front of one of some marks, as in "Ada (robot)"; or the text as
// it is, if none stands behind it.
func NameBefore(text string, marks []string) (name string, marked bool) {
	i := strings.LastIndex(text, "(")
	if i <= 0 || !IsNamed(text[i:], marks...) {
		return text, false
	}
	return strings.TrimSpace(text[:i]), true
}

// bare is what letters and digits a text has.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// InvalidNames lists the players whose names are not what a name may be: databases are
// older than that rule.
func InvalidNames(tx *Tx) (out []db.Player, err error) {
	all, err := tx.DB.ListPlayers(-1)
	for _, p := range all {
		if p.Name != "" && tx.Club.NameOf(p.Name, p.Address) != p.Name {
			out = append(out, p)
		}
	}
	return out, err
}

// RenameInvalid calls them as if they came now, also in the subjects of games that run
// and of invitations that stand. Threads of games that are over keep theirs.
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

// retitle makes the subjects of what a player has under way anew.
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
		if err != nil { // another build had them: the thread keeps their title
			log.Warn("names are cleaned in a game of unknown rules", "game", i.ID, "rules", i.Rules)
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
		if err := tx.DB.Retitle(i.ID, Subject(g, i.ID, SideIn(i, i.Challenger), from.Name, name)); err != nil {
			return err
		}
	}
	return nil
}
