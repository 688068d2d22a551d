package db

import "hash/crc32"

// Damages asks the database whether it is whole and all foreign keys hold, and
// lists what is not so, a sentence each.
func (tx *Tx) Damages() ([]string, error) { return tx.engine.damages(tx) }

// Size is how many octets the database takes, and how many of them are free for
// new rows; its log is not counted.
func (tx *Tx) Size() (size, free int64, err error) {
	err = tx.row(tx.engine.size, nil, &size, &free)
	return size, free, err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is that of a message's bytes (CRC-32C, RFC 3720, B.4): it finds what disks and
// programs break, not what somebody changes on purpose.
func Checksum(raw []byte) int64 { return int64(crc32.Checksum(raw, castagnoli)) }
