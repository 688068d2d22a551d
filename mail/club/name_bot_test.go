package club_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club"
)

func TestOnlyNumber(t *testing.T) {
	for text, want := range map[string]int{"robot 2": 2, "Robot (level 12)": 12, "Ada": 0, "1 or 2": 0, "0": 0} {
		require.Equal(t, want, club.OnlyNumber(text), text)
	}
}

func TestLike(t *testing.T) {
	for _, text := range []string{"Robot (level 2)", "robot level 2", "ROBOT(LEVEL 2)", "Roboter Stufe 2"} {
		require.True(t, club.IsNamed(text, "Roboter (Stufe 2)", "Robot (level 2)"), text)
	}
	require.False(t, club.IsNamed("Robot (level 3)", "Robot (level 2)"))
}

func TestBefore(t *testing.T) {
	marks := []string{" (robot)", " (Roboter)"}
	for text, want := range map[string]string{"Ada (robot)": "Ada", "Ada Bo (Roboter)": "Ada Bo"} {
		name, marked := club.NameBefore(text, marks)
		require.True(t, marked)
		require.Equal(t, want, name)
	}
	for _, text := range []string{"Ada", "(robot)", "Ada (me)", "Ada robot"} {
		name, marked := club.NameBefore(text, marks)
		require.False(t, marked)
		require.Equal(t, text, name)
	}
}
