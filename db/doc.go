// Package db keeps Turnpost's letters and games in SQLite or PostgreSQL.
//
// # The model
//
// [Open] gives a [DB]; [DB.Update] and [DB.View] run a function in a
// transaction, and everything else is a method of [Tx], one file a noun:
// players, invitations, games, plies, the inbox, the outbox, keys. The package
// knows nothing of the rules of games or of mail: positions, plies and letters
// are texts and bytes to it.
//
// What a database is called chooses its engine: a path is a file of SQLite, a
// postgres:// URL a database of a PostgreSQL server. The text of a statement
// stands once, for both, written with ? or ?1; an unexported engine holds the few
// words that differ. A version of the schema has the same number and the same
// columns in both; each has migrations in its own words.
//
// # What is promised
//
//   - Only Update and Confined begin a write, and Take, for what is taken out of a
//     queue. They retry when the database is busy or another transaction came between,
//     so the function may run more than once and must have no outside effect.
//   - What an Update does, it does as if no other ran: SQLite has one writer, PostgreSQL's
//     transactions are serialisable, or (Confined) lock their game. A statement that fails ends
//     its transaction: nothing is tried that may be there already. One that failed
//     for a passing reason does so even if the function makes nothing of the error.
//   - A committed transaction is on the disk (WAL, synchronous=FULL;
//     synchronous_commit=on), and foreign keys hold on every connection.
//   - Tx.Now is one moment for the whole transaction; it comes from DB.Now.
//   - Open brings an older schema forward, and refuses one that is newer than
//     the program. Who wants to save it before has OpenAfter.
//   - Copy makes an empty database of either engine the same as another one; a file, also
//     in an older schema, as it is.
//   - A mail is kept once (Tx.Keep), a ply has its number once, and a letter in
//     is answered at most once to each player: the schema says so.
//
// # What is not
//
// A letter in the outbox is sent at least once, not exactly once: between the
// server's acceptance and our commit a crash sends it again, with the same
// bytes and Message-ID.
//
// When the connection to a server is lost within COMMIT, an error (Transient) does
// not say that nothing was done: the transaction may be on the disk. Update does
// not repeat it then; whoever does must find out what is there. What is written is
// such that this is safe: Keep knows a mail again, Settle, NoteFailure and
// ForgetAttempts change only a letter that is new still, MarkSent says the same
// twice, a ply has its number and an answer its letter and reader, and what time
// brings is looked for anew in the transaction that does it. A claim of which its
// daemon does not know is among its Claims, and the joining of one ends with its lease.
package db
