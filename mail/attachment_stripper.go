package mail

import (
	"bytes"
	"slices"
	"strings"
)

// MaxCarried is the size in octets up to which attachments of a message are skipped, if the rest
// is within an inbox's limit.
const MaxCarried = 25 << 20

// AttachmentStripper reads a message in pieces of any size, and keeps no more of it than a limit: the whole
// message, or what is left without the bodies of the parts that are not text. It uses at
// most twice the limit of memory. A signature does not verify what was slimmed: the writer
// is proven otherwise, or asked.
type AttachmentStripper struct {
	most int64
	size int64

	whole, slim       []byte
	wholeOver, failed bool

	line       []byte // begun, and not ended
	head       []byte // of the part whose header is read
	inHead     bool
	top, keep  bool
	single     bool // the message has no parts
	boundaries []string
}

// NewAttachmentStripper makes a stripper that keeps at most a number of octets.
func NewAttachmentStripper(most int64) *AttachmentStripper {
	return &AttachmentStripper{most: most, inHead: true, top: true, keep: true}
}

// maxPiece is the greatest length of a line that is looked at as a whole.
const maxPiece = 4 << 10

// Write adds a piece of the message. It never fails.
func (s *AttachmentStripper) Write(p []byte) (int, error) {
	n := len(p)
	s.size += int64(n)
	if s.wholeOver = s.wholeOver || s.size > s.most; s.wholeOver {
		s.whole = nil
	} else {
		s.whole = append(s.whole, p...)
	}
	for len(p) > 0 && !s.failed {
		end := bytes.IndexByte(p, '\n') + 1
		if end == 0 {
			end = len(p)
		}
		end = min(end, maxPiece)
		s.line = append(s.line, p[:end]...)
		p = p[end:]
		if len(s.line) >= maxPiece || s.line[len(s.line)-1] == '\n' {
			s.take(s.line)
			s.line = s.line[:0]
		}
	}
	return n, nil
}

// take adds a line, or a piece of a long one.
func (s *AttachmentStripper) take(line []byte) {
	bare := string(bytes.TrimRight(line[:min(len(line), 200)], "\r\n \t"))
	switch {
	case s.inHead:
		s.put(line)
		if s.head = append(s.head, line...); len(s.head) > MaxHeader {
			s.failed = true
		}
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			s.begin()
		}
		return
	case strings.HasPrefix(bare, "--"):
		for i, b := range slices.Backward(s.boundaries) {
			switch bare {
			case "--" + b:
				s.boundaries, s.inHead, s.head = s.boundaries[:i+1], true, s.head[:0]
				s.put(line)
				return
			case "--" + b + "--":
				s.boundaries, s.keep = s.boundaries[:i], false
				s.put(line)
				return
			}
		}
	}
	if s.keep {
		s.put(line)
	}
}

// begin begins the body of the part whose header is complete.
func (s *AttachmentStripper) begin() {
	s.inHead = false
	h, _, err := splitHeader(s.head)
	if err != nil {
		s.failed = true
		return
	}
	typ, params := contentType(h)
	many := strings.HasPrefix(typ, "multipart/") && params["boundary"] != "" && len(s.boundaries) < MaxDepth
	if many {
		s.boundaries = append(s.boundaries, params["boundary"])
	}
	// A single text that is too large is no message with pictures, and a message within the
	// mail may be a report.
	s.keep = many || strings.HasPrefix(typ, "message/") || strings.HasPrefix(typ, "text/") &&
		(s.top || !attached(h, params))
	s.single = s.single || s.top && !many
	s.top = false
}

func (s *AttachmentStripper) put(line []byte) {
	if int64(len(s.slim)+len(line)) > s.most {
		s.failed = true
		return
	}
	s.slim = append(s.slim, line...)
}

// Hopeless reports whether the message is over the limit even without its attachments, so that
// no more of it need be fetched.
func (s *AttachmentStripper) Hopeless() bool {
	return s.size > MaxCarried || s.failed || s.single
}

// ArrivedMail returns what was kept: the message, the message without its attachments, or, if that is
// too large too, its header.
func (s *AttachmentStripper) Arrival() ArrivedMail {
	a := ArrivedMail{Size: s.size, Raw: s.whole}
	if !s.wholeOver {
		return a
	}
	if s.take(s.line); !s.failed && s.size <= MaxCarried {
		a.Raw = s.slim
		return a
	}
	a.TooLarge, a.Raw = true, s.slim
	for _, end := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(a.Raw, []byte(end)); i >= 0 {
			a.Raw = a.Raw[:i+len(end)]
			break
		}
	}
	return a
}
