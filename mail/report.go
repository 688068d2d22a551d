package mail

import (
	"bytes"
	"regexp"
	"strings"
)

// DeliveryReport is what a mail server reports about a message (RFC 3464). It does not say who sent the
// report: anybody can write one.
type DeliveryReport struct {
	// MessageID is that of the original message, without brackets, if the report returns the
	// message or its header; otherwise empty.
	MessageID string
	// Recipients holds at least one and at most MaxAddresses.
	Recipients []ReportedRecipient
}

// ReportedRecipient is what a Report says about one address.
type ReportedRecipient struct {
	Final    string // where the message failed to go, without a type
	Original string // what it had been sent to, if that is said
	Action   string // failed, delayed, delivered, relayed or expanded
	Status   string // class.subject.detail (RFC 3463), or empty
	// Diagnostic is the server's own words, in its language.
	Diagnostic string
}

// Failed reports whether the message will never arrive there (RFC 3464 section 2.3.3).
func (r ReportedRecipient) Failed() bool { return r.Action == "failed" }

// Hard reports whether it failed for a permanent reason (RFC 3463 section 2). A message that was
// given up after days of 4.x.x has failed, but its address may be good.
func (r ReportedRecipient) Hard() bool { return r.Failed() && strings.HasPrefix(r.Status, "5") }

// MaxDiagnostic is the length of a Diagnostic in octets.
const MaxDiagnostic = 500

// ReadReport finds the delivery report in a raw message; false if there is none. Besides the
// standard form it reads reports that a gateway has put into another multipart, and those of
// Exim before 2016, which are plain text. It does not look into attached messages: a
// forwarded report is none. Like Read it never panics, is linear, and has limits.
func ReadReport(raw []byte) (*DeliveryReport, bool) {
	h, body, err := splitHeader(bytes.TrimLeft(raw, "\r\n"))
	if err != nil || len(h) == 0 {
		return nil, false
	}
	r := &reportReader{}
	r.entity(h, body, 1)
	if len(r.report.Recipients) == 0 {
		r.plain(h)
	}
	return &r.report, len(r.report.Recipients) > 0
}

// reportReader walks a MIME tree under the limits of reader.
type reportReader struct {
	parts  int
	report DeliveryReport
	text   []byte // the first plain text
}

func (r *reportReader) entity(h header, body []byte, depth int) {
	if r.parts++; r.parts > MaxParts || depth > MaxDepth {
		return
	}
	typ, params := contentType(h)
	switch {
	case strings.HasPrefix(typ, "multipart/"):
		boundary := boundaryOf(params, body)
		if boundary == "" {
			return
		}
		for part := range parts(body, boundary) {
			if r.parts >= MaxParts {
				return
			}
			if h, b, err := splitHeader(part); err == nil {
				r.entity(h, b, depth+1)
			}
		}
	case typ == "message/delivery-status", typ == "message/global-delivery-status": // RFC 6533 section 3
		r.status(transferDecode(body, h, MaxText))
	case typ == "message/rfc822", typ == "message/global", typ == "text/rfc822-headers",
		typ == "message/global-headers",
		typ == "message/rfc822-headers": // the last is not in any standard, but is written
		if r.report.MessageID == "" {
			r.original(transferDecode(body, h, MaxHeader))
		}
	case typ == "text/plain" && r.text == nil:
		r.text = transferDecode(body, h, MaxText)
	}
}

// original reads the Message-ID of a returned message, whose header may be cut off anywhere.
func (r *reportReader) original(raw []byte) {
	h, _, err := splitHeader(bytes.TrimLeft(raw, "\r\n"))
	if err != nil {
		return
	}
	if ids := messageIDs(h.get("message-id")); len(ids) > 0 {
		r.report.MessageID = ids[0]
	}
}

// status reads the groups of fields of a message/delivery-status: one about the
// report, and one for each recipient (RFC 3464 section 2.1). Servers put blank
// lines where they like, so a group is known by its fields.
func (r *reportReader) status(body []byte) {
	for len(body) > 0 && len(r.report.Recipients) < MaxAddresses {
		if body = bytes.TrimLeft(body, "\r\n"); len(body) == 0 {
			return
		}
		h, rest, err := splitHeader(body)
		if err != nil {
			return
		}
		body = rest
		if !h.has("final-recipient") && !h.has("action") {
			continue
		}
		to := ReportedRecipient{
			Final:      typed(h.get("final-recipient")),
			Original:   typed(h.get("original-recipient")),
			Action:     strings.ToLower(firstToken(h.get("action"))),
			Status:     statusPattern.FindString(h.get("status")),
			Diagnostic: typed(h.get("diagnostic-code")),
		}
		if len(to.Diagnostic) > MaxDiagnostic {
			to.Diagnostic = strings.ToValidUTF8(to.Diagnostic[:MaxDiagnostic], "")
		}
		if to.Status == "" {
			to.Status = StatusIn(to.Diagnostic)
		}
		r.report.Recipients = append(r.report.Recipients, to)
	}
}

// plain reads a report that is no multipart/report: Exim names who failed in a
// header field, says why in the text, and puts the message's header below it.
func (r *reportReader) plain(h header) {
	failed := looseAddresses(h.get("x-failed-recipients"))
	if len(failed) == 0 {
		return
	}
	text := r.text
	if i := bytes.Index(text, []byte("\n------ This is a copy of")); i >= 0 {
		copied := text[i+1:]
		text = text[:i]
		_, copied, _ = bytes.Cut(copied, []byte("\n"))
		if r.report.MessageID == "" {
			r.original(copied)
		}
	}
	status := StatusIn(cleanLine(decodeCharset(text[:min(len(text), 8<<10)], "")))
	if !strings.HasPrefix(status, "5") {
		status = "5.0.0" // the field is written for what failed for good alone
	}
	for _, addr := range failed {
		r.report.Recipients = append(r.report.Recipients,
			ReportedRecipient{Final: addr, Action: "failed", Status: status})
	}
}

// typed is the value of a field of the form "type; value", in one line.
func typed(v string) string {
	if kind, rest, ok := strings.Cut(v, ";"); ok && !strings.ContainsAny(strings.TrimSpace(kind), " @<") {
		v = rest
	}
	v = strings.Join(strings.Fields(v), " ")
	if strings.HasPrefix(v, "<") && strings.HasSuffix(v, ">") {
		v = v[1 : len(v)-1]
	}
	return v
}

var (
	// statusPattern is the form of RFC 3463 section 2.
	statusPattern = regexp.MustCompile(`\b[245]\.[0-9]{1,3}\.[0-9]{1,3}\b`)
	// replyPattern is a reply code of RFC 5321 section 4.2 within a text.
	replyPattern = regexp.MustCompile(`(?:^|[\s("'>:])([45])[0-9]{2}(?:$|[\s)\-"'])`)
)

// StatusIn returns the status code in a server's answer, such as "550 5.1.1 no such user"; for a
// reply code alone, the class (5.0.0). It is empty if there is neither.
func StatusIn(said string) string {
	if s := statusPattern.FindString(said); s != "" {
		return s
	}
	if m := replyPattern.FindStringSubmatch(said); m != nil {
		return m[1] + ".0.0"
	}
	return ""
}
