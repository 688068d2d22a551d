package daemon

import (
	"go/constant"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/mail/handler"
	"turnpost/mail/server"
)

// TestEveryCounterBegins: whatever label the code gives to an observation that is
// counted, its counter is there from the start, so that its first time shows as a rise.
func TestEveryCounterBegins(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads and types the code")
	}
	d, err := db.Open(t.Context(), filepath.Join(dbtest.Dir(t), "turnpost.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	m := newMetrics(d, &health{}, server.Budget{}, nil, "")
	begun, seen := series(t, m), readLabels(t)
	for what, w := range seen {
		if what == server.LoginRefused {
			continue // any loop could say so, but two alone log in
		}
		// The labels of these come from elsewhere: kinds of messages from package
		// templates, signs from package mail, names from the rules.
		if w.unknown && what != server.Sent && what != handler.KindSuppressed && what != handler.KindPlayed {
			w.words["what nobody begins"] = true
		}
		for word := range w.words {
			m.observe(handler.Observation{What: what, Label: word})
		}
	}
	require.Equal(t, begun, series(t, m))
	require.Contains(t, seen[handler.KindIncoming].words, "unreadable")
	require.Contains(t, seen[handler.KindRestrained].words, handler.RestraintQuestion)
	require.Contains(t, seen[handler.KindBounced].words, "soft")
	require.Contains(t, seen[server.Failed].words, "robots")
}

// series are the labelled counters of the metrics, sorted.
func series(t *testing.T, m *metrics) (names []string) {
	t.Helper()
	families, err := m.registry.Gather()
	require.NoError(t, err)
	for _, f := range families {
		for _, c := range f.GetMetric() {
			if c.GetCounter() != nil && strings.HasPrefix(f.GetName(), "turnpost_") {
				name := f.GetName()
				for _, l := range c.GetLabel() {
					name += " " + l.GetValue()
				}
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// words are what a text can be, as far as the code says.
type words struct {
	words   map[string]bool
	unknown bool // or something else
}

func (w *words) add(more words) {
	maps.Copy(w.words, more.words)
	w.unknown = w.unknown || more.unknown
}

// readLabels reads which labels the code gives to observations of each kind.
func readLabels(t *testing.T) map[handler.ObservationKind]words {
	t.Helper()
	list, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "turnpost/mail/...", "turnpost/cmd/turnpost/daemon")
	require.NoError(t, err)
	program, _ := ssautil.Packages(list, 0)
	program.Build()
	l := &labels{calls: map[*ssa.Function][]*ssa.CallCommon{}, stores: map[ssa.Value][]ssa.Value{}, seen: map[handler.ObservationKind]words{}}
	type made struct{ what, label ssa.Value }
	observations := map[ssa.Value]*made{}
	for f := range ssautil.AllFunctions(program) {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case ssa.CallInstruction:
					if to := i.Common().StaticCallee(); to != nil {
						l.calls[to] = append(l.calls[to], i.Common())
					}
				case *ssa.Store:
					l.stores[i.Addr] = append(l.stores[i.Addr], i.Val)
					at, ok := i.Addr.(*ssa.FieldAddr)
					if !ok || at.X.Type().String() != "*turnpost/mail/handler.Observation" {
						continue
					}
					o := observations[at.X]
					if o == nil {
						o = &made{}
						observations[at.X] = o
					}
					switch types.Unalias(at.X.Type()).(*types.Pointer).Elem().Underlying().(*types.Struct).Field(at.Field).Name() {
					case "What":
						o.what = i.Val
					case "Label":
						o.label = i.Val
					}
				}
			}
		}
	}
	for _, o := range observations {
		if o.what != nil && o.label != nil {
			l.note(o.what, o.label)
		}
	}
	return l.seen
}

// labels follows texts through the code to where they stand in it.
type labels struct {
	calls  map[*ssa.Function][]*ssa.CallCommon
	stores map[ssa.Value][]ssa.Value
	seen   map[handler.ObservationKind]words
}

// note notes a kind with its labels; where the kind is given by who calls, for each
// call its own labels.
func (l *labels) note(what, label ssa.Value) {
	if p, ok := what.(*ssa.Parameter); ok {
		for _, call := range l.calls[p.Parent()] {
			at := label
			if q, ok := label.(*ssa.Parameter); ok {
				at = call.Args[slices.Index(q.Parent().Params, q)]
			}
			l.note(call.Args[slices.Index(p.Parent().Params, p)], at)
		}
		return
	}
	for kind := range l.of(what, nil).words {
		w := l.seen[handler.ObservationKind(kind)]
		if w.words == nil {
			w.words = map[string]bool{}
		}
		w.add(l.of(label, nil))
		delete(w.words, "") // no observation: one without a label has none
		l.seen[handler.ObservationKind(kind)] = w
	}
}

// of is what a text can be. It does not follow a value from itself.
func (l *labels) of(v ssa.Value, above []ssa.Value) words {
	w := words{words: map[string]bool{}}
	if slices.Contains(above, v) {
		return w
	}
	above = append(slices.Clone(above), v)
	all := func(values []ssa.Value) {
		w.unknown = w.unknown || len(values) == 0
		for _, v := range values {
			w.add(l.of(v, above))
		}
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			w.words[constant.StringVal(v.Value)] = true
		}
	case *ssa.Phi:
		all(v.Edges)
	case *ssa.ChangeType:
		all([]ssa.Value{v.X})
	case *ssa.UnOp: // what a variable holds
		all(l.stores[v.X])
	case *ssa.Parameter:
		var args []ssa.Value
		for _, call := range l.calls[v.Parent()] {
			args = append(args, call.Args[slices.Index(v.Parent().Params, v)])
		}
		all(args)
	case *ssa.Call:
		var results []ssa.Value
		if f := v.Call.StaticCallee(); f != nil && strings.HasPrefix(f.String(), "turnpost/") || f != nil && f.Signature.Recv() != nil {
			for _, b := range f.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
					results = append(results, r.Results[0])
				}
			}
		}
		all(results)
	default:
		w.unknown = true
	}
	return w
}
