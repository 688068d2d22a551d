package turns

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// The writer goes to who asks for it in the order of asking, and whoever gives up in between
// holds up nobody.
func TestTheOrderOfAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New()
		var mu sync.Mutex
		var had, heard []int
		type number struct{}
		q.Hear(func(ctx context.Context, turn Turn) {
			mu.Lock()
			defer mu.Unlock()
			heard = append(heard, ctx.Value(number{}).(int))
			require.False(t, turn.Began.Before(turn.Asked))
		})
		first, err := q.Ask(context.WithValue(t.Context(), number{}, -1))
		require.NoError(t, err)
		ctx, giveUp := context.WithCancel(t.Context())
		for n := range 40 {
			ctx := context.WithValue(ctx, number{}, n)
			if n%4 != 1 {
				ctx = context.WithoutCancel(ctx)
			}
			go func() {
				turn, err := q.Ask(ctx)
				if err != nil {
					require.ErrorIs(t, err, context.Canceled)
					return
				}
				mu.Lock()
				had = append(had, n)
				mu.Unlock()
				turn.Commits()
				time.Sleep(time.Millisecond) // until the one before is heard of, which is after it is free
				turn.End()
			}()
			synctest.Wait()
		}
		giveUp()
		synctest.Wait()
		require.Empty(t, had)
		first.End()
		time.Sleep(time.Second) // until all have had it
		synctest.Wait()
		var want []int
		for n := range 40 {
			if n%4 != 1 {
				want = append(want, n)
			}
		}
		require.Equal(t, want, had)
		require.Equal(t, append([]int{-1}, want...), heard)
	})
}

// Who has no writer to wait for waits for none.
func TestNoQueue(t *testing.T) {
	var none *Queue
	none.Hear(nil)
	turn, err := none.If(true).Ask(t.Context())
	require.NoError(t, err)
	turn.Commits()
	turn.End()
	none.Beside(t.Context()).End()
	require.Nil(t, New().If(false))
}
