package handler_test

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/server/servertest"
)

var (
	addressPattern = regexp.MustCompile(`[a-z]+@club\.example`)
	hushPattern    = regexp.MustCompile(`hush[0-9]+q`)
)

// learn notes what a mail of somebody's says: what they know themselves.
func (v *invariants) learn(who, text string) {
	if v.knows[who] == nil {
		v.knows[who] = map[string]bool{who: true}
	}
	for _, a := range addressPattern.FindAllString(text, -1) {
		v.knows[who][a] = true
	}
	for _, h := range hushPattern.FindAllString(text, -1) {
		v.hushed[h] = who
	}
	v.wrote[who] += text + "\n"
}

// meet lets two players know each other's address.
func (v *invariants) meet(a, b int64) {
	if p, q := v.players[a], v.players[b]; !v.met[[2]int64{a, b}] && p.Address != "" && q.Address != "" {
		v.met[[2]int64{a, b}] = true
		v.learn(p.Address, q.Address)
		v.learn(q.Address, p.Address)
	}
}

// checkPrivacy: nothing of another player's that is not for the reader.
func (v *invariants) checkPrivacy(o db.Outgoing, l message, in *sheet) {
	t := v.w.T
	t.Helper()
	whole := strings.ReplaceAll(string(l.Raw()), "=\r\n", "") + l.Text // without soft line breaks (RFC 2045, section 6.7)
	own := servertest.SecretPattern.FindStringSubmatch(l.Get("Reply-To"))
	require.NotNil(t, own)
	v.tokens[own[1]] = o.Recipient
	for _, m := range servertest.SecretPattern.FindAllStringSubmatch(whole, -1) {
		require.Equal(t, o.Recipient, v.tokens[m[1]], "the ticket of another in\n%s", whole)
	}
	for _, a := range addressPattern.FindAllString(strings.ToLower(whole), -1) {
		known := a == o.Recipient || v.knows[o.Recipient][a] || in != nil && in.from == a && a == mallory
		require.True(t, known, "%s does not know %s:\n%s", o.Recipient, a, l.Text)
	}
	for _, h := range hushPattern.FindAllString(l.Text, -1) {
		if v.hushed[h] != o.Recipient {
			require.True(t, v.published(h), "%s is not for %s:\n%s", h, o.Recipient, l.Text)
		}
	}
	flat := strings.Join(strings.Fields(l.Text), " ")
	for line := range v.lines {
		if strings.Contains(flat, line) && !strings.Contains(flat, "if d5-d4 then") { // our example
			require.True(t, v.owns(o.Recipient, line), "%s is not for %s:\n%s", line, o.Recipient, l.Text)
		}
	}
}

// owns reports whether somebody has a conditional line, or a longer one, or
// wrote it.
func (v *invariants) owns(who, line string) bool {
	for own, owners := range v.lines {
		if owners[who] && strings.Contains(own, line) {
			return true
		}
	}
	return strings.Contains(v.wrote[who], line)
}

// published reports whether a note with a word in it may be read by others.
func (v *invariants) published(word string) (found bool) {
	require.NoError(v.w.T, v.w.DB.View(context.Background(), func(tx *db.Tx) error {
		for _, g := range v.games {
			notes, err := tx.PublishedNotes(g.ID)
			if err != nil {
				return err
			}
			found = found || g.Over() && slices.ContainsFunc(notes, func(n db.Note) bool { return strings.Contains(n.Text, word) })
		}
		return nil
	}))
	return found
}
