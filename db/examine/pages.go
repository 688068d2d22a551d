package examine

import (
	"time"

	"turnpost/db"
)

// Page is games with numbers after one, up to another.
type Page struct{ After, Last int64 }

// Pages lists pages of so many games, that together hold all of them, and says how
// many these are: or those that go on, or were over since a moment, where that is given.
func Pages(tx *db.Tx, size int, since time.Time) (pages []Page, games int, err error) {
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	err = tx.Rows(func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		if games%size == 0 {
			pages = append(pages, Page{After: id - 1})
		}
		pages[len(pages)-1].Last = id
		games++
		return err
	}, `SELECT id FROM games WHERE ended_at >= ? OR result = 'none' ORDER BY id`, from)
	return pages, games, err
}
