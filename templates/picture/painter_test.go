package picture

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules"
)

func BenchmarkPNG(b *testing.B) {
	b.Run("new position", func(b *testing.B) {
		p := NewPainter()
		_, err := p.PNG(sample(0))
		require.NoError(b, err)
		n, bytes := 0, 0
		for b.Loop() {
			n++
			data, err := p.PNG(sample(n))
			require.NoError(b, err)
			bytes += len(data)
		}
		b.ReportMetric(float64(bytes/n), "bytes/picture")
	})
	b.Run("cached", func(b *testing.B) {
		p := NewPainter()
		for b.Loop() {
			_, err := p.PNG(sample(0))
			require.NoError(b, err)
		}
	})
	b.Run("first of a painter", func(b *testing.B) {
		for b.Loop() {
			_, err := PNG(sample(0))
			require.NoError(b, err)
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	p := NewPainter()
	s := sample(0)
	for b.Loop() {
		p.SVG(s)
	}
}

func BenchmarkGIF(b *testing.B) {
	p := NewPainter()
	var frames []rules.Scene
	for n := range 100 {
		frames = append(frames, sample(n))
	}
	bytes := 0
	for b.Loop() {
		data, err := p.GIF(frames)
		require.NoError(b, err)
		bytes = len(data)
	}
	b.ReportMetric(float64(bytes), "bytes/film")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(frames)), "µs/frame")
}
