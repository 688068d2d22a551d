package command

import (
	"slices"
	"strconv"
	"strings"

	"turnpost/mail"
	"turnpost/mail/club/clock"
	"turnpost/templates"
)

// Block blocks an address, or the opponent in the game at hand. Off takes a block back.
type Block struct {
	Address mail.Address // zero: the opponent, unless Name
	Name    string       // of a player; see [Context].Called
	Off     bool
}

// Mute hides the words of an address, or of the opponent in a game. Off shows them again.
type Mute struct {
	Address mail.Address // zero: the opponent in Game, unless Name
	Name    string       // of a player; see [Context].Called
	Game    int64        // 0: the game at hand
	Off     bool
}

// RemoveAddress removes the writer's second address. Which names it, if not empty.
type RemoveAddress struct{ Which string }

// AddAddress adds a second address, which is asked to confirm it.
type AddAddress struct{ Address mail.Address }

// Name sets the writer's name.
type Name struct{ Name string }

// Lang sets the writer's language by its tag.
type Lang struct{ Tag string }

// Timezone sets the writer's timezone by its name in the tz database; "" asks for it.
type Timezone struct{ Name string }

// SetMessages sets which messages the writer gets: "every", "mine" or "digest"; "" asks for
// the setting.
type SetMessages struct{ Which string }

func (r *Reader) block(c Line, _ string) any   { return readBlock(c, false) }
func (r *Reader) unblock(c Line, _ string) any { return readBlock(c, true) }

func readBlock(c Line, off bool) any {
	words := addressFirst(c.Args)
	if len(words) == 0 {
		return Block{Off: off}
	}
	if !strings.Contains(words[0], "@") {
		return Misread{Code: "usage", Args: []any{c.Verb}, Hint: true} // "block the road" is talk
	}
	address, err := mail.ParseAddress(words[0])
	if err != nil {
		return Misread{Code: "bad-address", Args: []any{words[0]}}
	}
	return Block{Address: address, Off: off}
}

func (r *Reader) mute(c Line, _ string) any   { return readMute(c, false) }
func (r *Reader) unmute(c Line, _ string) any { return readMute(c, true) }

func readMute(c Line, off bool) any {
	args := strings.TrimRight(c.Args, ".!")
	if m := gameNumber.FindStringSubmatch(args); m != nil && len(m[0]) == len(args) {
		n, _ := strconv.ParseInt(m[1], 10, 64)
		return Mute{Game: n, Off: off}
	}
	words := addressFirst(c.Args)
	if len(words) == 0 {
		return Mute{Off: off}
	}
	if !strings.Contains(words[0], "@") {
		return Misread{Code: "usage", Args: []any{c.Verb}, Hint: true} // "mute the phone" is talk
	}
	address, err := mail.ParseAddress(words[0])
	if err != nil {
		return Misread{Code: "bad-address", Args: []any{words[0]}}
	}
	return Mute{Address: address, Off: off}
}

func (r *Reader) address(c Line, _ string) any {
	if word, rest, _ := strings.Cut(c.Args, " "); strings.EqualFold(strings.TrimRight(word, ".!"), "off") {
		a := addressFirst(rest)
		switch {
		case len(a) == 0:
			return RemoveAddress{}
		case !strings.Contains(a[0], "@"):
			return Misread{Code: "usage", Args: []any{VerbAddress}, Hint: true} // "address off the map" is talk
		}
		return RemoveAddress{a[0]}
	}
	words := addressFirst(c.Args)
	if len(words) == 0 || !strings.Contains(words[0], "@") {
		return Misread{Code: "usage", Args: []any{VerbAddress}, Hint: true} // "address the king" is talk
	}
	a, err := mail.ParseAddress(words[0])
	if err != nil {
		return Misread{Code: "bad-address", Args: []any{words[0]}}
	}
	return AddAddress{a}
}

func (r *Reader) name(c Line, _ string) any { return Name{strings.TrimSpace(c.Args)} }

func (r *Reader) lang(c Line, _ string) any {
	tag := strings.ToLower(strings.Trim(c.Args, " .!?"))
	if known, ok := templates.LanguageNames()[tag]; ok {
		tag = known
	}
	switch {
	case tag == "":
		return Misread{Code: "usage", Args: []any{VerbLanguage}}
	case !slices.Contains(templates.Languages(), tag):
		return Misread{Code: "lang-unknown", Args: []any{c.Args}, Hint: len(strings.Fields(c.Args)) > 1}
	}
	return Lang{tag}
}

func (r *Reader) timezone(c Line, _ string) any {
	text := strings.TrimRight(c.Args, ".!?")
	if text == "" {
		return Timezone{}
	}
	name, near := clock.FindZone(text, oneSlip)
	if name == "" {
		return Misread{Code: "no-zone", Args: []any{text}, Near: near, Hint: len(strings.Fields(text)) > 3}
	}
	return Timezone{name}
}

func (r *Reader) messages(c Line, _ string) any {
	word := strings.ToLower(strings.Trim(c.Args, ` .,!"'`))
	switch word {
	case "", "every", "mine", "digest":
		return SetMessages{word}
	}
	if len(strings.Fields(word)) > 1 {
		return Misread{Code: "usage", Args: []any{VerbMessages}, Hint: true} // "letters are fun" is talk
	}
	return Misread{Code: "bad-word", Args: []any{word, VerbMessages}}
}

func (r *Reader) forget(c Line, _ string) any {
	if c.Args == "" {
		return Misread{Code: "usage", Args: []any{VerbForget}, Hint: true} // "forget" alone is a word
	}
	return Forget{}
}
