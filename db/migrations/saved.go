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
// machine, and returns the files there of which it has noted so before, the newest first.
func (s Schema) NoteSaved(ctx context.Context, conn *sql.DB, have int64, host, file string) (earlier []string,
	err error) {
	if have < audits {
		return nil, nil
	}
	err = s.eachSaved(ctx, conn, func(schema int64, machine, name string) bool {
		if schema == have && machine == host {
			earlier = append(earlier, name)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	_, err = conn.ExecContext(ctx,
		`INSERT INTO audit (at, operator, act, subject, detail) VALUES ($1, 'turnpost serve', $2, 0, $3)`,
		time.Now().UnixMilli(), savedAct, fmt.Sprintf("%d in %s:%s", have, host, file))
	return earlier, err
}

// eachSaved calls f with what the database says of where it was saved, the newest first,
// until that is enough.
func (s Schema) eachSaved(ctx context.Context, conn *sql.DB,
	f func(schema int64, host, file string) (more bool)) error {
	rows, err := conn.QueryContext(ctx, `SELECT detail FROM audit WHERE act = $1 ORDER BY id DESC`, savedAct)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var detail string
		if err := rows.Scan(&detail); err != nil {
			return err
		}
		var schema int64
		if _, err := fmt.Sscanf(detail, "%d in ", &schema); err != nil {
			continue
		}
		_, at, _ := strings.Cut(detail, " in ")
		if host, file, _ := strings.Cut(at, ":"); !f(schema, host, file) {
			break
		}
	}
	return rows.Err()
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
	var host, file string
	// Whether a newer schema still has that list is not known here.
	_ = s.eachSaved(ctx, conn, func(schema int64, machine, name string) (more bool) {
		if schema <= known {
			host, file = machine, name
		}
		return file == ""
	})
	if file == "" {
		return fmt.Errorf("%w, or restore a backup of before; what was played since is not in it", err)
	}
	return fmt.Errorf(
		"%w, or go back to what was before: stop all servers, make an empty database, name it in the configuration, and 'turnpost restore %s' (the file is on %s); what was played since is not in it", err, file, host)
}
