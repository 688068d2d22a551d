package mail

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
)

// Redact returns a log handler that removes secrets from the log, and above the level debug also
// addresses. Servers repeat addresses in their answers, so the code that logs an error
// cannot know what it contains.
func Redact(h slog.Handler) slog.Handler {
	if d, ok := h.(redactor); ok {
		return d
	}
	return redactor{h}
}

type redactor struct{ slog.Handler }

var (
	anyAddress = regexp.MustCompile(`[^\s<>"',;:()\[\]{}=/]+@[^\s<>"',;:()\[\]{}=/]+`)
	// anySecret matches reply tokens, whose signature has 20 characters.
	anySecret = regexp.MustCompile(`(?i)\b([0-9]{1,18}\.[0-9]{1,12})\.[a-z2-7]{20}\b`)
)

func (d redactor) Handle(ctx context.Context, r slog.Record) error {
	redact := func(s string) string {
		if r.Level > slog.LevelDebug { // first: an address may hold a secret
			s = anyAddress.ReplaceAllString(s, "(address)")
		}
		return anySecret.ReplaceAllString(s, "$1.(secret)")
	}
	out := slog.NewRecord(r.Time, r.Level, redact(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool { out.AddAttrs(redacted(a, redact)); return true })
	return d.Handler.Handle(ctx, out)
}

// WithAttrs redacts attributes for all records, whose level is not known yet, as above debug.
func (d redactor) WithAttrs(attrs []slog.Attr) slog.Handler {
	out := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		out[i] = redacted(a, func(s string) string {
			return anySecret.ReplaceAllString(anyAddress.ReplaceAllString(s, "(address)"), "$1.(secret)")
		})
	}
	return redactor{d.Handler.WithAttrs(out)}
}

func (d redactor) WithGroup(name string) slog.Handler { return redactor{d.Handler.WithGroup(name)} }

func redacted(a slog.Attr, redact func(string) string) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		v = slog.StringValue(redact(v.String()))
	case slog.KindAny:
		// An error or another value: as the text that is printed.
		v = slog.StringValue(redact(fmt.Sprint(v.Any())))
	case slog.KindGroup:
		group := make([]slog.Attr, len(v.Group()))
		for i, b := range v.Group() {
			group[i] = redacted(b, redact)
		}
		v = slog.GroupValue(group...)
	}
	return slog.Attr{Key: a.Key, Value: v}
}
