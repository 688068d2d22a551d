// Package db keeps Turnpost's letters and games in SQLite.
//
// # The model
//
// [Open] gives a [DB]; [DB.Update] and [DB.View] run a function in a
// transaction, and everything else is a method of [Tx], one file a noun:
// players, invitations, games, plies, the inbox, the outbox, keys. The package
// knows nothing of the rules of games or of mail: positions, plies and letters
// are texts and bytes to it.
//
// # What is promised
//
//   - Only Update begins a write. It retries when the database is busy, so the
//     function may run more than once and must have no outside effect.
//   - A committed transaction is on the disk (WAL, synchronous=FULL), foreign
//     keys hold on every connection, and writers wait for each other instead of
//     failing.
//   - Tx.Now is one moment for the whole transaction; it comes from DB.Now.
//   - Open brings an older schema forward, and refuses one that is newer than
//     the program.
//   - Backup copies one state of a database that is being written to; Replace
//     puts a checked copy in its place and keeps what was there.
//   - A mail is kept once (Tx.Keep), a ply has its number once, and a letter in
//     is answered at most once to each player: the schema says so.
//
// # What is not
//
// A letter in the outbox is sent at least once, not exactly once: between the
// server's acceptance and our commit a crash sends it again, with the same
// bytes and Message-ID.
package db
