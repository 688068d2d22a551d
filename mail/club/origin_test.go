package club

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		address, key string
		shared       bool
	}{
		{"mal@evil.example", "evil.example", false},
		{"mal+2@mail.evil.example", "evil.example", false},
		{"mal@evil.co.uk", "evil.co.uk", false},
		{"mal+2@web.de", "mal@web.de", true},
		{"m.a.l+2@googlemail.com", "mal@gmail.com", true},
		{"m.al@club.example", "m.al@club.example", true},
		{"#12", "", false}, // who was forgotten
	} {
		key, shared := originOf(c.address, []string{"Club.example"})
		require.Equal(t, c.key, key, c.address)
		require.Equal(t, c.shared, shared, c.address)
	}
	require.NotEqual(t, originDigest("a.example"), originDigest("b.example"))
}
