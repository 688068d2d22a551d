package handler

import (
	"context"
	"fmt"
	"runtime/debug"

	"turnpost/db"
	"turnpost/mail/auth"
)

// vouchAtOnce notes the folded address that a signature of the message proves, if nothing else
// proves the writer and the DNS need not be asked; otherwise the message is undecided.
func (h *Handler) vouchAtOnce(in db.Incoming, p *ParsedMessage) {
	message := p.Message
	if h.nobodys(message) != "" {
		return
	}
	p.server = auth.ServerVouches(in.Raw, message, h.identity.AuthservID, h.identity.Is, in.ArrivedAt)
	if h.Verifier == nil || in.TooLarge || h.identity.Open || p.server || len(h.takeTokens(p.own())) > 0 {
		return
	}
	if h.Vouched != nil {
		if address, known := h.Vouched(in); known {
			p.vouched = address
			return
		}
	}
	h.verifying(in, func() {
		address, decided, why := h.Verifier.VouchAtOnce(in.Raw, message)
		p.vouched, p.undecided = address, !decided
		h.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	})
}

// Vouch asks the DNS about the signatures of a message that Read left undecided. It takes a
// second at most. A message whose signatures cannot be verified then is unproven.
func (h *Handler) Vouch(ctx context.Context, in db.Incoming, p *ParsedMessage) {
	p.undecided = false
	h.verifying(in, func() {
		address, why := h.Verifier.Vouch(ctx, in.Raw, p.Message)
		p.vouched = address
		h.log.Debug("signatures", "letter", in.ID, "proves", address, "why not", why)
	})
}

// verifying calls verify. A panic in it is our fault, and the message only stays unproven.
func (h *Handler) verifying(in db.Incoming, verify func()) {
	defer func() {
		if r := recover(); r != nil {
			h.log.Error("a signature could not be verified", "letter", in.ID, "error",
				fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	verify()
}
