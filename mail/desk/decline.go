package desk

import "turnpost/db"

func declineVerb() verb {
	return verb{
		name: "decline",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			i, err := s.invitationOf(c, true)
			if err != nil || i == nil {
				return err
			}
			return s.answered(c, *i, db.InvitationDeclined)
		},
	}
}
