// Package lock says who has a database of the engine that is one file.
//
// [File] takes the lock of a daemon, which is the file's name with ".lock": two
// daemons on one file would each take the other's leases for a dead one's. The
// kernel gives a lock back when its process dies, so that none is ever left
// behind. [Inherited] is the same for who starts a program that may live longer and
// is to hold it then. [Holder] asks who has it and takes nothing.
//
// A lock binds only who asks for it, and only on one machine. It is no lock of
// rows or tables: those are the engine's.
package lock
