package engine

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"sync/atomic"
)

// LargeTable is a table of states that are won, lost or drawn, in two bits each.
type LargeTable struct {
	head  tableHead
	words []atomic.Uint64
	doubt atomic.Bool // a state became doubtful in this pass
}

// largeState is the knowledge of a state.
type largeState uint64

const (
	stateOpen largeState = iota
	stateWon
	stateLost
	stateDoubtful
)

const (
	perWord  = 32
	allDoubt = ^uint64(0)
	lowBits  = 0x5555_5555_5555_5555 // of each state of a word
)

// tableHead is the first line of a file, in JSON.
type tableHead struct {
	Game    string
	States  int64
	Pass    int   // the number of finished passes
	Next    int64 // the first state of the next stride
	Doubt   bool  // a state became doubtful in the present pass
	Settled int64
	Done    bool
	Sum     uint32 // CRC-32C of the table
	// Version is that of the solver, if the table is not done; see tableVersion.
	Version int `json:"Way"`
}

// tableVersion changes when LargeSolver settles states in another order: a table that an older
// version began may hold states that would never be doubtful again.
const tableVersion = 1

func newLargeTable(game string, states int64) *LargeTable {
	t := &LargeTable{head: tableHead{Game: game, States: states, Version: tableVersion},
		words: make([]atomic.Uint64, (states+perWord-1)/perWord)}
	for i := range t.words {
		t.words[i].Store(allDoubt)
	}
	return t
}

func (t *LargeTable) get(s int64) largeState {
	return largeState(t.words[s/perWord].Load() >> (2 * (s % perWord)) & 3)
}

// doubts reports whether any state in the word of a state is doubtful, which is two set bits.
func (t *LargeTable) doubts(s int64) bool {
	word := t.words[s/perWord].Load()
	return word&(word>>1)&lowBits != 0
}

// swap changes a state from one to another, and reports whether it had the first.
func (t *LargeTable) swap(s int64, from, to largeState) bool {
	word, shift := &t.words[s/perWord], 2*(s%perWord)
	for {
		was := word.Load()
		if largeState(was>>shift&3) != from {
			return false
		}
		if word.CompareAndSwap(was, was&^(3<<shift)|uint64(to)<<shift) {
			return true
		}
	}
}

// settle sets an open or doubtful state, and reports whether it was open or doubtful.
func (t *LargeTable) settle(s int64, v largeState) bool {
	for {
		was := t.get(s)
		if was != stateOpen && was != stateDoubtful {
			return false
		}
		if t.swap(s, was, v) {
			return true
		}
	}
}

// Value is +1 if the side to move wins, -1 if it loses, and 0 for a draw or, in an unfinished
// table, an unknown value.
func (t *LargeTable) Value(s int64) int { return stateSign(t.get(s)) }

func stateSign(v largeState) int {
	switch v {
	case stateWon:
		return +1
	case stateLost:
		return -1
	}
	return 0
}

// Count is how many of the states from first to last-1 the side to move wins and loses.
func (t *LargeTable) Count(first, last int64) (won, lost int) {
	for s := first; s < last; {
		n := min(perWord-s%perWord, last-s)
		word := t.words[s/perWord].Load() >> (2 * (s % perWord)) & (1<<(2*n) - 1)
		won += bits.OnesCount64(word &^ (word >> 1) & lowBits)
		lost += bits.OnesCount64(word >> 1 &^ word & lowBits)
		s += n
	}
	return won, lost
}

// Passes is the number of passes through all states.
func (t *LargeTable) Passes() int { return t.head.Pass }

// castagnoli is a polynomial with hardware support.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// each writes the words in little endian order.
func (t *LargeTable) each(w io.Writer) error {
	var buf [8 * 4096]byte
	for i := 0; i < len(t.words); {
		n := 0
		for ; n < len(buf) && i < len(t.words); n, i = n+8, i+1 {
			binary.LittleEndian.PutUint64(buf[n:], t.words[i].Load())
		}
		if _, err := w.Write(buf[:n]); err != nil {
			return err
		}
	}
	return nil
}

// write writes the table to its file atomically.
func (k *LargeSolver) write() error {
	if k.File == "" {
		return nil
	}
	t := k.table
	sum := crc32.New(castagnoli)
	if err := t.each(sum); err != nil {
		return err
	}
	t.head.Sum, t.head.Doubt = sum.Sum32(), t.doubt.Load()
	line, err := json.Marshal(t.head)
	if err != nil {
		return err
	}
	f, err := os.Create(k.File + ".new")
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	_, err = w.Write(append(line, '\n'))
	err = errors.Join(err, t.each(w), w.Flush(), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(k.File+".new", k.File)
	}
	if err != nil {
		return fmt.Errorf("writing the table: %w", err)
	}
	return syncFolder(filepath.Dir(k.File))
}

// syncFolder syncs a folder, where this is supported, so that a new name is durable.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// read reads the file; nil if there is none.
func (k *LargeSolver) read() (*LargeTable, error) {
	if k.File == "" {
		return nil, nil
	}
	f, err := os.Open(k.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	h, err := readTableHead(r)
	if err != nil || h.Game != k.Game || h.States != k.States {
		return &LargeTable{head: h}, err
	}
	t := newLargeTable(h.Game, h.States)
	t.head = h
	t.doubt.Store(h.Doubt)
	sum := crc32.New(castagnoli)
	var word [8]byte
	for i := range t.words {
		if _, err := io.ReadFull(r, word[:]); err != nil {
			return nil, fmt.Errorf("%s ends before its table does: %w", k.File, err)
		}
		sum.Write(word[:])
		t.words[i].Store(binary.LittleEndian.Uint64(word[:]))
	}
	if sum.Sum32() != h.Sum {
		return nil, fmt.Errorf("%s is damaged: its checksum is another", k.File)
	}
	return t, nil
}

func readTableHead(r *bufio.Reader) (h tableHead, err error) {
	line, err := r.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &h)
	}
	if err != nil {
		return tableHead{}, fmt.Errorf("it is no table of values: %w", err)
	}
	return h, nil
}

// StoredTable is a finished table that is read from its file on demand.
type StoredTable struct {
	file  *os.File
	begin int64
	head  tableHead
}

// ErrUnfinished says that a file is of a game that is not solved yet.
var ErrUnfinished = errors.New("it is not finished")

// OpenTable opens the file of a solved game. It reads all of it once, to check its checksum.
func OpenTable(file, game string, states int64) (*StoredTable, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(f, 4096)
	h, err := readTableHead(r)
	switch {
	case err != nil:
	case h.Game != game || h.States != states:
		err = fmt.Errorf("it is of %s with %d states", h.Game, h.States)
	case !h.Done:
		err = fmt.Errorf("%w: %d states are settled after %d passes", ErrUnfinished, h.Settled, h.Pass)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), f.Close())
	}
	begin, err := checkWhole(f, r, h)
	if err == nil {
		sum := crc32.New(castagnoli)
		if _, err = io.Copy(sum, io.NewSectionReader(f, begin, math.MaxInt64-begin)); err == nil &&
			sum.Sum32() != h.Sum {
			err = errors.New("it is damaged: its checksum is another")
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), f.Close())
	}
	return &StoredTable{f, begin, h}, nil
}

// checkWhole is the offset of the table in a file whose head was read. The error says that the file
// is incomplete.
func checkWhole(f *os.File, r *bufio.Reader, h tableHead) (begin int64, err error) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	begin = at - int64(r.Buffered())
	if want := begin + (h.States+perWord-1)/perWord*8; info.Size() != want {
		return 0, fmt.Errorf("it has %d bytes, and should have %d: it was not copied as a whole", info.Size(), want)
	}
	return begin, nil
}

// Value is the value of a state, as LargeTable.Value.
func (s *StoredTable) Value(number int64) (int, error) {
	var word [8]byte
	if _, err := s.file.ReadAt(word[:], s.begin+number/perWord*8); err != nil {
		return 0, err
	}
	return stateSign(largeState(binary.LittleEndian.Uint64(word[:]) >> (2 * (number % perWord)) & 3)), nil
}

// Close closes the file.
func (s *StoredTable) Close() error { return s.file.Close() }
