package daemon

import (
	"os"
	"runtime/debug"
)

// SaveMemory makes the collector run before the daemon's data has grown by two
// fifths, and not only when it has doubled: it holds some 30 MB of pictures and
// replayed games, and most of what it makes is a letter's and goes at once. That
// keeps it under 100 MB. The usual 100 takes some 10 % less of the processor's time
// and 20 MB more, and 200 some 15 % less and 60 MB more ('turnpost bench growth').
// A limit of 64 MiB costs as much time as it saves memory, and where what is held
// comes near a limit, the collector does nothing else. It does nothing if the
// operator has set GOGC.
func SaveMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40)
	}
}
