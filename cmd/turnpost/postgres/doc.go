// Package postgres starts a PostgreSQL server for the while, for what is measured on one.
package postgres
