package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The database of a server has no file beside which a copy would be found. So it records
// where it was saved before a change of its schema, in the audit log.
const (
	savedAct = "schema saved"
	audits   = 18 // the first schema with the audit log
)

// NoteSaved records in the database that its state in schema have is in a file on some
// machine. It returns the files on that machine that were recorded for the same schema
// before, newest first.
func (s EngineSchema) NoteSaved(ctx context.Context, conn *sql.DB, have int64, host, file string) (earlier []string,
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

// eachSaved calls f with each recorded file, newest first, until f returns that it has
// enough.
func (s EngineSchema) eachSaved(ctx context.Context, conn *sql.DB,
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

// GoBack adds the saved copy to go back to, if there is one, to an error that says that a
// server's database is newer than the program.
func (s EngineSchema) GoBack(ctx context.Context, conn *sql.DB, err error) error {
	if !errors.Is(err, ErrNewer) {
		return err
	}
	known, failed := s.Known(conn)
	if failed != nil {
		return err
	}
	var host, file string
	// A newer schema may not have that table any more.
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
		"%w, or go back to what was before: stop all servers, make an empty database, name it in the "+
			"configuration, and 'turnpost restore %s' (the file is on %s); what was played since is not in it", err,
		file, host)
}
