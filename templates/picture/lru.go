package picture

import "container/list"

// lru remembers what was used last, up to a number of bytes. It is not safe for
// concurrent use.
type lru[V any] struct {
	most, size int
	order      *list.List // of *kept[V], the last used in front
	byKey      map[string]*list.Element
}

type kept[V any] struct {
	key   string
	value V
	size  int
}

// entry is roughly what one value takes beside itself and its key, in bytes.
const entry = 200

func newLRU[V any](most int) *lru[V] {
	return &lru[V]{most: most, order: list.New(), byKey: map[string]*list.Element{}}
}

// get finds a value. The key is bytes, so that a miss alone costs a string.
func (l *lru[V]) get(key []byte) (v V, ok bool) {
	e, ok := l.byKey[string(key)]
	if !ok {
		return v, false
	}
	l.order.MoveToFront(e)
	return e.Value.(*kept[V]).value, true
}

// put remembers a value of so many bytes with its key and forgets what was not used for
// longest. What is larger than all that may be kept is not kept.
func (l *lru[V]) put(key string, v V, size int) {
	size += len(key) + entry
	if _, ok := l.byKey[key]; ok || size > l.most {
		return
	}
	l.byKey[key] = l.order.PushFront(&kept[V]{key, v, size})
	for l.size += size; l.size > l.most; {
		e := l.order.Back()
		old := l.order.Remove(e).(*kept[V])
		delete(l.byKey, old.key)
		l.size -= old.size
	}
}
