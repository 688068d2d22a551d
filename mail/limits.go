package mail

// The limits of [Read]. They bound work and memory for any message. What is over a limit is
// ignored, except in the header: fields that nobody looked at could change who wrote the
// message, so a header over its limits makes Read fail.
const (
	// MaxHeader is the size of the header block in octets.
	MaxHeader = 256 << 10
	// MaxFields is the number of header fields.
	MaxFields = 1000
	// MaxDepth is the depth of the MIME tree; the message itself has depth 1.
	MaxDepth = 10
	// MaxParts is the number of MIME parts, including the multiparts.
	MaxParts = 50
	// MaxField is how many octets of a header field are read, except From; MaxSubject and
	// MaxType are for the subject and Content-Type. Legitimate fields are shorter, and every
	// octet may be part of an encoded word.
	MaxField   = 16 << 10
	MaxSubject = 4 << 10
	MaxType    = 4 << 10
	// MaxText is how many octets of decoded text are read, of all parts together.
	MaxText = 64 << 10
	// MaxHTML is how many octets of HTML are read, of all parts together: HTML needs many
	// more octets than the text that it shows.
	MaxHTML = 512 << 10
	// MaxLines is how many lines are read, quoted ones included.
	MaxLines = 2000
	// MaxOwn is how many own lines are read, not counting blank ones, BriefOwn those of a
	// stranger, and MaxOwnText the octets in them: players write fewer, and each line is
	// classified.
	MaxOwn     = 200
	BriefOwn   = MaxOwn / 4 // a stranger's
	MaxOwnText = 16 << 10
	// MaxAddresses is the number of addresses in To, and of message ids in
	// References.
	MaxAddresses = 100
)

// extent is how much of a body is read: octets of text and of HTML, tags and texts of HTML,
// and own lines and their octets.
type extent struct{ text, html, tags, own, ownText int }

// wholeExtent is for most messages, and briefExtent for a stranger's.
func wholeExtent() extent { return extent{MaxText, MaxHTML, maxTags, MaxOwn, MaxOwnText} }

func briefExtent() extent {
	const part = 4
	return extent{MaxText / part, MaxHTML / part, maxTags / part, BriefOwn, MaxOwnText / part}
}
