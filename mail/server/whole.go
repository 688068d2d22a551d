package server

import (
	"turnpost/db"
	"turnpost/mail/notify"
)

// whole is a letter out as it is sent: its pictures are drawn now, in no transaction.
// One that cannot be drawn is missing in it: the text says what it shows.
func whole(s *Server, out db.Outgoing) []byte {
	raw, err := notify.Draw(out.Raw, s.desk.Club.Games(), s.desk.Teller.Painter)
	if err != nil {
		s.log.Error("a letter goes without a picture", "letter", out.ID, "error", err)
	}
	return raw
}
