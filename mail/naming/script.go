package naming

import (
	"unicode"
)

// writing is the script of a letter, if it is one of those whose letters people
// take for each other's, or "".
func writing(r rune) string {
	switch {
	case unicode.Is(unicode.Latin, r):
		return "Latin"
	case unicode.Is(unicode.Cyrillic, r):
		return "Cyrillic"
	case unicode.Is(unicode.Greek, r):
		return "Greek"
	case unicode.Is(unicode.Armenian, r):
		return "Armenian"
	case unicode.Is(unicode.Cherokee, r):
		return "Cherokee"
	case unicode.Is(unicode.Coptic, r):
		return "Coptic"
	case unicode.Is(unicode.Lisu, r):
		return "Lisu"
	}
	return ""
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
	first := ""
	for _, r := range name {
		if r >= 0x1d400 && r <= 0x1d7ff || r >= 0xff21 && r <= 0xff5a || r >= 0x2100 && r <= 0x214f || r >= 0x24b6 && r <= 0x24e9 {
			return true
		}
		switch w := writing(r); {
		case w == "":
		case first == "":
			first = w
		case w != first:
			return true
		}
	}
	return false
}
