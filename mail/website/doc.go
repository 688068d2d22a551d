// Package website writes the club's public web site as static files: pages and feeds of the
// games that everybody may see. It decides which files there are and when each is written;
// package db reads what they are made of. The files page*.go build the pages: HTML without
// scripts that can be opened from disk or served by any host, and Atom feeds.
//
// # What is promised
//
//   - A game is shown if it is over, was not called off, and both players allowed it to be
//     public when the run began: all of theirs, or those of a tournament that they joined. Of
//     somebody who allowed only the latter nothing else is shown. Nobody else's name or game is shown. A page that may no longer
//     be shown is removed by the next run; pages of games and players are removed before
//     anything is written, so that a later failure does not keep them.
//   - No address, no note, and no message between players is shown. A name that looks like an
//     address or a link is not shown. Times are shown as days only, because when somebody is
//     awake is private.
//   - Each tournament that has begun is shown with its tables as they stand. A player who does
//     not allow their games in it to be public has a row without a name, so that points and places
//     are right.
//   - The turning points of a game are shown if its players were told about them (a game of
//     two players who do not want to read them is never analysed, see package analysis).
//     They are not shown if one of the players wants no analysis. They wait while a position
//     that they are about stands on the board of a running game, also turned, mirrored, or with
//     the colours exchanged (package club).
//   - The page of a rated game has the ratings of both players before and after it, except of a player
//     who is shown only in tournaments. Games that ended before these were stored have none. The page of
//     a game's rules says, of its games that are shown, what share of the points the side that begins
//     took, how long they were, and how they began most often.
//   - The page of a player has their results by game and colour, those against their opponents of the
//     most games, and how their ratings among people went: all of games that are shown.
//   - The page of a game shows what was played next in each of its first six positions, in games that are
//     shown, from the usual start, and how these ended; see next.go. These lists are pages of their own in
//     frames, so that another game changes a few of them and the page of no game.
//   - The files refer to a player by an opaque name that stays the same.
//   - The same database gives the same bytes. A file is written only if it has changed: as a
//     whole, beside the old one, which it then replaces.
//   - A game that has not changed is not replayed. After a run that failed, the games that it
//     had written are not written again.
//   - SHA256SUMS lists the digest of every file, and the archive's key signs it.
//   - A run removes only what an earlier run wrote, or what lies in a folder of its own.
//   - Every text on a page is escaped, whatever it holds. A page can be read on a screen of
//     375 px, in light and dark mode, without pictures and without the style sheet. It needs
//     style.css and its pictures, and no other host.
//
// # A game without a script
//
// Each ply has a section. The style sheet shows the section that the address names
// (page.html#p12), or the last one. The links for back and next lead to the sections beside it.
// The film shows all positions in one place, one after the other, once it scrolls into view.
//
// # What is not promised
//
// If a running game reaches such a position after a run has begun, the archive shows the turning
// points until the next run, and copies of the archive as long as they exist.
//
// After a run that failed, lists and the pages of opponents may still name a player who was
// removed, and [Verify] reports missing pages, until a run completes.
//
// Runs must not overlap in one folder: the caller sees to that. A page that somebody else has
// edited is not restored until its game changes or the whole archive is rebuilt; [Verify]
// reports it.
package website
