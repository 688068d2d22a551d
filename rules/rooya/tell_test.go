package rooya

import (
	"testing"

	"turnpost/rules/rulestest"
)

func TestWords(t *testing.T) { rulestest.CheckWords(t, Game()) }
