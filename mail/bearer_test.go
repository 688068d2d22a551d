package mail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBearerSaysWhatTheStandardsSay(t *testing.T) {
	t.Parallel()
	// RFC 7628 section 4.1, without the host and port that may be left out.
	mech, first, err := (&BearerLogin{Mechanism: "OAUTHBEARER", User: "user@example.com", Token: "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="}).Start()
	require.NoError(t, err)
	require.Equal(t, "OAUTHBEARER", mech)
	require.Equal(t, "n,a=user@example.com,\x01auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\x01\x01", string(first))
	_, first, err = (&BearerLogin{Mechanism: "OAUTHBEARER", User: "a,b=c", Token: "x"}).Start()
	require.NoError(t, err)
	require.Equal(t, "n,a=a=2Cb=3Dc,\x01auth=Bearer x\x01\x01", string(first))

	mech, first, err = (&BearerLogin{Mechanism: "XOAUTH2", User: "a,b=c@example.com", Token: "ya29.x"}).Start()
	require.NoError(t, err)
	require.Equal(t, "XOAUTH2", mech)
	require.Equal(t, "user=a,b=c@example.com\x01auth=Bearer ya29.x\x01\x01", string(first))
}

func TestBearerHearsARefusal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ challenge, want string }{
		{`{"status":"invalid_token","scope":"example_scope","openid-configuration":"https://example.com/.well-known/openid-configuration"}`,
			"status invalid_token, the scope to ask for is example_scope"}, // RFC 7628 section 4.3
		{`{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}`, "status 400, the scope to ask for is https://mail.google.com/"},
		{`{"status":"401","error_description":"No such\r\nuser."}`, "status 401, No such user."},
		{`{}`, "{}"},
		{"", ""},
		{"plain \x1b[2Jwords\r\n\xff", "plain [2Jwords ?"},
		{strings.Repeat("é", 400), strings.Repeat("é", 150) + "..."},
	} {
		for mech, want := range map[string][]byte{"OAUTHBEARER": {0x01}, "XOAUTH2": {}} {
			b := &BearerLogin{Mechanism: mech}
			answer, err := b.Next([]byte(c.challenge))
			require.NoError(t, err)
			require.NotNil(t, answer, "an answer is owed")
			require.Equal(t, want, answer)
			require.Equal(t, c.want, b.Refusal)
		}
	}
}
