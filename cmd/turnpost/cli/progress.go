package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress is a bar on a stream for work of total steps; total < 0 is work of
// unknown length. It shows nothing unless the stream is a terminal, and leaves no
// trace when the work is finished or it is cleared.
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
