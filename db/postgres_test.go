package db_test

import (
	"testing"

	"turnpost/db"
	"turnpost/db/dbtest"
)

func TestPostgreSQL(t *testing.T) {
	dbtest.Check(t, func(t *testing.T) *db.DB { return open(t, dbtest.Postgres(t)) })
}

func TestAdministrationOnPostgreSQL(t *testing.T) {
	dbtest.Administration(t, func(t *testing.T) *db.DB { return open(t, dbtest.Postgres(t)) })
}
