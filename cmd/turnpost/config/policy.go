package config

import (
	"fmt"
	"maps"
	"strings"
)

// The section of the [Policy], and what it was called before, under which it is still
// read.
const (
	policySection = "policy"
	formerPolicy  = "manners"
)

// withFormerPolicy is a configuration as a file may have it: Manners is its Policy by the
// former name.
type withFormerPolicy struct {
	Config
	Manners *Policy `toml:"manners"`
}

// onePolicy says that both names are used, which would leave open what counts. Where the
// former one stands alone, it notes the lines of its keys for sentences on the policy.
func onePolicy(lines map[string]int) error {
	former, present := below(lines, formerPolicy), below(lines, policySection)
	switch {
	case former == nil:
	case present != nil:
		return fmt.Errorf("line %d: [manners] is now called [policy], and both are here; write all its keys in [policy]", first(former))
	default:
		for key, line := range former {
			lines[policySection+strings.TrimPrefix(key, formerPolicy)] = line
		}
	}
	return nil
}

// below are the lines of a section and of its keys; nil: it is not there.
func below(lines map[string]int, section string) map[string]int {
	found := maps.Clone(lines)
	maps.DeleteFunc(found, func(key string, _ int) bool { return key != section && !strings.HasPrefix(key, section+".") })
	if len(found) == 0 {
		return nil
	}
	return found
}

// first is the line on which they begin.
func first(lines map[string]int) int {
	least := 0
	for _, line := range lines {
		if least == 0 || line < least {
			least = line
		}
	}
	return least
}
