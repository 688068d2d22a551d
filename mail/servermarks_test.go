package mail

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf(t *testing.T) {
	const (
		there = "from AM0PR08.eurprd08.prod.outlook.com (::1) by DB9PR08.eurprd08.prod.outlook.com with HTTPS; Sun, 22 Nov 2026"
		ours  = "from mail.outlook.com by mx.club.example with ESMTP; Sun, 22 Nov 2026"
	)
	for _, c := range []struct {
		name     string
		received string
		report   string
		spam     bool
	}{
		{"its filter", there, "CIP:192.0.2.1;CTRY:;LANG:en;SCL:1;SRV:;SFV:SPM;PTR:;CAT:NONE;", true},
		{"the level", there, "SFV:NSPM; SCL: 5;", true},
		{"the sort", there, "CAT:SPOOF;SCL:1", true},
		{"clean", there, "CIP:192.0.2.1;SCL:1;SFV:NSPM;CAT:NONE;SFS:(13230031)(5);DIR:INB;", false},
		{"a word that holds another", there, "XSFV:SPM;SCLA:9;CAT:BULK", false},
		{"nothing", there, "", false},
		{"of the writer's server", ours, "SFV:SPM;SCL:9;CAT:SPM", false},
		{"below, of the writer's server", "by mx.club.example", "SFV:SPM", false},
		{"of nobody", "", "SFV:SPM", false},
		{"a domain that ends alike", "from a by notoutlook.com with SMTP", "SFV:SPM", false},
		{"by nobody", "from by", "SFV:SPM", false},
	} {
		m := serverMarksOf(func(name string) []string {
			return map[string][]string{"received": {c.received, there}, "x-forefront-antispam-report": {c.report}}[name]
		})
		require.Equal(t, c.spam, m.Spam != "", c.name)
	}
	m := serverMarksOf(func(name string) []string {
		return map[string][]string{"x-spam-flag": {"NO", " Yes"}, "received-spf": {"Fail (x)", "pass"}}[name]
	})
	require.Equal(t, FilterMarks{Spam: "x-spam-flag", SPF: "fail"}, m)
	require.Zero(t, serverMarksOf(func(string) []string { return nil }))
}
