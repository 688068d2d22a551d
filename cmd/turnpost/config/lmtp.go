package config

import (
	"io/fs"
	"strconv"

	"turnpost/mail/smtp"
)

// LMTP is where the operator's mail server delivers mail; off by default.
type LMTP struct {
	// Listen is "unix:" and the path of a socket, or a port of this machine; empty: no LMTP.
	Listen string `toml:"listen"`
	// Mode is the permissions of the socket, in octal.
	Mode string `toml:"mode"`
	// Copy is a folder (Maildir) in which the mail server keeps a copy of each message, for
	// 'turnpost restore --replay'; empty: none.
	Copy string `toml:"copy"`
}

// Permissions returns the permissions of the socket.
func (c LMTP) Permissions() fs.FileMode {
	n, _ := strconv.ParseUint(c.Mode, 8, 32) // which check has read
	return fs.FileMode(n)
}

func (c *LMTP) check(p *problems) {
	if c.Listen == "" {
		return
	}
	if err := smtp.CheckLMTPListen(c.Listen); err != nil {
		p.say("lmtp.listen", `is wrong: %v`, err)
	}
	if n, err := strconv.ParseUint(c.Mode, 8, 32); err != nil || n > 0o777 {
		p.say("lmtp.mode", `is %q; give permissions in octal, such as "0660"`, c.Mode)
	}
}

// Polls reports whether mail is read from a mailbox, which is optional with LMTP.
func (c *Config) Polls() bool { return c.LMTP.Listen == "" || c.IMAP.Host != "" || c.IMAP.User != "" }
