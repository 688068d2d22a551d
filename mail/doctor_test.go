package mail_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
)

func TestDoctorMessagesAreKnown(t *testing.T) {
	t.Parallel()
	raw := mail.DoctorMessage("games@example.org", "games+doctor-1@example.org", "doctor-1", "plus", time.Unix(1e9, 0))
	l, err := mail.Read(raw)
	require.NoError(t, err)
	require.Equal(t, "a message of turnpost doctor to itself", l.Automatic)
	require.Equal(t, []string{"games+doctor-1@example.org"}, l.To)
	require.Equal(t, "doctor-1.plus@example.org", l.MessageID)
	require.Equal(t, time.Unix(1e9, 0).UTC(), l.Date.UTC())
	require.Empty(t, l.AuthReports())
}

func TestAuthReports(t *testing.T) {
	t.Parallel()
	l, err := mail.Read([]byte("Authentication-Results: mx.example.org;\r\n spf=pass (a; b=c) smtp.mailfrom=x.test; DMARC=Fail header.from=x.test\r\n" +
		"Authentication-Results: a b c\r\nAuthentication-Results: spf=fail (sender IP is ::1) smtp.mailfrom=x.test;dmarc=fail action=none\r\n header.from=x.test\r\nAuthentication-Results: other.example.org; none\r\nFrom: a@x.test\r\n\r\n"))
	require.NoError(t, err)
	require.Equal(t, []mail.AuthResultsField{
		{Server: "mx.example.org", Results: []mail.AuthResult{{Method: "spf", Value: "pass"}, {Method: "dmarc", Value: "fail"}}},
		{},
		{Results: []mail.AuthResult{{Method: "spf", Value: "fail"}, {Method: "dmarc", Value: "fail"}}},
		{Server: "other.example.org"},
	}, l.AuthReports())
}
