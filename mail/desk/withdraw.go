package desk

import "turnpost/db"

func withdrawVerb() verb {
	return verb{
		name: "withdraw", usage: "withdraw", summary: "take back an invitation that is not answered yet",
		more:    "The invitation is taken back; the other side hears of it if they ever wrote here.",
		example: "withdraw #12",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			i, err := s.invitationOf(c, false)
			if err != nil || i == nil {
				return err
			}
			return s.answered(c, *i, db.InvitationWithdrawn)
		},
	}
}
