package club

import "unicode"

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
