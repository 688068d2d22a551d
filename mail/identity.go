package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Identity names a raw mail, so that the same mail is known when it comes
// again: its Message-ID without brackets, or a digest of the whole where it has
// none, and the SHA-256 of its body. Trace fields that each delivery adds on
// top do not change it, nor does another Message-ID there: of several the last
// counts, which is the one that a signature covers (RFC 6376, 5.4.2), so that a
// signed mail cannot be sent anew under a new name. It looks at the header line
// by line and parses nothing else: it is safe before the mail has been judged.
func Identity(raw []byte) (messageID string, digest []byte) {
	header, body := raw, []byte(nil)
	for _, gap := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(gap)); i >= 0 && i <= len(header) {
			header, body = raw[:i], raw[i+len(gap):]
		}
	}
	sum := sha256.Sum256(body)
	lines := bytes.Split(header, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		// What begins with white space is the rest of another field.
		name, value, ok := bytes.Cut(lines[i], []byte(":"))
		if !ok || !strings.EqualFold(string(name), "Message-ID") {
			continue
		}
		id := strings.TrimSpace(string(value))
		// A long id may stand on a line of its own (RFC 5322, 2.2.3).
		if id == "" && i+1 < len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[i+1], " \t"), []byte("<")) {
			id = strings.TrimSpace(string(lines[i+1]))
		}
		if id = strings.Trim(id, "<>"); id != "" && len(id) <= 250 {
			return strings.ToValidUTF8(id, "?"), sum[:]
		}
	}
	whole := sha256.Sum256(raw)
	return "sha256:" + hex.EncodeToString(whole[:]), sum[:]
}

// Writer is a short hash of the address in a raw mail's From field, the same for
// all mails that seem to come from there; empty: there is no such field. It says
// in which order mails are answered and nothing else: it is no proof, and looks
// at the header only as Identity does.
func Writer(raw []byte) string {
	for rest := raw; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		rest = after
		if len(bytes.TrimSpace(line)) == 0 {
			break // the header ends
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || !strings.EqualFold(string(name), "From") {
			continue
		}
		for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') { // it goes on (RFC 5322, 2.2.3)
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
			value = append(slices.Clip(value), line...)
		}
		if i := bytes.LastIndexByte(value, '<'); i >= 0 {
			value, _, _ = bytes.Cut(value[i+1:], []byte(">"))
		}
		sum := sha256.Sum256(bytes.ToLower(bytes.TrimSpace(value)))
		return hex.EncodeToString(sum[:8])
	}
	return ""
}
