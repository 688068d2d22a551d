package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func TestMailboxOf(t *testing.T) {
	for address, want := range map[string]string{
		"mal@evil.example":         "mal@evil.example",
		"mal+2@evil.example":       "mal@evil.example",
		"m.al+2+3@evil.example":    "m.al@evil.example",
		"m.a.l+2@googlemail.com":   "mal@gmail.com",
		"m.al@mail.gmail.com":      "m.al@mail.gmail.com",
		"#12":                      "#12", // who was forgotten
		"robot 8":                  "robot 8",
		"+mal@evil.example":        "+mal@evil.example",
		"m.a-l_2+tag@pm.me":        "mal2@proton.me",
		"m.a-l@mac.com":            "m.a-l@icloud.com",
		"mal@+.evil.example+tag.x": "mal@+.evil.example+tag.x",
	} {
		require.Equal(t, want, db.MailboxOf(address), address)
	}
}
