package operator

import (
	"context"
	"fmt"

	"turnpost/db"
	"turnpost/mail/club"
)

// EndPause ends a pause of everybody's clocks; see downtime.End.
func (o *Operator) EndPause(ctx context.Context, pause int64) error {
	return o.do(ctx, db.Audit{Act: "pauses end", Detail: fmt.Sprintf("pause %d", pause)}, func(tx *club.Tx) error { return club.EndDowntime(tx, pause) })
}
