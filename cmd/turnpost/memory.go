package main

import (
	"os"
	"runtime/debug"
)

// saveMemory makes the collector run before the daemon's data has grown by half,
// and not only when it has doubled: most of what it holds are pictures of boards,
// and most of what it makes is a letter's and goes at once. A limit would be no
// help: where what is held comes near it, the collector does nothing else. It does
// nothing if the operator has set GOGC.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
}
