package picture

import (
	"image/color"

	"turnpost/rules"
)

// ink is what is laid on paper: the colour of one or of several roles, or of
// something that the package adds by itself.
type ink uint8

const (
	inkBack ink = iota
	inkCell
	inkDark
	inkRed
	inkHatch
	inkLine
	inkFaint
	inkBlack
	inkWhite
	inkLast
	inkFrom
	inkRim
	inks int = iota
)

// colors is the palette of the house, calm enough to be looked at for weeks.
//
// The sheet is a light warm grey and always opaque: a mail client in dark mode
// either leaves a picture alone or dims it as a whole, and swallows only what
// is transparent. The rim keeps the sheet from running into a white page.
//
// Cells are wood of middle lightness, because both armies lie on them: on a
// light board the white stones, and on a dark one the black ones, would be told
// by their outline alone. Dark is a step down that a printer shows as a darker
// grey; Red has nearly the lightness of Dark, and to people who see no red also its
// hue, which is why it is hatched.
//
// The marks of the last move are blue and violet: the hues that are on no
// board, and that every kind of colour blindness tells from wood. They are as
// dark as the lines, so that they are seen on each cell and on a white stone;
// that one is a ring and the other is dashed is the game's part.
func colors() [inks]color.RGBA {
	rgb := func(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff} }
	return [inks]color.RGBA{
		inkBack:  rgb(0xf4f0e8),
		inkCell:  rgb(0xcfae7b),
		inkDark:  rgb(0xac8654),
		inkRed:   rgb(0xc8604e),
		inkHatch: rgb(0x8f3226),
		inkLine:  rgb(0x4f3c22),
		inkFaint: rgb(0x8b7650),
		inkBlack: rgb(0x1b1d21),
		inkWhite: rgb(0xfffefa),
		inkLast:  rgb(0x0b3d9e),
		inkFrom:  rgb(0x642a86),
		inkRim:   rgb(0xb9b1a1),
	}
}

// inkOf is the ink of a role; ok is false for what is not drawn.
func inkOf(r rules.ShapeRole) (i ink, ok bool) {
	switch r {
	case rules.RoleBack:
		return inkBack, true
	case rules.RoleCell:
		return inkCell, true
	case rules.RoleDark:
		return inkDark, true
	case rules.RoleRed:
		return inkRed, true
	case rules.RoleLine, rules.RoleLabel:
		// Words are lines too: nothing is darker on the sheet but the stones.
		return inkLine, true
	case rules.RoleFaint:
		return inkFaint, true
	case rules.RoleBlack, rules.RoleOnWhite:
		return inkBlack, true
	case rules.RoleWhite, rules.RoleOnBlack:
		return inkWhite, true
	case rules.RoleLast:
		return inkLast, true
	case rules.RoleFrom:
		return inkFrom, true
	}
	return 0, false
}
