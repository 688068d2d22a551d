//go:build !linux

package dbtest

func roomy() string { return "" }
