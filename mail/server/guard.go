package server

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// guard runs f, and makes an error of a panic in it: that is our fault in one
// letter, or one duty, and must not stop the others.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return f()
}

// panicked makes an error of a panic. What a runtime error says is numbers and
// types; any other value may be a text of the letter's, which is not logged.
func panicked(r any) error {
	if e, ok := r.(runtime.Error); ok {
		return fmt.Errorf("panic: %w\n%s", e, debug.Stack())
	}
	return fmt.Errorf("panic with a %T\n%s", r, debug.Stack())
}
