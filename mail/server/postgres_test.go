package server_test

import "testing"

// TestOnPostgreSQL runs on PostgreSQL what of delivery most depends on the
// database. The rest can be run there by
//
//	TURNPOST_DATABASE=postgres go test ./mail/server
func TestOnPostgreSQL(t *testing.T) {
	t.Run("what is tried", TestWhenAMessageIsTried)
	t.Run("letters that are never answered", TestSlowMessagesLeaveRoom)
	t.Run("no room for mail that nothing proves", TestNoRoomWithRealServers)
	t.Run("a letter that cannot be ranked", TestAbuseAMessageThatCannotBeRanked)
}
