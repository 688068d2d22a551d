package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"turnpost/rules"
)

// FollowTarget is what is followed: a game by its number, the games of a player by name, perhaps of
// one kind only, or those of a tournament.
type FollowTarget struct {
	Game       int64
	Player     string
	Rules      *rules.Game
	Tournament string
	// Whole is all that was written, if that may be a name too, such as "Ada L." or "Ada
	// Turro"; "" if it equals Player.
	Whole string
}

type (
	Follow struct{ FollowTarget }
	// Unfollow ends it; an empty What ends all.
	Unfollow struct{ FollowTarget }
	// Following shows what the writer follows or, with Set, sets how it is told.
	Following struct{ Set, Every, Ends bool }
	// Best asks for the best games of the week now, or sets whether they come.
	Best struct{ Weekly Toggle }
)

// maxNamed is how many words the names of a player and a game have at most. Longer lines
// are talk, as are lines with a comma.
const maxNamed = 6

var numbered = regexp.MustCompile(`^#?([0-9]{1,18})$`)

func follow(r *Reader, c Line, _ string) any {
	if c.Args == "" && c.Game == 0 {
		return Following{}
	}
	thing, ok := what(r, c)
	if !ok {
		return Misread{Code: "usage", Args: []any{VerbFollow}, Hint: true}
	}
	return Follow{thing}
}

func unfollow(r *Reader, c Line, _ string) any {
	words := strings.Fields(c.Args)
	second := slices.Index(words[:min(len(words), 2)], "follow")
	if second >= 0 { // "cesser de suivre #12"
		c.Args = strings.Join(words[second+1:], " ")
	}
	if c.Args == "" && c.Game == 0 {
		if second < 0 && (slices.Contains(c.Langs, "fr") || slices.Contains(c.Langs, "it")) {
			return Misread{Code: "usage", Args: []any{VerbUnfollow}, Hint: true} // "Cesser" alone is talk
		}
		return Unfollow{}
	}
	thing, ok := what(r, c)
	if !ok {
		return Misread{Code: "usage", Args: []any{VerbUnfollow}, Hint: true}
	}
	return Unfollow{thing}
}

// what reads what is followed.
func what(r *Reader, c Line) (FollowTarget, bool) {
	text := strings.Trim(c.Args, ` .,!"'`)
	if text == "" {
		return FollowTarget{Game: c.Game}, true
	}
	whole := strings.Trim(c.Args, ` "'`)
	if m := numbered.FindStringSubmatch(text); m != nil {
		n, err := strconv.ParseInt(m[1], 10, 64)
		return FollowTarget{Game: n}, err == nil && n > 0
	}
	words := strings.Fields(text)
	if strings.EqualFold(words[0], "tournament") {
		c.Args = strings.Join(words[1:], " ")
		name, ok := tournament(func(name string) any { return name })(r, c, "").(string)
		return FollowTarget{Tournament: name}, ok
	}
	if len(words) > maxNamed || strings.ContainsAny(text, "@,;") || isCommon(words[0]) {
		return FollowTarget{}, false
	}
	for i := 1; i < len(words); i++ {
		if g, err := rules.Find(r.games, strings.Join(words[i:], " ")); err == nil {
			return FollowTarget{Player: strings.Join(words[:i], " "), Rules: &g, Whole: whole}, true
		}
	}
	if whole == text {
		whole = ""
	}
	return FollowTarget{Player: text, Whole: whole}, true
}

// isCommon reports whether a word is frequent in some language, and so no name: "follow your
// heart".
func isCommon(word string) bool {
	for _, common := range vocabularyOf().common {
		if common[strings.ToLower(word)] {
			return true
		}
	}
	return false
}

func following(_ *Reader, c Line, _ string) any {
	words := strings.Fields(strings.ToLower(strings.Trim(c.Args, ` .,!"'`)))
	if len(words) == 0 {
		return Following{}
	}
	set := Following{Set: true}
	digest := false
	for _, word := range words {
		switch word {
		case "every":
			set.Every = true
		case "digest":
			digest = true
		case "end":
			set.Ends = true
		default:
			return Misread{Code: "usage", Args: []any{VerbFollowing}, Hint: true} // "following your move, ..." is talk
		}
	}
	if set.Every && digest {
		return Misread{Code: "usage", Args: []any{VerbFollowing}}
	}
	set.Every = set.Every || set.Ends && !digest
	return set
}

func best(_ *Reader, c Line, _ string) any {
	_, weekly, _ := strings.Cut(c.Args, " ")
	return Best{Toggle(weekly)}
}
