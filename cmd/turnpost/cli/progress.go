package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress is a progress bar for total steps, or for an unknown number if total < 0. It is
// only shown on a terminal, and removed when it is finished or cleared.
func Progress(out io.Writer, total int, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(out),
		progressbar.OptionSetVisibility(IsTerminal(out)),
		progressbar.OptionSetDescription(what),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}
