package smtpout

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
	if !errors.As(err, &refusal) || errors.Is(err, mail.ErrAccount) || errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrDeferred) {
		return err
	}
	said := describe(refusal)
	if c := class(refusal); c != nil {
		return fmt.Errorf("%w: the server said %s", c, said)
	}
	return &temporary{said: "the server said " + said, cause: refusal}
}

// temporary keeps the server's answer for errors.As.
type temporary struct {
	said  string
	cause error
}

func (t *temporary) Error() string { return t.said }
func (t *temporary) Unwrap() error { return t.cause }

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

// ourFault is for what comes before any letter: for good means that no letter
// will get through.
func ourFault(e *smtp.SMTPError) error {
	if e.Code/100 == 5 {
		return mail.ErrAccount
	}
	return nil
}

// senderFault: a sender that is refused for reasons of policy (x.7.x) is
// refused for all letters.
func senderFault(e *smtp.SMTPError) error {
	if e.Code/100 == 5 && e.EnhancedCode[1] == 7 {
		return mail.ErrSender
	}
	return letterFault(e)
}

func letterFault(e *smtp.SMTPError) error {
	switch {
	case accountCode(e):
		return mail.ErrAccount
	case e.Code/100 == 5:
		return mail.ErrRefused
	case e.Code/100 == 4 && e.Code != 421 && e.Code != 454:
		// 421 is about the connection (RFC 5321 section 3.8), 454 about the login
		// (RFC 4954 section 4.7.5).
		return mail.ErrDeferred
	}
	return nil
}

// hide takes the password out of what a server said, should it repeat it.
func hide(err error, password string) error {
	if password == "" || !strings.Contains(err.Error(), password) {
		return err
	}
	clean := errors.New(strings.ReplaceAll(err.Error(), password, "***"))
	if errors.Is(err, mail.ErrAccount) {
		return fmt.Errorf("%w: %w", mail.ErrAccount, clean)
	}
	return clean
}
