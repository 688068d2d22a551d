package smtp

import (
	"errors"
	"fmt"
	"strings"

	"github.com/emersion/go-smtp"

	"turnpost/mail"
)

// classify wraps a server's refusal in its class. Other errors stay as they are:
// transient.
func classify(err error, class func(*smtp.SMTPError) error) error {
	var refusal *smtp.SMTPError
	if !errors.As(err, &refusal) || classified(err) {
		return err
	}
	return &answer{class: class(refusal), said: "the server said " + describe(refusal), cause: refusal}
}

// answer is a server's answer with its class, which is nil for a transient one. The
// answer is kept because a new connection helps against some (421), whatever their
// class.
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

// Unwrap may contain nil, which errors.Is and errors.As skip.
func (a *answer) Unwrap() []error { return []error{a.class, a.cause} }

// classified reports whether an error has a class already.
func classified(err error) bool {
	return errors.Is(err, mail.ErrAccount) || errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrDeferred) ||
		errors.Is(err, mail.ErrLimited) || errors.Is(err, mail.ErrPolicy) || errors.Is(err, mail.ErrSender)
}

func describe(e *smtp.SMTPError) string {
	text := strings.Join(strings.Fields(e.Message), " ")
	if e.EnhancedCode != smtp.EnhancedCodeNotSet && e.EnhancedCode[0] > 0 {
		return fmt.Sprintf("%q (%d %d.%d.%d)", text, e.Code, e.EnhancedCode[0], e.EnhancedCode[1], e.EnhancedCode[2])
	}
	return fmt.Sprintf("%q (%d)", text, e.Code)
}

// accountCode reports whether an answer is about our login, at whatever command (RFC 4954
// section 6, RFC 5248).
func accountCode(e *smtp.SMTPError) bool {
	switch e.Code {
	case 530, 534, 535, 538:
		return true
	}
	return false
}

// quotaCode reports whether an answer says that our account has sent enough for now, at
// whatever command: 4.4.5 and 5.4.5 (RFC 3463, section 3.5: congestion, which Gmail uses
// for its daily limit), and Microsoft's own 5.1.90.
func quotaCode(e *smtp.SMTPError) bool {
	return e.EnhancedCode[1] == 4 && e.EnhancedCode[2] == 5 || e.EnhancedCode == smtp.EnhancedCode{5, 1, 90}
}

// ourFault classifies answers before any message. A permanent one means that no message
// gets through until the operator corrects something, another one that none does now. 454
// says that the server itself cannot check a login now (RFC 4954 section 4.7.5), which is
// transient, unless its words say that there were too many logins, as Gmail's do.
func ourFault(e *smtp.SMTPError) error {
	switch {
	case e.Code == 454 && !quotaCode(e) && !strings.Contains(strings.ToLower(e.Message), "too many"):
		return nil
	case quotaCode(e), e.Code/100 == 4:
		return mail.ErrLimited
	case e.Code/100 == 5:
		return mail.ErrAccount
	}
	return nil
}

// senderFault classifies the answer to MAIL, where the server knows no recipient yet. A
// temporary refusal is most often about our account; but each message has a return path
// of its own, and one that is never accepted must not hold up the others. A sender that
// is refused by a policy (x.7.x) is refused for all messages. Only the size concerns the
// message itself.
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
	return messageFault("")(e)
}

// recipientFault classifies the answer to RCPT. There 552 is about the recipient's mailbox
// and not about the size of the message, which MAIL told (RFC 1870, section 6.1). What a 5xx means
// for the address is decided by club.NoteBounce.
func recipientFault(to string) func(*smtp.SMTPError) error {
	return func(e *smtp.SMTPError) error {
		if e.Code == 552 && e.EnhancedCode[1] != 3 && !quotaCode(e) {
			return mail.ErrMailboxFull
		}
		return messageFault(to)(e)
	}
}

// messageFault classifies the other answers to a message to one recipient. A mailbox that
// is full (x.2.2, RFC 3463 section 3.3) may have room tomorrow, whatever the first digit.
func messageFault(to string) func(*smtp.SMTPError) error {
	return func(e *smtp.SMTPError) error {
		switch {
		case accountCode(e):
			return mail.ErrAccount
		case quotaCode(e):
			return mail.ErrLimited
		case e.EnhancedCode[1] == 2 && e.EnhancedCode[2] == 2:
			return mail.ErrMailboxFull
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

// textFault classifies the answer to a message's text. A policy against it most often
// concerns its words, so the message waits alone.
func textFault(to string) func(*smtp.SMTPError) error {
	return func(e *smtp.SMTPError) error {
		class := messageFault(to)(e)
		if errors.Is(class, mail.ErrPolicy) && e.Code != 421 && e.Code != 454 {
			return mail.ErrDeferred
		}
		return class
	}
}

// namesRecipient reports whether a server's words attribute a policy to the recipient. That
// relaying is denied, or a sender refused, says nothing about the recipient, though servers
// give its address there. The address itself may contain any of these words.
func namesRecipient(said, to string) bool {
	said = withoutAddress(said, to)
	if strings.Contains(said, "relay") || strings.Contains(said, "sender") {
		return false
	}
	for _, sign := range []string{theRecipient, "recipient", "mailbox", "greylist", "graylist"} {
		if strings.Contains(said, sign) {
			return true
		}
	}
	return false
}

// theRecipient stands for the recipient's address in what withoutAddress returns.
const theRecipient = "<to>"

// withoutAddress returns a server's words in lower case with theRecipient in place of an
// address, and without the address's domain.
func withoutAddress(said, address string) string {
	said, address = strings.ToLower(said), strings.ToLower(address)
	if address == "" {
		return said
	}
	said = strings.ReplaceAll(said, address, theRecipient)
	if at := strings.LastIndexByte(address, '@'); at >= 0 && at+1 < len(address) {
		said = strings.ReplaceAll(said, address[at+1:], "")
	}
	return said
}

// hide removes the password from a server's answer that repeats it.
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
