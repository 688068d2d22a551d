package doctor

import (
	"errors"
	"fmt"
	"strings"

	"turnpost/mail"
)

// mendSending returns the remedy if the server refuses a message to ourselves.
func mendSending(err error, address string) string {
	text := strings.ToLower(err.Error())
	switch {
	// Postfix refuses a sender in its answer to RCPT; only the text shows it.
	case strings.Contains(text, "sender"):
		return fmt.Sprintf(
			"the account smtp.user may not send as %s: allow it, or set robot.address to its own address", address)
	case strings.Contains(text, "relay"):
		return "the server relays nothing without a login: set smtp.user and a password"
	case errors.Is(err, mail.ErrLimited):
		return "the server accepts nothing more from the account for now: check its limits at the provider, and " +
			"set smtp.limits below them"
	case errors.Is(err, mail.ErrDeferred):
		return "the server defers mail: try again in a few minutes"
	case errors.Is(err, mail.ErrAccount):
		return "the server refuses the account: check its limits and its rules for sending"
	}
	return fmt.Sprintf("make the server deliver mail to %s", address)
}
