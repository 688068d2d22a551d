package main

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/dbtest"
)

// The keys of a database that is open meanwhile, as a server has it.
func TestKeys(t *testing.T) {
	path := dbtest.File(t, "turnpost.db")
	d, err := db.Open(context.Background(), path)
	require.NoError(t, err)
	defer d.Close()
	keys := func(args ...string) (int, string) {
		var out, errs strings.Builder
		a := app{In: strings.NewReader(""), Out: &out, Err: &errs}
		code := a.run(context.Background(), append(append([]string{"keys"}, args...), "--db", path))
		return code, out.String() + errs.String()
	}
	var first [][]byte
	post := func(ago time.Duration, id string) {
		now := d.Now
		defer func() { d.Now = now }()
		d.Now = func() time.Time { return time.Now().Add(-ago) }
		require.NoError(t, d.Update(context.Background(), func(tx *db.Tx) error {
			if first, err = tx.Keys(); err != nil {
				return err
			}
			p, err := tx.AddPlayer(id, id, "Ada")
			if err != nil {
				return err
			}
			_, err = tx.EnqueueAs(db.Outgoing{Player: p.ID, Kind: "turn", MessageID: id, Sender: "s", Recipient: id, Raw: []byte("x")}, db.ClassGame)
			return err
		}))
	}
	post(91*24*time.Hour, "a@example.org")

	code, text := keys("list")
	require.Equal(t, 0, code, text)
	require.Equal(t, 1, strings.Count(text, "\n"))
	require.Contains(t, text, "makes and verifies")
	code, text = keys("retire", "1")
	require.Equal(t, 1, code)
	require.Contains(t, text, "keys rotate' first")

	code, text = keys("rotate")
	require.Equal(t, 0, code, text)
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) error {
		now, err := tx.Keys()
		require.Len(t, now, 2)
		require.Equal(t, first[0], now[1], "the server that runs has both")
		return err
	}))
	code, text = keys("list")
	require.Equal(t, 0, code, text)
	require.Contains(t, text, "no message yet  makes and verifies\n1  made")

	code, text = keys("retire", "9")
	require.Equal(t, 1, code)
	require.Contains(t, text, "there is no key 9")
	code, text = keys("retire", "x")
	require.Equal(t, 2, code, text)

	post(0, "b@example.org") // with key 2
	code, text = keys("rotate")
	require.Equal(t, 0, code, text)
	code, text = keys("retire", "2")
	require.Equal(t, 1, code)
	require.Contains(t, text, "--force")
	code, text = keys("retire", "1")
	require.Equal(t, 0, code, "its last message is old enough: "+text)
	code, text = keys("retire", "2", "--force")
	require.Equal(t, 0, code, text)
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) error {
		now, err := tx.Keys()
		require.Len(t, now, 1)
		return err
	}))
	code, text = keys("rotate")
	require.Equal(t, 0, code, text)
	code, text = keys("rotate", "--compromised")
	require.Equal(t, cli.ExitUsage, code, text)
	require.Contains(t, text, "give --yes")
	code, text = keys("rotate", "--compromised", "--yes")
	require.Equal(t, 0, code, text)
	require.Equal(t, "key 5 makes tokens from now on; 2 old ones are deleted, and replies to older messages must be confirmed\n", text)
	require.NoError(t, d.View(context.Background(), func(tx *db.Tx) error {
		seals, _, err := tx.SealKeys()
		require.Len(t, seals, 1, "plies are sealed again, too")
		return err
	}))
	audit := run(t, "", "audit", "--db", path).out
	require.Contains(t, audit, "keys rotate  -        key 5, all others are deleted")
	require.Contains(t, audit, "keys retire")
	code, text = keys("list", "--json")
	require.Equal(t, 0, code, text)
	var row struct {
		ID         int64
		Made       time.Time
		LastLetter *time.Time `json:"last_letter"`
		Newest     bool
	}
	require.NoError(t, json.Unmarshal([]byte(text), &row), "the old ones are gone: %s", text)
	require.Equal(t, int64(5), row.ID)
	require.WithinDuration(t, time.Now(), row.Made, time.Minute)
	require.Nil(t, row.LastLetter)
	require.True(t, row.Newest)
	a := app{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}}
	require.Equal(t, cli.ExitDatabase, a.run(context.Background(), []string{"keys", "rotate", "--db", path + ".missing"}))
	require.NoFileExists(t, path+".missing")
}
