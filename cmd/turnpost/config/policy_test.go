package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The section of the policy was called [manners]: files of then are read as they were, and
// what is wrong in them is told with its line.
func TestThePolicyByItsFormerName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, more, wrong string }{
		{"its name", "[policy]\nvacation_days = 4\n", ""},
		{"the former one", "[manners]\nvacation_days = 4\n", ""},
		{"in one line", "manners = { vacation_days = 4 }\n", ""},
		{"both", "[policy]\nvacation_days = 4\n[manners]\ngrace = \"3h\"\n", "line 3: [manners] is now called [policy], and both are used; write all its keys in [policy]"},
		{"both, the former first", "[manners]\n[policy]\nvacation_days = 4\n", "line 1: [manners] is now called [policy], and both are used; write all its keys in [policy]"},
		{"both, by keys", "policy.vacation_days = 4\nmanners.grace = \"3h\"\n", "line 2: [manners] is now called [policy], and both are used; write all its keys in [policy]"},
		{"a wrong value", "[manners]\nvacation_days = 400\n", "line 2: policy.vacation_days is 400; it must be from 0 to 366"},
		{"a wrong kind", "[manners]\nvacation_days = \"x\"\n", "line 2: manners.vacation_days is a whole number"},
		{"a wrong key", "[manners]\nvacations = 4\n", "line 2: there is no key vacations in [manners]; there are members, pace, "},
	} {
		t.Run(c.name, func(t *testing.T) {
			parsed, err := Parse([]byte(c.more + least))
			if c.wrong != "" {
				require.ErrorContains(t, err, c.wrong)
				return
			}
			require.NoError(t, err)
			want, err := Parse([]byte(least))
			require.NoError(t, err)
			want.Policy.VacationDays = 4 // and all else as it is without
			require.Equal(t, want, parsed)
		})
	}
}
