package desk

import "turnpost/db"

func withdrawVerb() verb {
	return verb{
		name: "withdraw",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			i, err := s.invitationOf(c, false)
			if err != nil || i == nil {
				return err
			}
			return s.answered(c, *i, db.InvitationWithdrawn)
		},
	}
}
