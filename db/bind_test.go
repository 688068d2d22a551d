package db

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestRebind(t *testing.T) {
	for _, c := range []struct {
		query, want string
		order       []int
	}{
		{"SELECT 1", "SELECT 1", nil},
		{"a = ? AND b = ?", "a = $1 AND b = $2", []int{0, 1}},
		{"a = ?1 OR b = ?1", "a = $1 OR b = $1", []int{0}},
		{"a = ?3 AND b = ?1", "a = $1 AND b = $2", []int{2, 0}},
		{"a = '?' AND b = ?", "a = '?' AND b = $1", []int{0}},
		{"a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1", []int{0}},
		{`"is it?" = ?`, `"is it?" = $1`, []int{0}},
		{"a -- is it?\n= ?", "a \n= $1", []int{0}},
		{"a = ? -- is it?", "a = $1 ", []int{0}},
		{"a = '?", "a = '?", nil},
	} {
		got, order := rebind(c.query)
		require.Equal(t, c.want, got, c.query)
		require.Equal(t, c.order, order, c.query)
	}
}

func TestBindNumbered(t *testing.T) {
	_, args, err := bindPostgres("?2 ?4 ?5", []any{nil, true, "unused", time.Friday, "a\x00b\xffc"})
	require.NoError(t, err)
	require.Equal(t, []any{int64(1), int64(5), "a\uFFFDb\uFFFDc"}, args)
	_, _, err = bindPostgres("? ?", []any{1})
	require.ErrorContains(t, err, "no argument 2")
}

func FuzzRebind(f *testing.F) {
	f.Add("a = ?1 AND b = '?' -- c\n ?")
	f.Fuzz(func(t *testing.T, query string) {
		text, order := rebind(query)
		again, none := rebind(text)
		require.Empty(t, none, "nothing is left to be numbered")
		require.Equal(t, text, again)
		_ = order
	})
}
