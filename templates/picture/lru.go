package picture

import (
	"math"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// lru remembers what was used last, up to a number of bytes: the library counts
// values, and a picture may be as large as a hundred shapes. It is not safe for
// concurrent use.
type lru[V any] struct {
	most, size int
	kept       *simplelru.LRU[string, sized[V]]
}

type sized[V any] struct {
	value V
	size  int
}

// entry is roughly what one value takes beside itself and its key, in bytes.
const entry = 200

func newLRU[V any](most int) *lru[V] {
	l := &lru[V]{most: most}
	// The error can only be about a number of values below 1.
	l.kept, _ = simplelru.NewLRU(math.MaxInt, func(_ string, old sized[V]) { l.size -= old.size })
	return l
}

// get finds a value.
func (l *lru[V]) get(key []byte) (v V, ok bool) {
	found, ok := l.kept.Get(string(key))
	return found.value, ok
}

// put remembers a value of so many bytes with its key and forgets what was not used for
// longest. What is larger than all that may be kept is not kept.
func (l *lru[V]) put(key string, v V, size int) {
	size += len(key) + entry
	if l.kept.Contains(key) || size > l.most {
		return
	}
	l.kept.Add(key, sized[V]{v, size})
	for l.size += size; l.size > l.most; {
		l.kept.RemoveOldest()
	}
}
