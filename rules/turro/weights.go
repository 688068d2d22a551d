package turro

// Learned is nil: what was learned was not shown to be better than Evaluate (see package
// engine).
func (w *walker) Learned() []int16 { return nil }
