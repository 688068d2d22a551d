// Package site sets the pages of the archive: HTML without a script that opens from disk
// and stands on any host, and Atom feeds. It knows nothing of games, players or files; who
// asks for a page says what stands on it, and where the pages lie to which it links, seen
// from its own place.
//
// # What is promised
//
//   - The same is asked, the same bytes come.
//   - All that is given is set as text, whatever it holds.
//   - Each page can be read on 375 px, by day and by night, and without pictures or style.
//   - A page needs style.css ([Style]) and the pictures that it names, and no other host.
//
// # How a game is shown without a script
//
// Each ply has a section, of which the style shows the one that the address names
// (page.html#p12), or else the last. Back and next are links to the sections beside it. The
// film shows all positions at one place, one after the other, when it comes into sight.
package site
