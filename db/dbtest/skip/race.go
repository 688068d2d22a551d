//go:build race

package skip

// Detector says that the tests run under the race detector.
const Detector = true
