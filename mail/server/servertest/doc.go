// Package servertest helps tests of messages: a [World] is a handler and its server on a real
// database, with people who write to it and read what comes back. Its time stands still
// until the test lets it pass; there is no network, and nothing runs unless the test calls
// it.
//
// Messages come in as a person's program writes them ([PlayerMail], [World.Raw]) and are read as
// their reader gets them ([Message]). What is stored is read from the database. With
// TURNPOST_DATABASE=postgres the worlds are on PostgreSQL.
package servertest
