package main

import (
	"os"
	"runtime/debug"
)

// saveMemory makes the collector run before the daemon's data has grown by half,
// and not only when it has doubled: it holds some 30 MB of pictures and replayed
// games, and most of what it makes is a letter's and goes at once. The usual 100
// saves 7 % of the processor's time and takes 12 to 28 MB more, and 200 saves 12 %
// and takes 50 to 80 MB more ('turnpost bench growth'). A limit is no help: one of
// 64 MiB takes 14 % more time for 3 to 18 MB less, and where what is held comes
// near it, the collector does nothing else. It does nothing if the operator has set
// GOGC.
func saveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
}
