//go:build !race

package race

// Detector says that the tests run under the race detector.
const Detector = false
