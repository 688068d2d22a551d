// Package picture draws scenes: as a PNG for a message, as an SVG for a page or a printer, and
// a whole game as an animated GIF. It knows nothing of games.
//
// # The model
//
// A scene is shapes from the bottom up, in units of one CSS pixel, coloured by role
// ([turnpost/rules.Scene]). The palette of this package gives each role its ink; palette.go has
// the reasons. What a role must show besides its colour is added here too: every Red fill is
// hatched, the same in all formats.
//
// A picture is drawn straight into palette indices. golang.org/x/image/vector makes spans of
// covered pixels of a shape, each solid or with quarters of coverage along its edge, and a table
// says which index an ink laid over an index gives. So no colours have to be quantised
// afterwards, the spans of a disc or of a word are made once and laid down wherever they are
// needed again, and two frames of a film are compared index by index.
//
// # What is promised
//
// The same scene gives the same bytes, whatever was drawn before. A [Painter] is safe for
// concurrent use and its caches are bounded in bytes. Every picture is opaque and has a thin
// rim, so that it looks the same on a light and on a dark page. Text needs no font where it is
// shown: it is drawn with the Go fonts, which have Latin, Greek and Cyrillic letters.
//
// # What is not promised
//
// A PNG has no words for people who cannot see it: whoever sends one sends the position in
// sentences beside it. Scenes of absurd size, or with coordinates that are not numbers, are
// refused, not repaired.
package picture
