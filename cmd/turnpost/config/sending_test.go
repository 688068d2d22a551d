package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheSendingBudget(t *testing.T) {
	for _, c := range []struct {
		host, limits string
		want         Sending
	}{
		{"smtp.gmail.com", "", Sending{Day: 500}},
		{"SMTP.Gmail.com", "", Sending{Day: 500}},
		{"smtp.gmail.com", "workspace", Sending{Day: 2000, given: true}},
		{"smtp.office365.com", "", Sending{Minute: 30, Day: 10_000}},
		{"smtp-mail.outlook.com", "", Sending{Minute: 30, Day: 300}},
		{"smtp-mail.outlook.com", "5000/day", Sending{Day: 5000, given: true}},
		{"smtp.fastmail.com", "", Sending{Day: 4000}},
		{"mail.example.org", "", Sending{}},
		{"smtp.gmail.com", "own", Sending{given: true}},
		{"mail.example.org", "20/minute, 300/hour 2000/day", Sending{Minute: 20, Hour: 300, Day: 2000, given: true}},
	} {
		smtp := SMTP{Server: Server{Host: c.host}}
		require.NoError(t, smtp.Limits.UnmarshalText([]byte(c.limits)))
		require.Empty(t, smtp.Limits.wrong)
		require.Equal(t, c.want, smtp.Budget(), "%s %s", c.host, c.limits)
	}
}
