package doctor

import (
	"fmt"
	"io"
	"strings"

	"turnpost/cmd/turnpost/cli"
)

// The statuses of a step.
const (
	statusOK   = "ok"
	statusWarn = "warn" // it works, but something should change
	statusFail = "fail"
	statusSkip = "skip" // not possible, or not wanted
)

// Finding is the result of one step. Its JSON is a contract.
type Finding struct {
	Step   string `json:"step"`
	Status string `json:"status"`
	Saw    string `json:"saw"`
	Mend   string `json:"mend"`
}

// Print prints a finding as one or two lines, the second with the remedy.
func (f Finding) Print(out io.Writer) {
	fmt.Fprintf(out, "%-4s  %-17s  %s\n", f.Status, f.Step, f.Saw)
	if f.Mend != "" {
		fmt.Fprintf(out, "%25s-> %s\n", "", f.Mend)
	}
}

// Report is the result of all steps, with the status of the worst. Its JSON is a contract.
type Report struct {
	Status string    `json:"status"`
	Steps  []Finding `json:"steps"`
}

// count returns how many steps have a status.
func (r Report) count(status string) (n int) {
	for _, f := range r.Steps {
		if f.Status == status {
			n++
		}
	}
	return n
}

// Verdict returns the error with the exit status of the findings.
func (r Report) Verdict() error {
	fails, warns := r.count(statusFail), r.count(statusWarn)
	switch {
	case fails > 0:
		return cli.Errorf(cli.ExitFailed, "of %d steps %d failed and %d have warnings", len(r.Steps), fails, warns)
	case warns > 0:
		return cli.Errorf(cli.ExitWarned, "of %d steps none failed and %d have warnings", len(r.Steps), warns)
	}
	return nil
}

// notes collects findings.
type notes struct {
	found []Finding
	tell  func(Finding) // called with each finding
}

// report returns the report of the findings.
func (n *notes) report() Report {
	r := Report{Status: statusOK, Steps: n.found}
	for _, status := range []string{statusWarn, statusFail} {
		if r.count(status) > 0 {
			r.Status = status
		}
	}
	return r
}

// note adds a finding.
func (n *notes) note(status, step, mend, saw string, args ...any) {
	// Texts of servers may contain line ends and control sequences.
	f := Finding{step, status, flat(fmt.Sprintf(saw, args...)), flat(mend)}
	n.found = append(n.found, f)
	if n.tell != nil {
		n.tell(f)
	}
}

func (n *notes) ok(step, saw string, args ...any) { n.note(statusOK, step, "", saw, args...) }

func (n *notes) warn(step, mend, saw string, args ...any) {
	n.note(statusWarn, step, mend, saw, args...)
}

func (n *notes) fail(step, mend, saw string, args ...any) {
	n.note(statusFail, step, mend, saw, args...)
}

// skip adds steps that were not tried, with the reason.
func (n *notes) skip(why string, steps ...string) {
	for _, step := range steps {
		n.note(statusSkip, step, "", "%s", why)
	}
}

// flat returns a text as one line without control characters.
func flat(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}
