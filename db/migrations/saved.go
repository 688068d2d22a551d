package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A server's database lies beside no file, so that it says itself where it was saved before
// its schema was changed: in the list of what was done by command.
const (
	savedAct = "schema saved"
	audits   = 18 // the schema in which that list is first
)

// NoteSaved notes in the database that what it was in the schema have is in a file of a
// machine.
func (s Schema) NoteSaved(ctx context.Context, conn *sql.DB, have int64, host, file string) error {
	if have < audits {
		return nil
	}
	_, err := conn.ExecContext(ctx, `INSERT INTO audit (at, operator, act, subject, detail) VALUES ($1, 'turnpost serve', $2, 0, $3)`,
		time.Now().UnixMilli(), savedAct, fmt.Sprintf("%d in %s:%s", have, host, file))
	return err
}

// GoBack adds to an error that says that a server's database is newer than the program
// what there is to go back to.
func (s Schema) GoBack(ctx context.Context, conn *sql.DB, err error) error {
	if !errors.Is(err, ErrNewer) {
		return err
	}
	known, failed := s.Known(conn)
	if failed != nil {
		return err
	}
	// Whether a newer schema still has that list is not known here.
	rows, failed := conn.QueryContext(ctx, `SELECT detail FROM audit WHERE act = $1 ORDER BY id DESC`, savedAct)
	if failed == nil {
		defer rows.Close()
		for rows.Next() {
			var detail string
			var schema int64
			if rows.Scan(&detail) != nil {
				break
			}
			if _, failed := fmt.Sscanf(detail, "%d in ", &schema); failed != nil || schema > known {
				continue
			}
			_, at, _ := strings.Cut(detail, " in ")
			host, file, _ := strings.Cut(at, ":")
			return fmt.Errorf("%w, or go back to what was before: stop all servers, make an empty database, name it in the configuration, and 'turnpost restore %s' (the file is on %s); what was played since is not in it", err, file, host)
		}
	}
	return fmt.Errorf("%w, or restore a backup of before; what was played since is not in it", err)
}
