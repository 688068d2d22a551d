package config

import (
	"slices"
	"strings"
	"time"

	"turnpost/mail/club/clock"
	"turnpost/templates"
)

func (c *Policy) checkNewcomers(p *problems) {
	if !slices.Contains(templates.Languages(), c.Language) {
		p.say("policy.language", "is %q; there are %s", c.Language, strings.Join(templates.Languages(), ", "))
	}
	// "Local" is wherever the server stands, which its database must not hang on.
	if _, err := time.LoadLocation(c.Timezone); err != nil || c.Timezone == "" || c.Timezone == "Local" {
		p.say("policy.timezone", `is %q; give a name of the tz database, such as "Europe/Rome"`, c.Timezone)
	}
	if _, err := clock.ParseNewPace(c.Pace); err != nil {
		p.say("policy.pace", "is %q; %v", c.Pace, err)
	}
}
