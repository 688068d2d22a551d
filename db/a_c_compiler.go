//go:build !cgo

package db

// SQLite is C. Without a C compiler, or with CGO_ENABLED=0, the build says so by this line:
var _ = a_C_compiler_is_missing__install_gcc__on_Debian_by_apt_install_gcc_libc6_dev__and_set_CGO_ENABLED_1
