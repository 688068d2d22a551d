package config

import (
	"fmt"
	"maps"
	"strings"
)

// The section of [Policy], and its former name, which is still read.
const (
	policySection = "policy"
	formerPolicy  = "manners"
)

// withFormerPolicy is a configuration with the section under its former name.
type withFormerPolicy struct {
	Config
	Manners *Policy `toml:"manners"`
}

// onePolicy refuses both names in one file. If only the former is used, it records the lines
// of its keys.
func onePolicy(lines map[string]int) error {
	former, present := below(lines, formerPolicy), below(lines, policySection)
	switch {
	case former == nil:
	case present != nil:
		return fmt.Errorf(
			"line %d: [manners] is now called [policy], and both are used; write all its keys in [policy]",
			first(former))
	default:
		for key, line := range former {
			lines[policySection+strings.TrimPrefix(key, formerPolicy)] = line
		}
	}
	return nil
}

// below returns the lines of a section and its keys, or nil.
func below(lines map[string]int, section string) map[string]int {
	found := maps.Clone(lines)
	maps.DeleteFunc(found,
		func(key string, _ int) bool { return key != section && !strings.HasPrefix(key, section+".") })
	if len(found) == 0 {
		return nil
	}
	return found
}

// first returns the line on which they begin.
func first(lines map[string]int) int {
	least := 0
	for _, line := range lines {
		if least == 0 || line < least {
			least = line
		}
	}
	return least
}
