// Package archive writes the archive: a folder of plain files that shows the games which
// everybody may see. Package site sets its pages, package db/archive reads what they are
// made of; what is written when is decided here.
//
// # What is promised
//
//   - A game is there if it is over, was not called off, and both its players let it be
//     public at the moment in which the run began; nobody else's name or game is. What is
//     not to be there any more is removed by the next run: pages of games and players
//     before it writes anything, so that nothing which fails later keeps them.
//   - No address is there, no note, and nothing that players wrote to each other. A name
//     that looks like an address or a link is not shown. Of the time there are days alone:
//     when somebody is awake is nobody's business.
//   - Each tournament that has begun is there with its tables as they stand: who does not let
//     games be public has a row without a name in them, so that points and places are right.
//   - Where a game turned is told if its players were (of a game in which nobody plays who
//     wants to read it nothing is found, see package postmortem), unless one of them wants
//     no analysis, or a board of which that speaks stands on a running one now, be it
//     turned, mirrored or with the colours exchanged (package underway): then it is told
//     when it stands there no more.
//   - Players are called by an opaque name in the files, which stays the same.
//   - The same database gives the same bytes. A file is written only if it has changed, as
//     a whole, and beside the old one.
//   - Games that have not changed are not replayed, and after a run that broke off those
//     that it has written are not written again.
//   - Every file stands with its digest in SHA256SUMS, which the key of the archive signs.
//   - Nothing is removed but what a run has written, or what lies in a folder of its own.
//
// # What is not
//
// A game that comes to such a position after a run has begun finds it here until the next one,
// and in copies for as long as they are there.
//
// After a run that broke off, lists and the pages of opponents may still name who was
// removed, and [Verify] misses pages, until a run is whole.
//
// One run at a time: whoever begins two sees to it that they are of two folders. A page
// that somebody else has changed is not mended before its game changes, or all is written
// anew; [Verify] finds it.
package archive
