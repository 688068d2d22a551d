// Command lab is for people who develop Turnpost: it plays matches between computer
// players, trains them, and measures them. It is not shipped. `go run ./cmd/lab --help`
// lists its commands; this page says how everything else is measured, and keeps the
// figures that still matter.
//
// Figures are only comparable within one run on one machine at rest. Run a measurement
// several times; believe the least of a time and the median of a ratio.
//
// # Speed
//
//	go test ./cmd/lab -run none -bench Load -benchtime 1x -moves 300 -games 50
//	go test ./rules/... -run none -bench Perft
//	go test ./mail/... ./templates/... ./db/... -run none -bench .
//
// BenchmarkLoad plays through Postfix and Dovecot, with the database in a file, in a
// PostgreSQL on the same machine, and in one that is 1 ms away; by one and two daemons.
// Measured on two cores that the mail servers share:
//
//	2026-11-23  with mail servers that cost nothing: SQLite 182
//	2026-11-26  at rest, two runs: the mail servers alone 98, 100; SQLite 84, 74; PostgreSQL on
//	            the same machine by one daemon 69, 68, and by two 61, 62; PostgreSQL that
//	            answers after 1 ms by one 33, 26, and by two 32, 30, where the processors are
//	            the limit; 75 to 80 statements a move, and none runs again
//	2026-11-26  beside other work (a load of 20 to 31), PostgreSQL that answers after 5.4 ms, by
//	            one, two and four daemons: 8.4, 11, 12
//	2026-11-24  processor time of a move above that of the mail alone: 5.3 to 5.5 ms
//	2026-11-22  SQLite's writer is held for 3.4 ms a move
//	2026-11-21  perft of turro, rooya, roses, tourrosa: 110, 118, 78, 46 million a second
//
// Where the database is far, waiting for one statement after another takes the time: 41 in
// the transaction that answers. So a daemon answers four messages at once, and those that only
// play are not serializable (package db says why). Before, of every two answers at once one ran
// again, and one daemon and two did 15 moves a second after 1 ms. One daemon collects from a
// mailbox, 9 statements a message, which limits how far further daemons help.
//
// Of the processor time above the mail's, a third is the picture (mostly zlib), a fifth
// templates and MIME, a fifth the database. Tried and not worth their code, since none
// saved a tenth: caching compressed bands of pictures, two deliveries side by side,
// profile-guided optimisation, PNG filters, one run of the templates for text and HTML, and
// composing messages outside the transaction of their move.
//
// On 2026-11-23, in a database of 1,000,000 games (3.6 GB), a move cost 1.11 times what it
// cost among 1,000 games, and a digest 5.1 ms of a core. Lists of 100 lines took at most
// 80 ms. A season of 10,000 players began in 364 s on SQLite, 479 s on PostgreSQL. On
// 2026-11-24 `turnpost verify` took 175 s for a million games in 10 GB.
//
// # Replies
//
//	go test ./mail ./mail/handler -run Replies -v
//
// reads replies as some forty mail programs write them, in thirty languages, with legal
// moves planted in quotes, signatures and headers. No move may be played that the player
// did not write, and less than one in a hundred that was written may be missed.
// TURNPOST_REPLIES=FOLDER adds replies from elsewhere.
//
// # Faults
//
//	go test ./mail/server -run TestFaults -v -kills 1000 -stops 20 -fault 20s -timeout 60m
//	go test ./mail/server -run TestSeveralDaemons -v -several 200 -timeout 30m
//	go test ./mail/server -run TestFailover -v -failovers 200 -ttl 20s -think 300ms -timeout 4h
//
// No move may be lost or doubled, every message arrives, and one is sent twice only where
// the server's answer was not heard or not stored.
//
//	2026-11-23  26 kinds of faults, 1,000 kills: of 2,517 moves none lost or doubled;
//	            of 5,575 messages 484 were sent twice, 447 of them around a kill
//	2026-11-26  70 failovers of PostgreSQL under Patroni (ttl 20 s): of 10,683 moves none lost
//	            or doubled; of 22,866 messages 3 sent twice; moves paused for 21.6 s at the
//	            median, 27.8 s at most; 4.4 s and 8.4 s where only PostgreSQL was killed
//
// # Beside computer players
//
//	go test ./mail/server -run none -bench 'MovesBeside' -benchtime 1x
//
// On 2026-11-26 the 99th percentile of people's moves was 6.4 ms alone, 6.6 ms beside
// 10,000 games a day against computer players.
//
// # Long runs
//
// On 2026-11-23 `turnpost serve` answered 20 moves a second for two hours: memory grew
// from 85 MB to 98 MB, the heap stayed between 33 and 44 MB, and descriptors and goroutines
// did not grow.
//
// # Strength of computer players
//
// The package documentation of rules/engine has the figures; `lab match`, `lab levels` and
// `lab fit` measure them.
package main
