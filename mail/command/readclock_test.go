package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadClock(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"07:30": 450, "7:30": 450, "7.30": 450, "19h": 1140, "19h05": 1145, "0:00": 0, "23:59": 1439, "7": 420, "7pm": 1140, "12am": 0, "12:30pm": 750, "7:30am": 450} {
		got, ok := readClock(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", ":", "24:00", "7:60", "7:5", "-1", "13pm", "0am", "7:30:00", "noon", "+7", "007:30"} {
		_, ok := readClock(text)
		require.False(t, ok, text)
	}
}
