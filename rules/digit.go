package rules

import "unicode"

// ZeroOf returns the zero of the script of a decimal digit, so that r - ZeroOf(r) is the digit's
// value; r itself if it is no decimal digit. The ten digits of a script follow one another
// (Unicode, section 4.6), and the ranges of the standard library hold whole scripts.
func ZeroOf(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if lo := rune(t.Lo); r >= lo && r <= rune(t.Hi) {
			return lo + (r-lo)/10*10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if lo := rune(t.Lo); r >= lo && r <= rune(t.Hi) {
			return lo + (r-lo)/10*10
		}
	}
	return r
}
