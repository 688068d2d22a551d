package picture

import (
	"bytes"
	"hash/adler32"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAdlerIsThatOfTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	highest, any := bytes.Repeat([]byte{255}, 2000), make([]byte, 2000)
	for i := range any {
		any[i] = byte(random.IntN(256))
	}
	for n := range highest {
		require.Equal(t, adler32.Checksum(highest[n:]), adler(highest[n:]))
		require.Equal(t, adler32.Checksum(any[n:]), adler(any[n:]))
	}
}

func BenchmarkAdler(b *testing.B) {
	data := bytes.Repeat([]byte{3, 1, 200, 255, 0}, 100_000)
	for b.Loop() {
		adler(data)
	}
}

func BenchmarkAdlerOfTheLibrary(b *testing.B) {
	data := bytes.Repeat([]byte{3, 1, 200, 255, 0}, 100_000)
	for b.Loop() {
		adler32.Checksum(data)
	}
}
