// Package db stores Turnpost's messages and games in SQLite or PostgreSQL.
//
// # The model
//
// [Open] returns a [DB]. [DB.Update] and [DB.View] run a function in a transaction, and
// everything else is a method of [Tx], in one file for each noun: players, invitations,
// games, plies, the inbox, the outbox, keys. The tables of one feature are in a package of
// their own that takes a *Tx: tournaments, follows, puzzles. The package knows nothing of
// the rules of games or of mail: positions, plies and messages are texts and bytes to it.
//
// The name of a database chooses its engine: a path is a SQLite file, a postgres:// URL is
// a database of a PostgreSQL server. Each statement is written once, for both, with the
// parameters ? or ?1; an unexported engine holds the few words that differ. A version of
// the schema has the same number and the same columns in both engines; each has
// migrations in its own words.
//
// # What is promised
//
//   - An Update sees the database as if no other one ran beside it. SQLite has one writer;
//     PostgreSQL's transactions are serializable. Update runs its function again when the
//     database is busy or another transaction came between, so the function must have no
//     effect outside the database.
//   - [DB.UpdateGame] promises the same to a transaction that plays in one game, and several
//     of them run at once: see below.
//   - [DB.Queue] is for the short transactions that put something into the inbox or outbox,
//     claim it, or mark it. On PostgreSQL it is not serializable: a transaction that
//     looks for the head of a queue reads what all others write, and would make them run
//     again. Each of its statements must be right by itself.
//   - A statement that fails returns its error. After a transient error the transaction
//     cannot commit, even if the function ignores the error.
//   - A committed transaction is on the disk (WAL, synchronous=FULL;
//     synchronous_commit=on), and foreign keys hold on every connection.
//   - Tx.Now is one moment for the whole transaction; it comes from DB.Now.
//   - Open upgrades an older schema, and refuses one that is newer than the program.
//     OpenAfter lets the caller save the database before.
//   - Copy makes an empty database of either engine the same as another one; a file, also
//     one with an older schema, as it is.
//   - A mail is kept once (Tx.Keep), a ply has its number once, and a message in is
//     answered at most once to each player: the schema enforces it.
//
// # Plays side by side
//
// Serializable transactions of PostgreSQL lock the pages of indexes that they read. Of two
// answers at once one always ran again, since both read and write the last pages of the
// inbox and the outbox. Most messages play in one game that goes on, and have nothing to do
// with each other. UpdateGame answers these, READ COMMITTED. They have the same effect as if
// each ran alone, because:
//
//  1. No Update runs beside an UpdateGame. Each begins by locking a table in one of two
//     modes that exclude each other, and an Update takes its snapshot after that. So nothing
//     changes meanwhile that only Updates write: settings, blocks, pauses, invitations,
//     offers, results of games.
//  2. It reads what other plays change only in its own game, after LockGame, whose lock lasts
//     until the commit. It opens no other game. Each statement sees all that was committed
//     before it, so the second of two plays in one game sees the first.
//  3. Everything else that it writes belongs to its own message (the row in the inbox, new rows
//     in the outbox, in the threads of its game) or is a counter (players.turns). Of two plays
//     in different games, neither reads what the other writes.
//  4. Settle and the key of plies make a message take effect once, as in an Update, even if two
//     daemons hold it by mistake.
//
// A transaction that has more to do calls [Tx.Whole] and begins again as an Update. AddPlayer,
// SavePlayer, SaveOffer, EndGame and a ply that ends the game do so themselves. A test of
// package server (TestWhatIsWrittenSideBySide) has the list of all that is written.
//
// # What is not
//
// A message in the outbox is sent at least once, not exactly once: a crash between the
// server's acceptance and our commit sends it again, with the same bytes and Message-ID.
//
// When the connection to a server is lost within COMMIT, the error (see Transient) does
// not say that nothing was done: the transaction may be on the disk. Update does not
// repeat it then; the caller must find out what is there. What is written is safe to
// repeat: Keep recognises a mail, Settle, NoteFailure and ForgetAttempts change only a
// message that is still new, MarkSent may be called twice, a ply has its number and an
// answer its message and reader, and what is due by time is looked up again in the
// transaction that does it. A claim that its daemon does not know of is among its Claims,
// and a daemon's registration ends with its lease.
package db
