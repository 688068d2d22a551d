// Package servertest brings what the tests of letters need: a [World] is a desk and
// its server on a real database, with people who write to it and read what comes
// back. Its time is the test's own and stands still until the test lets it pass;
// there is no network, and nothing runs unless the test calls it.
//
// Letters go in as a person's program writes them ([Post], [World.Raw]) and are
// looked at as their reader has them ([Letter]). What is stored is asked of the
// database. With TURNPOST_DATABASE=postgres the worlds are on PostgreSQL.
package servertest
