package server_test

import "testing"

// TestOnPostgreSQL runs on PostgreSQL what of delivery most depends on the
// database. The rest can be run there by
//
//	TURNPOST_DATABASE=postgres go test ./mail/server
func TestOnPostgreSQL(t *testing.T) {
	t.Run("what is tried", TestWhenALetterIsTried)
	t.Run("letters that are never answered", TestSlowLettersLeaveRoom)
	t.Run("a letter that cannot be ranked", TestAbuseALetterThatCannotBeRanked)
}
