package trust

// Proof says by what a letter's writer is proven.
type Proof string

// The proofs there are.
const (
	None      Proof = ""
	Secret    Proof = "secret"    // of a letter of ours to the writer
	Server    Proof = "server"    // the operator's own mail server says so
	Signature Proof = "signature" // a DKIM signature that we verified
	Open      Proof = "open"      // everybody is believed here
)

// Facts are what is known of who wrote a letter.
type Facts struct {
	Senders int  // addresses in all From fields together
	Open    bool // the operator believes everybody
	Own     bool // a secret in it was made for the player whose address is in From
	Foreign bool // a secret in it was not
	Server  bool // the operator's server vouches for From
	Signed  bool // a signature vouches for From
	// Again says that another mail with its Message-ID came before. Only a secret
	// says when it was given, so the other signs count once.
	Again bool
}

// Proof is what proves the writer; None, if nothing does.
func (f Facts) Proof() Proof {
	switch {
	case f.Senders != 1:
		return None
	case f.Own:
		return Secret
	case f.Open:
		return Open
	case f.Foreign, f.Again:
		return None
	case f.Server:
		return Server
	case f.Signed:
		return Signature
	}
	return None
}
