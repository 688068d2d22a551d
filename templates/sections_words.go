package templates

// MoveInWords is a legal ply, its number in the list of all, and what it does.
type MoveInWords struct {
	N           int
	Move, Words string
}
