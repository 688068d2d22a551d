package rooya

import (
	"embed"
	"sync"

	"turnpost/rules"
)

//go:embed words
var wordFiles embed.FS

// words is Le Rooya in each language. The files are read once.
var words = sync.OnceValue(func() map[string]rules.Words { return rules.ReadWords(wordFiles) })
