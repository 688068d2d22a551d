// Package picture draws scenes: as a PNG for a letter, as an SVG for a page or
// a printer, and a whole game as an animated GIF. It knows nothing of games.
//
// # The model
//
// A scene is shapes from the bottom up, in units of one CSS pixel, coloured by
// role ([turnpost/rules.Scene]). The palette of this package gives each role
// its ink, and the reasons stand there. What a role must show besides its
// colour is added here too: every Red fill is hatched, the same in all formats.
//
// A picture is drawn straight into palette indices. A shape becomes spans of
// covered pixels, each solid or with quarters of coverage along its edge, and a
// table says which index an ink laid over an index gives. So there are no
// colours to be quantised afterwards, the spans of a disc or of a word are made
// once and laid down wherever they are needed again, and two frames of a film
// are compared index by index.
//
// # Promises
//
// The same scene gives the same bytes on the same machine, whatever was drawn
// before. A [Painter] is safe for concurrent use and its caches are bounded in
// bytes. Every picture is opaque and has a thin rim, so that it looks the same
// on a light and on a dark page. Text needs no font where it is shown: it is
// drawn with the Go fonts, which hold Latin, Greek and Cyrillic letters.
//
// # What it does not do
//
// A PNG carries no words for who cannot see it: whoever sends one sends the
// position in sentences beside it. Scenes of absurd size or with coordinates
// that are not numbers are refused, not repaired.
package picture
