package mail

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// transferDecode undoes the Content-Transfer-Encoding (RFC 2045 section 6) for
// at most limit octets of text. What is broken is read as far as it goes.
func transferDecode(body []byte, h header, limit int) []byte {
	enc := strings.ToLower(h.begin("content-transfer-encoding", MaxType))
	enc, _, _ = strings.Cut(enc, ";")
	switch strings.TrimSpace(enc) {
	case "quoted-printable":
		return quotedPrintable(body, limit)
	case "base64":
		src := make([]byte, 0, min(len(body), 2*limit))
		for _, c := range body {
			if len(src) >= 4*(limit/3+1) {
				break
			}
			if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
				src = append(src, c)
			}
		}
		b := make([]byte, base64.RawStdEncoding.DecodedLen(len(src)))
		if len(src)%4 == 1 {
			src = src[:len(src)-1]
		}
		n, _ := base64.RawStdEncoding.Decode(b, src)
		return b[:min(n, limit)]
	}
	return body[:min(len(body), limit)]
}

// taken is what of a limit a body has taken that was decoded: what was looked at counts a
// quarter, as for quotedPrintable, lest parts that say nothing are free.
func taken(decoded, body []byte, limit int) int {
	return max(len(decoded), min(len(body), 4*limit)/4)
}

// quotedPrintable decodes lines of quoted-printable (RFC 2045 section 6.7) to at most
// limit octets, in one pass over four times as many: an octet takes at most three,
// and soft line breaks three in 76. Raw octets of 8 bits stay, as does an equals
// sign that codes nothing; other controls than TAB, CR and LF are left out, as is
// white space at the end of a line.
func quotedPrintable(body []byte, limit int) []byte {
	body = body[:min(len(body), 4*limit)]
	out := make([]byte, 0, min(len(body), limit+2))
	for len(body) > 0 && len(out) < limit {
		line, rest, ended := bytes.Cut(body, []byte("\n"))
		body = rest
		end := "\n"
		if !ended {
			end = ""
		} else if bytes.HasSuffix(line, []byte("\r")) {
			end = "\r\n"
		}
		// As bytes.TrimRight does, which costs more than all else on lines of one sign.
		for n := len(line); n > 0 && (line[n-1] == '\r' || line[n-1] == ' ' || line[n-1] == '\t'); n-- {
			line = line[:n-1]
		}
		if before, soft := bytes.CutSuffix(line, []byte("=")); soft {
			line, end = before, ""
		}
		for i := 0; i < len(line) && len(out) < limit; i++ {
			c := line[i]
			if c == '=' && i+2 < len(line) {
				high, ok := unhex(line[i+1])
				low, ok2 := unhex(line[i+2])
				if ok && ok2 {
					out = append(out, high<<4|low)
					i += 2
					continue
				}
			}
			if c >= ' ' || c == '\t' || c == '\r' {
				out = append(out, c)
			}
		}
		out = append(out, end...)
	}
	return out[:min(len(out), limit)]
}

// unhex is the value of a hexadecimal digit. Lower case is not allowed, and is
// written.
func unhex(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	}
	return 0, false
}
