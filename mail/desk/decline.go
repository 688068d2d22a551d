package desk

import "turnpost/db"

func declineVerb() verb {
	return verb{
		name: "decline", usage: "decline", summary: "say no to an invitation",
		more:    "What you write on the lines around it goes to whoever invited you.",
		example: "decline",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			i, err := s.invitationOf(c, true)
			if err != nil || i == nil {
				return err
			}
			return s.answered(c, *i, db.InvitationDeclined)
		},
	}
}
