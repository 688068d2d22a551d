package club

import (
	"slices"
	"unicode"

	"turnpost/rules"

	"golang.org/x/text/unicode/norm"
)

// recommended are the scripts in everyday use (Unicode Standard Annex 31, table 5).
var recommended = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo,
	unicode.Hangul, unicode.Arabic, unicode.Hebrew, unicode.Armenian, unicode.Georgian, unicode.Devanagari,
	unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
	unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer,
	unicode.Ethiopic, unicode.Thaana,
}

// together are the scripts that one name may mix (Unicode Technical Standard 39, 5.2, "Highly
// Restrictive"): Latin with those of Chinese, Japanese or Korean.
var together = [][]*unicode.RangeTable{
	{unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana},
	{unicode.Latin, unicode.Han, unicode.Bopomofo},
	{unicode.Latin, unicode.Han, unicode.Hangul},
}

// uncommon are letters and marks of these scripts that the names of people do not need: those
// whose Identifier_Status is Restricted (Unicode Technical Standard 39, 3.1) in the alphabets
// that look like each other. They are phonetic, historic or technical.
var uncommon = &unicode.RangeTable{R16: []unicode.Range16{
	{0x0180, 0x018e, 1}, {0x0190, 0x019f, 1}, {0x01a2, 0x01ae, 1}, {0x01b1, 0x01c3, 1}, {0x01dd, 0x01dd, 1},
	{0x01e4, 0x01e5, 1}, {0x01f6, 0x01f7, 1}, {0x021c, 0x021d, 1}, {0x0220, 0x0225, 1}, {0x0234, 0x0258, 1},
	{0x025a, 0x02af, 1}, {0x02b9, 0x02ba, 1}, {0x02bd, 0x02c1, 1}, {0x02c6, 0x02d1, 1}, {0x02ee, 0x02ee, 1},
	{0x0305, 0x0305, 1}, {0x030d, 0x030e, 1}, {0x0312, 0x0312, 1}, {0x0315, 0x031a, 1}, {0x031c, 0x0322, 1},
	{0x0329, 0x032c, 1}, {0x032f, 0x032f, 1}, {0x0332, 0x0334, 1}, {0x0336, 0x0337, 1}, {0x033a, 0x033f, 1},
	{0x0346, 0x0373, 1}, {0x0376, 0x0377, 1}, {0x037f, 0x037f, 1}, {0x03cf, 0x03cf, 1}, {0x03d7, 0x03e1, 1},
	{0x03f3, 0x03f3, 1}, {0x03f7, 0x03f8, 1}, {0x03fa, 0x03fb, 1}, {0x0460, 0x0481, 1}, {0x0483, 0x0489, 1},
	{0x0500, 0x050f, 1}, {0x052a, 0x052d, 1}, {0x0560, 0x0560, 1}, {0x0588, 0x0588, 1}, {0x10a0, 0x10c5, 1},
	{0x10f1, 0x10f6, 1}, {0x1100, 0x11ff, 1}, {0x1ab0, 0x1ace, 1}, {0x1c80, 0x1c88, 1}, {0x1cd0, 0x1cfa, 1},
	{0x1d00, 0x1dff, 1}, {0x1e9c, 0x1e9d, 1}, {0x1efa, 0x1eff, 1}, {0x20d0, 0x20f0, 1}, {0x2100, 0x218f, 1},
	{0x2c60, 0x2c7f, 1}, {0x2d00, 0x2d25, 1}, {0x2de0, 0x2dff, 1}, {0x302a, 0x302f, 1}, {0x3031, 0x303c, 1},
	{0x312e, 0x312e, 1}, {0x31f0, 0x31ff, 1}, {0xa640, 0xa69f, 1}, {0xa722, 0xa7ff, 1}, {0xa960, 0xa97c, 1},
	{0xab30, 0xab68, 1}, {0xd7b0, 0xd7fb, 1}, {0xfe00, 0xfe2f, 1},
}, LatinOffset: 0}

// highlyRestrictive reports whether the letters, marks and digits of a name are of one script, or
// of scripts that are written together, all of them in everyday use and not variants of others
// such as 𝐀. Names that mix more look like somebody else's.
func highlyRestrictive(name string) bool {
	var used []*unicode.RangeTable
	zero := rune(-1)
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			continue
		}
		if unicode.Is(uncommon, r) || norm.NFKC.String(string(r)) != norm.NFC.String(string(r)) {
			return false
		}
		if unicode.IsDigit(r) { // all of one system (5.3)
			if z := rules.ZeroOf(r); zero < 0 {
				zero = z
			} else if z != zero {
				return false
			}
		}
		if unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		script := scriptOf(r)
		if script == nil {
			return false
		}
		used = append(used, script)
	}
	if zero > '0' && within(used, []*unicode.RangeTable{unicode.Latin}) {
		return false // the digits of a script that is not there
	}
	if len(used) == 0 || within(used, used[:1]) {
		return true
	}
	for _, scripts := range together {
		if within(used, scripts) {
			return true
		}
	}
	return false
}

func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range recommended {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}

// within reports whether all of some scripts are among others.
func within(some, others []*unicode.RangeTable) bool {
	return !slices.ContainsFunc(some, func(s *unicode.RangeTable) bool { return !slices.Contains(others, s) })
}
