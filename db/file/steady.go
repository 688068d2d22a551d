package file

import "strings"

// Steady keeps a statement prepared. SQLite plans by the value of a parameter that stands
// alone after LIMIT, and therefore prepares the statement anew each time one is bound,
// although the plan stays as it is. An expression it takes as it comes.
func Steady(query string) string { return strings.ReplaceAll(query, "LIMIT ?", "LIMIT +?") }
