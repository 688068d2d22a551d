package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress is a bar on standard error for work of total steps; total < 0 is
// work of unknown length. It shows nothing unless standard error is a
// terminal, so that logs and pipes stay clean. It leaves no trace when the work
// is finished or it is cleared.
func (a *app) progress(total int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(a.err),
		progressbar.OptionSetVisibility(isTerminal(a.err)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}

// isTerminal reports whether stream, a reader or a writer, is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
