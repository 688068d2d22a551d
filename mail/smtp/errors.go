package smtp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// classify puts the class of a server's refusal before it. What is no refusal
// stays as it is: transient.
func classify(err error, class func(*smtp.SMTPError) error) error {
	var refusal *smtp.SMTPError
	if !errors.As(err, &refusal) || classified(err) {
		return err
	}
	return &answer{class: class(refusal), said: "the server said " + describe(refusal), cause: refusal}
}

// answer keeps the server's answer beside its class, of which one that is transient
// has none: what is said of a connection (421) is mended by a new one, whatever it
// means for the account.
type answer struct {
	class, cause error
	said         string
}

func (a *answer) Error() string {
	if a.class == nil {
		return a.said
	}
	return a.class.Error() + ": " + a.said
}

// Unwrap leaves out a class that there is not (errors.Is and errors.As pass nil over).
func (a *answer) Unwrap() []error { return []error{a.class, a.cause} }

// classified reports whether an error has a class already.
func classified(err error) bool {
	return errors.Is(err, mail.ErrAccount) || errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrDeferred) || errors.Is(err, mail.ErrLimited) || errors.Is(err, mail.ErrPolicy) || errors.Is(err, mail.ErrSender)
}

func describe(e *smtp.SMTPError) string {
	text := strings.Join(strings.Fields(e.Message), " ")
	if e.EnhancedCode != smtp.EnhancedCodeNotSet && e.EnhancedCode[0] > 0 {
		return fmt.Sprintf("%q (%d %d.%d.%d)", text, e.Code, e.EnhancedCode[0], e.EnhancedCode[1], e.EnhancedCode[2])
	}
	return fmt.Sprintf("%q (%d)", text, e.Code)
}

// accountCode tells the answers that are about our login wherever they come
// (RFC 4954 section 6, RFC 5248).
func accountCode(e *smtp.SMTPError) bool {
	switch e.Code {
	case 530, 534, 535, 538:
		return true
	}
	return false
}

// quotaCode tells the answers that say that our account has sent enough for now,
// wherever they come: 4.4.5 and 5.4.5 (RFC 3463, section 3.5: congestion, which
// Gmail means by its daily limit), and Microsoft's 5.1.90, of its own.
func quotaCode(e *smtp.SMTPError) bool {
	return e.EnhancedCode[1] == 4 && e.EnhancedCode[2] == 5 || e.EnhancedCode == smtp.EnhancedCode{5, 1, 90}
}

// ourFault is for what comes before any letter. For good it means that no letter
// will get through until the operator mends it; else, that none does now.
func ourFault(e *smtp.SMTPError) error {
	switch {
	case quotaCode(e), e.Code/100 == 4:
		return mail.ErrLimited
	case e.Code/100 == 5:
		return mail.ErrAccount
	}
	return nil
}

// senderFault is for the answer to MAIL, which knows no recipient yet: what is
// said there for now is most often said of our account, but each letter has a return
// path of its own, and one that is never taken must not hold up all others. A sender
// that is refused for reasons of policy (x.7.x) is refused for all letters. The size
// alone is the letter's own.
func senderFault(e *smtp.SMTPError) error {
	tooLarge := e.Code == 552 || e.EnhancedCode[1] == 3 && e.EnhancedCode[2] == 4
	switch {
	case accountCode(e), tooLarge:
	case e.Code == 452 && !quotaCode(e), e.Code/100 == 4 && e.EnhancedCode[1] == 1:
		return mail.ErrDeferred // its disk is full, or it doubts this return path
	case quotaCode(e), e.Code == 421, e.Code == 454:
		return mail.ErrLimited
	case e.Code/100 == 4:
		return mail.ErrPolicy
	case e.Code/100 == 5 && e.EnhancedCode[1] == 7:
		return mail.ErrSender
	}
	return letterFault("")(e)
}

// letterFault is for what comes of a letter to one recipient.
func letterFault(to string) func(*smtp.SMTPError) error {
	return func(e *smtp.SMTPError) error {
		switch {
		case accountCode(e):
			return mail.ErrAccount
		case quotaCode(e):
			return mail.ErrLimited
		case e.Code == 421, e.Code == 454, e.EnhancedCode[1] == 7 && !namesRecipient(e.Message, to):
			// 421 is about the connection (RFC 5321 section 3.8), 454 about the login
			// (RFC 4954 section 4.7.5), x.7.x about a policy (RFC 3463, section 3.8).
			return mail.ErrPolicy
		case e.Code/100 == 5:
			return mail.ErrRefused
		case e.Code/100 == 4:
			return mail.ErrDeferred
		}
		return nil
	}
}

// textFault is for the answer to a letter's text. A policy against that is most often
// one against these words: the letter waits alone, and no other one behind it.
func textFault(to string) func(*smtp.SMTPError) error {
	return func(e *smtp.SMTPError) error {
		class := letterFault(to)(e)
		if errors.Is(class, mail.ErrPolicy) && e.Code != 421 && e.Code != 454 {
			return mail.ErrDeferred
		}
		return class
	}
}

// namesRecipient reports whether a server's words lay a policy to the recipient.
// That relaying is denied, or a sender refused, says nothing of whom a letter is
// to, though servers name the recipient there.
func namesRecipient(said, to string) bool {
	said = strings.ToLower(said)
	if strings.Contains(said, "relay") || strings.Contains(said, "sender") {
		return false
	}
	for _, sign := range []string{strings.ToLower(to), "recipient", "mailbox", "greylist", "graylist"} {
		if sign != "" && strings.Contains(said, sign) {
			return true
		}
	}
	return false
}

// hide takes the password out of what a server said, should it repeat it.
func hide(err error, password string) error {
	if password == "" || !strings.Contains(err.Error(), password) {
		return err
	}
	clean := errors.New(mail.HideSecret(err.Error(), password))
	if errors.Is(err, mail.ErrAccount) {
		return fmt.Errorf("%w: %w", mail.ErrAccount, clean)
	}
	return clean
}
