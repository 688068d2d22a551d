package mail

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// DoctorField is the header field of the messages that `turnpost doctor` sends to the server
// address. The handler ignores them.
const DoctorField = "Turnpost-Doctor"

// doctorField is DoctorField in the form of header names that are read.
const doctorField = "turnpost-doctor"

// DoctorMessage composes such a message. tag is a word that nothing else contains, and kind is
// the word after it in the field.
func DoctorMessage(from, to, tag, kind string, now time.Time) []byte {
	_, domain, _ := strings.Cut(from, "@")
	var b bytes.Buffer
	for _, line := range []string{
		"From: <" + from + ">",
		"To: <" + to + ">",
		"Subject: Turnpost tries this mailbox",
		"Date: " + now.Format(time.RFC1123Z),
		fmt.Sprintf("Message-ID: <%s.%s@%s>", tag, kind, domain),
		DoctorField + ": " + tag + " " + kind,
		"Auto-Submitted: auto-generated", // RFC 3834, 5: no vacation answers it
		"X-Auto-Response-Suppress: All",
		"MIME-Version: 1.0",
		"Content-Type: text/plain; charset=utf-8",
		"",
		"'turnpost doctor' wrote this letter to find out whether mail gets through.",
		"It deletes it when it comes. If it is still here, delete it.",
		"",
	} {
		b.WriteString(line + "\r\n")
	}
	return b.Bytes()
}
