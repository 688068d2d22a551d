package config

import (
	"testing"

	"turnpost/mail/server"

	"github.com/stretchr/testify/require"
)

func TestTheSendingBudget(t *testing.T) {
	for _, c := range []struct {
		host, limits string
		want         server.SendingBudget
	}{
		{"smtp.gmail.com", "", server.SendingBudget{Day: 500}},
		{"SMTP.Gmail.com", "", server.SendingBudget{Day: 500}},
		{"smtp.gmail.com", "workspace", server.SendingBudget{Day: 2000}},
		{"smtp.office365.com", "", server.SendingBudget{Minute: 30, Day: 10_000}},
		{"smtp-mail.outlook.com", "", server.SendingBudget{Minute: 30, Day: 300}},
		{"smtp-mail.outlook.com", "5000/day", server.SendingBudget{Day: 5000}},
		{"smtp.fastmail.com", "", server.SendingBudget{Day: 4000}},
		{"mail.example.org", "", server.SendingBudget{}},
		{"smtp.gmail.com", "own", server.SendingBudget{}},
		{"mail.example.org", "20/minute, 300/hour 2000/day", server.SendingBudget{Minute: 20, Hour: 300, Day: 2000}},
	} {
		smtp := SMTP{MailServer: MailServer{Host: c.host}}
		require.NoError(t, smtp.Limits.UnmarshalText([]byte(c.limits)))
		require.Empty(t, smtp.Limits.wrong)
		require.Equal(t, c.want, smtp.Budget(), "%s %s", c.host, c.limits)
	}
}
