package mail

// The limits of [Read]. They bound work and memory for any one mail whatever
// it contains. What lies over a limit is ignored, except in the header: fields
// that nobody looked at could change who wrote the mail, so a header over its
// limits makes Read fail.
const (
	// MaxHeader is the size of the header block in octets.
	MaxHeader = 256 << 10
	// MaxFields is the number of header fields.
	MaxFields = 1000
	// MaxDepth is the depth of the MIME tree; the mail itself has depth 1.
	MaxDepth = 10
	// MaxParts is the number of MIME parts, the branches included.
	MaxParts = 50
	// MaxField is the number of octets of a header field that are considered, but of
	// From, and MaxSubject and MaxType of the subject and of a Content-Type: what
	// people and programs write is shorter, and each octet may be of a coded word.
	MaxField   = 16 << 10
	MaxSubject = 4 << 10
	MaxType    = 4 << 10
	// MaxText is the number of octets of decoded text that are considered, of all
	// parts of a mail together.
	MaxText = 64 << 10
	// MaxHTML is the number of octets of HTML that are considered, of all parts
	// together: HTML needs many more octets than the text it shows.
	MaxHTML = 512 << 10
	// MaxLines is the number of lines that are considered, the quoted ones
	// included.
	MaxLines = 2000
	// MaxOwn is the number of the writer's own lines that are read, without
	// the blank ones, BriefOwn of a stranger's, and MaxOwnText of the octets in
	// them: who plays writes fewer, and each of them is asked what it means.
	MaxOwn     = 200
	BriefOwn   = MaxOwn / 4 // a stranger's
	MaxOwnText = 16 << 10
	// MaxAddresses is the number of addresses in To, and of message ids in
	// References.
	MaxAddresses = 100
)

// extent is how much of a mail's body is read: octets of text and of HTML, tags and
// texts of that, and the writer's own lines and octets.
type extent struct{ text, html, tags, own, ownText int }

// wholeExtent is what is read of most mails, and briefExtent of a stranger's.
func wholeExtent() extent { return extent{MaxText, MaxHTML, maxTags, MaxOwn, MaxOwnText} }

func briefExtent() extent {
	const part = 4
	return extent{MaxText / part, MaxHTML / part, maxTags / part, BriefOwn, MaxOwnText / part}
}
