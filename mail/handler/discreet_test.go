package handler_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
	"turnpost/rules/all"
)

// talkative does all that the handler logs about: messages in and out, refusals that
// repeat the address, deferrals, failures and panics that repeat the message.
func talkative(t *testing.T, level slog.Level) (log string, tokens []string) {
	var out bytes.Buffer
	w := newWorld(t)
	to := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}))
	k, err := handler.New(handler.ServerIdentity{Name: "Turnpost", Address: serverAddress, Plus: true, AuthservID: "turnpost.example"}, w.DB, all.Games(), servertest.Words(t), to)
	require.NoError(t, err)
	k.Limits = w.Handler.Limits
	w.Use(k, to)
	w.Send(post{From: "Adalbertina <ada@example.org>", Proven: true, Body: "challenge bob@example.org rooya as black\nPlease play with me, dear Bob-of-the-brook"})
	w.Reply(bob, "accept")
	require.NoError(t, w.Deliver(sender{}))
	w.Reply(ada, "a1\nsay the password is swordfish")
	w.Reply(bob, "a2")
	w.Reply(ada, "nonsense about elephants")
	secret := w.Last(ada).Get("Reply-To")
	// Servers repeat what they were told.
	_ = w.Deliver(sender{
		ada: fmt.Errorf("550 5.1.1 <%s>: user unknown, said <%s> to %s: %w", ada, ada, secret, mail.ErrRefused),
		bob: fmt.Errorf("451 4.2.0 <%s>: greylisted: %w", bob, mail.ErrDeferred),
	})
	// A panic and an error with the message in them.
	w.Keep(w.Raw(post{From: bob, Body: "poison swordfish", Answers: w.Last(bob)}))
	w.Server.Step = func(name string) {
		if name == "read" {
			panic("reading swordfish of " + bob + " failed")
		}
	}
	for range 5 {
		// The loop logs what PlayNext returns.
		if _, err := w.Server.AnswerNext(t.Context()); err != nil {
			slog.New(mail.Redact(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}))).Warn("will try again", "loop", "play", "error", err)
		}
	}
	w.Server.Step = nil
	for _, box := range w.Boxes {
		for _, l := range box {
			tokens = append(tokens, regexp.MustCompile(`[a-z2-7]{20}`).FindAllString(l.Get("Reply-To"), -1)...)
		}
	}
	require.NotEmpty(t, tokens)
	return out.String(), tokens
}

// The log tells what happened, and to nobody's message what stood in it.
func TestTheLogIsDiscreet(t *testing.T) {
	t.Parallel()
	log, tokens := talkative(t, slog.LevelInfo)
	for _, must := range []string{"a message was refused for good", "a message was deferred", "is quarantined", "status=5.1.1", "status=4.2.0", "panic with a string"} {
		require.Contains(t, log, must)
	}
	lower := strings.ToLower(log)
	for _, never := range append(tokens, "@example.org", "adalbertina", "swordfish", "elephants", "dear", "password", "@turnpost.example") {
		require.NotContains(t, lower, never)
	}
	debug, tokens := talkative(t, slog.LevelDebug)
	require.Contains(t, debug, "550 5.1.1", "what the server said")
	require.NotContains(t, log, "550 5.1.1", "a server may repeat more than an address")
	for _, never := range append(tokens, "swordfish", "elephants", "dear") {
		require.NotContains(t, strings.ToLower(debug), never, "not even at the level debug")
	}
}
