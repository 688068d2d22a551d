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
	// MaxText is the number of octets of decoded text that are considered.
	MaxText = 64 << 10
	// MaxHTML is the number of octets of HTML that are considered: HTML needs
	// many more octets than the text it shows.
	MaxHTML = 512 << 10
	// MaxLines is the number of lines that are considered, the quoted ones
	// included.
	MaxLines = 2000
	// MaxAddresses is the number of addresses in To, and of message ids in
	// References.
	MaxAddresses = 100
)
