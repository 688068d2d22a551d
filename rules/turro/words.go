package turro

import (
	"embed"
	"sync"

	"turnpost/rules"
)

//go:embed words
var wordFiles embed.FS

// words is Turro in each language. The files are read once.
var words = sync.OnceValue(func() map[string]rules.Words { return rules.ReadWords(wordFiles) })
