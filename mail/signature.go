package mail

import (
	"strings"
)

// Signatures stand at the end of the own words: at the end of the mail, or
// above the quote. What is certain is taken away; a closing and a name
// ("Thanks, Ada") stay, for they are the player's own.

// markSignatures looks at each run of own lines between quotes.
func markSignatures(lines []line) {
	for i := 0; i < len(lines); {
		if lines[i].kind != own {
			i++
			continue
		}
		end := i
		for end < len(lines) && lines[end].kind == own {
			end++
		}
		markSignature(lines[i:end])
		i = end
	}
}

// markSignature marks the signature of one run.
func markSignature(run []line) {
	for i, l := range run {
		switch {
		case l.text == "-----BEGIN PGP SIGNED MESSAGE-----":
			for j := i; j < len(run) && run[j].text != ""; j++ {
				run[j].kind = signed
			}
			continue
		case isDelimiter(l.text), isDisclaimer(l.text), isListFooter(run, i):
			sign(run[i:])
			run = run[:i]
		case isMobile(l.text):
			// The line alone: some clients put it above what is typed.
			run[i].kind = signed
			continue
		default:
			continue
		}
		break
	}
	trimTail(run)
}

func sign(lines []line) {
	for i := range lines {
		lines[i].kind = signed
	}
}

// trimTail takes away the unmarked signatures at the end of a run: "-Ada",
// "Sent from a ...", and contact data below a closing.
func trimTail(run []line) {
	for n := len(run); n > 0; n-- {
		l := &run[n-1]
		switch {
		case l.kind != own || l.text == "":
			continue
		case isLoose(l.text), isAdvertisement(l.text):
			l.kind = signed
			continue
		case isDashName(l.text) && (n < 2 || run[n-2].text == ""):
			l.kind = signed
		}
		break
	}
	for i, l := range run {
		if l.kind == own && len(run)-i <= 12 && isClosing(l.text) {
			for j := i + 1; j < len(run); j++ {
				if hasContact(run[j].text) && run[j].signed()&hasMove == 0 {
					run[j].kind = signed
				}
			}
			return
		}
	}
}

// isDelimiter: "-- " (RFC 3676 section 4.3), also without its space, as the
// dash that phones make of it, and as OpenPGP escapes it (RFC 4880 section 7.1).
func isDelimiter(text string) bool {
	return text == "--" || text == "- --" || text == "\u2014" || text == "\u2013" || strings.HasPrefix(text, "-----BEGIN PGP SIGNATURE")
}

// isListFooter: a row of underscores or long dashes, below which mailing lists,
// companies and providers write at any length. Above all else it may be the writer's.
func isListFooter(run []line, i int) bool {
	t := strings.TrimSpace(run[i].text)
	if strings.Trim(t, "_") == "" && len(t) >= 20 && len(run)-i <= 12 {
		return true
	}
	return i > 0 && visible(run[:i]) && len(t) >= 4 && (strings.Trim(t, "_") == "" || strings.Trim(t, "\u2014\u2015\u2500") == "")
}
