package db

import (
	"errors"
	"fmt"

	"turnpost/db/bind"
	"turnpost/db/merging"
)

// ErrLeaving says that a player is just leaving.
var ErrLeaving = errors.New("one of them is just leaving, which takes a moment")

// ErrMet says that two players cannot be one: they have, or had, a game with
// each other.
var ErrMet = errors.New("they have a game with each other")

// Merge makes two players one: everything of from becomes into's, and from's
// address becomes into's second one, unless into has one already that counts.
// Settings, name and address are into's; what the operator fixed of robots stays fixed. Of
// two ratings the more certain one stays, and counts the games of both. Their games are
// public if both let them be. Whom the operator blocked is blocked afterwards. ErrMet if
// the two ever played each other, ErrLeaving if one of them leaves.
func (tx *Tx) Merge(from, into int64) error {
	if from == into {
		return errors.New("a player cannot be merged with oneself")
	}
	leaving := 0
	if err := tx.row(`SELECT count(*) FROM players WHERE id IN (?, ?) AND leaving = 1`, []any{from, into}, &leaving); err != nil {
		return err
	}
	if leaving > 0 {
		return ErrLeaving
	}
	met, err := tx.Met(from, into)
	if err != nil {
		return err
	}
	if met {
		return ErrMet
	}
	if err := merging.Before(plain{tx}, from, into); err != nil {
		return err
	}
	if err := tx.moveRows(from, into); err != nil {
		return err
	}
	return merging.After(plain{tx}, from, into, fmt.Sprintf("#%d", from))
}

// moveRows gives every row that refers to a player to another. It asks the
// schema which do, so that no table is forgotten here. Where the other has such
// a row already, that one stays.
func (tx *Tx) moveRows(from, into int64) error {
	found, err := tx.references()
	if err != nil {
		return err
	}
	for _, r := range found {
		if r.parent != "players" {
			continue
		}
		table, column := bind.Quoted(r.table), bind.Quoted(r.column)
		if err := tx.engine.move(tx, table, column, from, into); err != nil {
			return fmt.Errorf("%s of %s: %w", r.column, r.table, err)
		}
		if _, err := tx.exec(`DELETE FROM `+table+` WHERE `+column+` = ?`, from); err != nil {
			return fmt.Errorf("%s of %s: %w", r.column, r.table, err)
		}
	}
	return nil
}

// reference is a column that refers to a key of another table.
type reference struct{ table, column, parent, key string }

// references lists all references of the schema, by table and column.
func (tx *Tx) references() ([]reference, error) {
	return all(tx, func(scan func(...any) error) (r reference, err error) {
		return r, scan(&r.table, &r.column, &r.parent, &r.key)
	}, tx.engine.references)
}

// References lists the columns in which a row refers to a player, as
// "table.column".
func (tx *Tx) References(player int64) (found []string, err error) {
	columns, err := tx.references()
	if err != nil {
		return nil, err
	}
	for _, r := range columns {
		if r.parent != "players" {
			continue
		}
		var n int
		if err := tx.row(`SELECT count(*) FROM `+bind.Quoted(r.table)+` WHERE `+bind.Quoted(r.column)+` = ?`, []any{player}, &n); err != nil {
			return nil, err
		}
		if n > 0 {
			found = append(found, r.table+"."+r.column)
		}
	}
	return found, nil
}
