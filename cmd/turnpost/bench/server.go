package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"

	"turnpost/db"
)

// onServer names tables that were measured on PostgreSQL.
func onServer(tables []Table, err error) ([]Table, error) {
	for i := range tables {
		tables[i].title += ", on PostgreSQL"
	}
	return tables, err
}

// nameOf is how a database is called in a table: never with what an URL keeps secret.
func nameOf(where string) string {
	if u, err := url.Parse(where); db.IsURL(where) && err == nil {
		return path.Base(u.Path)
	}
	return filepath.Base(where)
}

// copies are databases in files, copied to databases that are made beside another on its
// server. drop takes them away, also after an error.
func copies(ctx context.Context, server string, files []string) (made []string, drop func() error, err error) {
	d, err := sql.Open("pgx", server)
	if err != nil {
		return nil, nil, err
	}
	var names []string
	drop = func() error {
		var errs []error
		for _, name := range names {
			_, err := d.ExecContext(context.WithoutCancel(ctx), `DROP DATABASE `+name)
			errs = append(errs, err)
		}
		return errors.Join(append(errs, d.Close())...)
	}
	for i, file := range files {
		name := fmt.Sprintf("turnpost_bench_%d", i)
		u, err := url.Parse(server)
		if err != nil {
			return nil, drop, err
		}
		if _, err := d.ExecContext(ctx, `CREATE DATABASE `+name); err != nil {
			return nil, drop, err
		}
		names, u.Path = append(names, name), "/"+name
		if err := db.Copy(ctx, file, u.String(), nil); err != nil {
			return nil, drop, err
		}
		made = append(made, u.String())
	}
	return made, drop, nil
}
