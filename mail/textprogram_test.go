package mail

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTextPrograms: programs in a terminal are known by their headers, named or not, and no other
// program is taken for one.
func TestTextPrograms(t *testing.T) {
	t.Parallel()
	for fields, text := range map[string]bool{
		"User-Agent: Alpine 2.26 (DEB 649 2022-06-02)":                   true,
		"User-Agent: alpine 2.21 (LNX 202 2017-01-01)":                   true,
		"Message-ID: <alpine.DEB.2.22.394.2611261228080.1@vm>":           true,
		"Message-ID: <Pine.LNX.4.64.0701011200@vm>":                      true,
		"User-Agent: Mutt/2.2.9 (2022-11-12)":                            true,
		"User-Agent: NeoMutt/20220429":                                   true,
		"User-Agent: s-nail v14.9.24":                                    true,
		"X-Mailer: aerc 0.14.0":                                          true,
		"X-Mailer: mail (GNU Mailutils 3.15)":                            true,
		"User-Agent: Heirloom mailx 12.5 7/5/10":                         true,
		"X-Mailer: MH-E 8.6; nmh 1.7.1; Emacs 28":                        true,
		"User-Agent: meli 0.8":                                           true,
		"Message-ID: <awgl2IfaG6Pczuiv@vm>\nContent-Disposition: inline": true,
		"Message-ID: <7de492d3-d5a5-f751-0d01-3cbe89c33d96@vm>\nDate: Thu, 26 Nov 2026 12:39:28 +0000 (UTC)\n" +
			"Content-Type: text/plain; charset=US-ASCII; format=flowed": true,
		"Message-ID: <7de492d3-d5a5-f751-0d01-3cbe89c33d96@vm>\nDate: Thu, 26 Nov 2026 12:39:28 +0000 (UTC)\n" +
			"Content-Type: multipart/mixed; boundary=\"8323328-807149295-1795696768=:24275\"": true,

		"User-Agent: Mozilla Thunderbird":                              false,
		"X-Mailer: Apple Mail (2.3774.500.171.1.1)":                    false,
		"X-Mailer: iPhone Mail (20A362)":                               false,
		"X-Mailer: Microsoft Outlook 16.0":                             false,
		"X-Mailer: Sylpheed 3.8.0beta1 (GTK+ 2.24.33)":                 false,
		"X-Mailer: Claws Mail 4.1.1":                                   false,
		"User-Agent: Roundcube Webmail/1.6.1":                          false,
		"User-Agent: K-9 Mail for Android":                             false,
		"X-Mailer: Mailspring":                                         false,
		"X-Mailer: MailMate (1.14r5937)":                               false,
		"User-Agent: eM_Client/9.2":                                    false,
		"X-Mailer: Evolution 3.46":                                     false,
		"Message-ID: <CAFabc123@mail.gmail.com>":                       false,
		"Message-ID: <awgl2IfaG6Pczuiv@vm>":                            false,
		"Message-ID: <28f1c9ff-a05b-4f72-bedd-208ea50db370@demo.test>": false,
		"Message-ID: <7de492d3-d5a5-f751-0d01-3cbe89c33d96@vm>\nDate: Thu, 26 Nov 2026 12:39:28 +0000": false,
	} {
		m, err := Read([]byte(strings.ReplaceAll("From: ada@example.org\n"+fields+"\n\nd3-d4\n", "\n", "\r\n")))
		require.NoError(t, err)
		assert.Equal(t, text, m.TextProgram, fields)
	}
}
