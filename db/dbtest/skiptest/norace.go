//go:build !race

package skiptest

// Detector says that the tests run under the race detector.
const Detector = false
