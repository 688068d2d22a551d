package examine

import (
	"context"
	"io"
	"os"
)

// Warm reads a file from its beginning to its end, so that who looks at its rows, which
// lie in it in another order, finds them in memory: a disk gives a large file in its order
// many times faster. In a machine whose memory is smaller than the file it gains nothing.
// That something cannot be read is for those to say who need it.
func Warm(ctx context.Context, path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	part := make([]byte, 1<<20)
	for ctx.Err() == nil {
		if _, err := io.ReadFull(file, part); err != nil {
			return // its end, or what cannot be read
		}
	}
}
