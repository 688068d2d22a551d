-- Consistency checks: statements that return rows that contradict others.
--
-- "-- OF: SENTENCE" begins a check. Its statement returns numbers of what OF names (see Fault), and
-- a second column where the sentence has a verb: %d is a number, %q a text, %s a moment. Of ladders it
-- returns the rules instead of a number.
-- "-- To do:" is what the operator can do about the checks below, up to the next one.
--
-- {now}, {hour} and {day} are numbers of milliseconds; {later} is the latest that another machine's
-- clock may show. {daemons} and {puzzles} are the last numbers that were given to these. {merged} is
--   whether two players were ever made one. {absent} are players who take
-- part in nothing: they were forgotten, or the operator blocks them. {hidden} is whether a player of
-- game g lets nobody see their games. {follows} are all who follow something. {lost} is whether player
-- p lost game g on time. {missing} are threads of players whose messages are not as many as were written, or
-- whose last one has another number. {vacations}, {places} and {offer} are control totals: see db/total.go.
--
-- What the schema enforces is not repeated here: the database checks its constraints itself.

-- # Games

-- To do: play may go on; keep a backup, and look at 'turnpost game' before the next backup replaces an
--   older one.

-- game: it is not what its invitation says: its rules, players, sides, pace, subject, or whether it is rated
SELECT g.id FROM games AS g JOIN invitations AS i USING (id)
WHERE g.rules <> i.rules OR g.pace <> i.pace OR g.subject <> i.subject OR g.rated <> i.rated
	OR g.black <> CASE i.side WHEN 'black' THEN i.challenger ELSE coalesce(i.invitee, 0) END
	OR g.white <> CASE i.side WHEN 'white' THEN i.challenger ELSE coalesce(i.invitee, 0) END;

-- game: its invitation is not accepted, or was accepted at another moment
SELECT g.id FROM games AS g JOIN invitations AS i USING (id) WHERE i.state <> 'accepted'
	OR g.started_at <> i.answered_at;

-- game: it is running, and has an end, or it is over, and nothing says when
SELECT id FROM games WHERE (result = 'none') <> (ended_at = 0) OR result = 'none' AND reason <> '';

-- game: it is over, and an offer or conditional lines go on
SELECT id FROM games WHERE result <> 'none' AND clock_due = 0 AND (offer <> '' OR id IN (SELECT game
	FROM conditionals));

-- game: it can still be taken back that it is over, and that cannot be: it was not resigned, was resigned
--   before, long ago, in a tournament or on a ladder, counts for something, or another offer stands in it
SELECT id FROM games WHERE result <> 'none' AND clock_due <> 0 AND (reason <> 'resigned' OR resumed_at <> 0
	OR ended_at < {now} - {day} OR clock_due > {later} + 2 * {hour} OR offer = 'draw'
	OR black_rated <> 0 OR white_rated <> 0
	OR id IN (SELECT game FROM pairings UNION SELECT game FROM ladder_games
		UNION SELECT game FROM postmortems UNION SELECT game FROM turnings UNION SELECT game FROM puzzle_games
		UNION SELECT game FROM puzzles UNION SELECT game FROM week_games));

-- game: a resignation in it was taken back at %s, before it was made or long after
SELECT id, resumed_at FROM games WHERE (resigned_at = 0) <> (resumed_at = 0) OR resumed_at < resigned_at
	OR resumed_at > resigned_at + {day} OR resigned_at <> 0 AND resigned_at < started_at;

-- game: an offer or conditional lines in it are not of its players
SELECT id FROM games WHERE offer = '' AND offer_by <> 0 OR offer <> '' AND offer_by NOT IN (black, white)
UNION SELECT g.id FROM conditionals AS c JOIN games AS g ON g.id = c.game WHERE c.player NOT IN (g.black, g.white);

-- game: an offer (%q) stands in it that nobody made
SELECT g.id, g.offer FROM games AS g LEFT JOIN totals AS t ON t.what = 'offer' AND t.of = CAST(g.id AS TEXT)
WHERE g.offer <> '' AND coalesce(t.total, '') <> {offer};

-- game: plies were taken back %d times, and that cannot be
SELECT id, undone FROM games WHERE undone NOT BETWEEN 0 AND 10000;

-- game: somebody talks or notes in it who does not play it, before it began, or of a ply that was never played
SELECT DISTINCT g.id FROM games AS g JOIN (SELECT game, author, ply, said_at AS at FROM talk
	UNION ALL SELECT game, author, ply, noted_at FROM notes) AS w ON w.game = g.id
WHERE w.author NOT IN (g.black, g.white) OR w.at < g.started_at OR w.ply < 0 OR w.ply > g.plies AND g.undone = 0;

-- game: its turning points are too many, of no ply, or no loss, or it goes on
SELECT t.game FROM turnings AS t JOIN games AS g ON g.id = t.game GROUP BY t.game
HAVING count(*) > 3 OR max(t.ply) > max(g.plies) OR max(t.chance_after - t.chance_before) > 0
	OR min(g.result) = 'none';

-- To do: something changed it without the server; compare it with the last backup that verifies, and ask
--   both players for their messages.

-- game: one of its plies came in a message that is not done
SELECT DISTINCT p.game FROM plies AS p JOIN inbox AS i ON i.id = p.message WHERE i.state <> 'done';

-- To do: play goes on; compare it with the last backup that verifies; 'turnpost game extend' gives time
--   back where a clock holds too little.

-- game: nothing looks at its clock, though it is running and no pause is open
SELECT id FROM games AS g WHERE result = 'none' AND clock_due = 0
	AND NOT EXISTS (SELECT 1 FROM pauses WHERE to_at = 0 AND player IN (0, g.black, g.white));

-- game: it is looked at before its turn began, at %s
SELECT id, clock_due FROM games WHERE clock_due <> 0 AND clock_due < turn_at;

-- game: it counts %d reminders in one turn
SELECT id, reminded FROM games WHERE reminded NOT BETWEEN -1 AND 3;

-- # Invitations

-- To do: no game is affected; ask the player who made it to write 'withdraw' and to challenge again.

-- invitation: it is accepted, and there is no game
SELECT id FROM invitations WHERE state = 'accepted' AND id NOT IN (SELECT id FROM games);

-- invitation: it is open and answered, or neither
SELECT id FROM invitations WHERE (state = 'open') <> (answered_at = 0);

-- invitation: it ends at %s, before it was made or after years, or was answered before it was made
SELECT id, expires_at FROM invitations WHERE expires_at < created_at OR answered_at <> 0 AND answered_at < created_at
	OR state = 'open' AND expires_at - created_at NOT BETWEEN 1 AND 732 * {day};

-- invitation: a message about it is older
SELECT DISTINCT i.id FROM outbox AS o JOIN invitations AS i ON i.id = o.thread WHERE o.created_at < i.created_at;

-- invitation: its subject %q has several lines, or not its number
SELECT id, subject FROM invitations WHERE subject LIKE '%{lf}%' OR subject LIKE '%{cr}%'
	OR state = 'open' AND subject NOT LIKE '% #' || CAST(id AS TEXT) || ': %';

-- invitation: it is open, and player %d of it is none any more
SELECT i.id, p.id FROM invitations AS i JOIN players AS p ON p.id IN (i.challenger, coalesce(i.invitee, 0))
WHERE i.state = 'open' AND p.address = '' AND p.program = 0;

-- # Players

-- To do: stop the server: messages may be taken for another player's; compare it with the last backup that
--   verifies, and restore that.

-- player: they are gone or a bot, and known as %q
SELECT id, folded FROM players
WHERE address = '' AND folded <> CASE program WHEN 1 THEN name ELSE '#' || CAST(id AS TEXT) END;

-- player: their second address was taken away, and is known as %q
SELECT player, folded FROM addresses WHERE address = '' AND (folded <> '' OR confirmed_at <> 0);

-- player: their second address %q was never asked, or confirmed before it was asked
SELECT player, address FROM addresses WHERE address <> '' AND (asked < 0
	OR asked = 0 AND (confirmed_at = 0 OR NOT {merged}) OR confirmed_at <> 0 AND confirmed_at < asked_at);

-- player: their second address is the first of player %d
SELECT a.player, p.id FROM addresses AS a JOIN players AS p ON p.folded = a.folded WHERE a.confirmed_at <> 0;

-- player: their second address %q counts, and no message asked it, or none came when it was confirmed
SELECT a.player, a.address FROM addresses AS a
WHERE a.address <> '' AND a.confirmed_at <> 0 AND NOT {merged} AND EXISTS (SELECT 1 FROM inbox)
	AND EXISTS (SELECT 1 FROM outbox)
	AND (NOT EXISTS (SELECT 1 FROM outbox WHERE player = a.player AND thread = -2 AND recipient = a.address)
		OR NOT EXISTS (SELECT 1 FROM inbox WHERE state = 'done' AND handled_at = a.confirmed_at));

-- To do: nothing is sent to the player; ask them in another way, or 'turnpost player unblock' if nobody knows why.

-- player: they want no messages since %s, and did not say so
SELECT p.id, p.stopped_at FROM players AS p LEFT JOIN totals AS t ON t.what = 'stopped' AND t.of = CAST(p.id AS TEXT)
WHERE p.address <> '' AND p.stopped_at <> 0 AND coalesce(t.total, '0') <> CAST(p.stopped_at AS TEXT);

-- To do: stop the server before more goes there; block the player with 'turnpost player
--   block' meanwhile, and ask them in another way.

-- player: they wanted no messages, did not take that back, and messages go there
SELECT p.id FROM players AS p JOIN totals AS t ON t.what = 'stopped' AND t.of = CAST(p.id AS TEXT)
WHERE p.address <> '' AND p.stopped_at = 0 AND t.total <> '0';

-- To do: make it as it should be with 'turnpost player block' or 'turnpost player unblock'.

-- player: the operator has blocked them, and messages go there
SELECT p.id FROM players AS p JOIN blocks AS b ON b.player = p.id AND b.blocked = p.id
	WHERE p.address <> '' AND p.stopped_at = 0;

-- player: they are blocked by the operator or not, and the operator's last command says otherwise
SELECT p.id FROM players AS p JOIN (SELECT subject, max(CASE act WHEN 'player block' THEN id ELSE 0 END) AS blocked,
		max(CASE act WHEN 'player unblock' THEN id ELSE 0 END) AS unblocked FROM audit GROUP BY subject) AS a
			ON a.subject = p.id
	LEFT JOIN blocks AS b ON b.player = p.id AND b.blocked = p.id
WHERE p.address <> '' AND (a.blocked > a.unblocked AND b.player IS NULL
	OR a.unblocked > a.blocked AND b.player IS NOT NULL AND NOT {merged});

-- To do: games are right; ask the player to set again what their messages set; what they do not, as how
--   many turns were late, stays.

-- player: a digest is wanted, and none is due, or the reverse
SELECT id FROM players WHERE (digest = 'off') <> (digest_due = 0) OR digest = 'off' AND messages = 'digest';

-- player: the next digest is due at %s only
SELECT id, digest_due FROM players WHERE digest_due > {later} + CASE digest WHEN 'weekly' THEN 8 ELSE 1 END * {day};

-- player: %d of their turns were late, which is more than they had
SELECT id, late FROM players WHERE late < 0 OR turns < late;

-- To do: no ply is affected; keep a backup.

-- player: all that names them is to be erased, and they were not forgotten
SELECT player FROM forgettings WHERE player NOT IN (SELECT id FROM players WHERE address = '');

-- player: they leave, and nothing says how far they are, or the reverse
SELECT id FROM players WHERE leaving = 1 AND id NOT IN (SELECT player FROM leavings)
UNION SELECT player FROM leavings WHERE player NOT IN (SELECT id FROM players WHERE leaving = 1 AND address <> '');

-- player: what they do not want of a player who was forgotten has a wrong end, or no secret
SELECT DISTINCT player FROM wishes
WHERE (kind = 'decline') <> (until <> 0) OR until <> 0 AND until < at OR NOT EXISTS (SELECT 1 FROM wish_secret);

-- To do: games are right; only the ratings are off until the player's next rated games have moved them.

-- player: a rating of theirs in %q cannot be
SELECT player, rules FROM ratings WHERE deviation <= 0 OR deviation > 350 OR rating NOT BETWEEN -1500 AND 4500
	OR volatility NOT BETWEEN 0.01 AND 0.11;

-- game: it says which rated game of its players it was, and counts for no rating
SELECT id FROM games WHERE (black_rated > 0 OR white_rated > 0) AND (rated = 0
	OR result IN ('none', 'void') OR plies < 2);

-- game: a bot plays it, and it does not count as a game with a bot
SELECT g.id FROM games AS g JOIN players AS p ON p.id IN (g.black, g.white)
WHERE g.against_programs = 0 AND p.program = 1 AND p.address = '';

-- # Pauses

-- To do: games are right, and so is what clocks hold now; ask the player for their vacations, which 'vacation
--   off' and 'vacation FROM to TO' set again.

-- player: their vacations are not those that they set
SELECT p.id FROM players AS p LEFT JOIN totals AS t ON t.what = 'vacations' AND t.of = CAST(p.id AS TEXT)
WHERE p.address <> '' AND coalesce(t.total, '0 0 0') <> (SELECT {vacations}
	FROM pauses WHERE player = p.id AND why = 'vacation');

-- To do: clocks may stand still that should run; compare it with the last backup that verifies, and watch
--   the games of 'turnpost games --running'.

-- pause: it is of player %d, who is not there or none any more
SELECT id, player FROM pauses WHERE player <> 0 AND player NOT IN (SELECT id FROM players
	WHERE address <> '') AND NOT {merged};

-- pause: it is for a reason (%q) that stops everybody's clocks, or one player's, and not these
SELECT id, why FROM pauses WHERE (why = 'down') <> (player = 0);

-- pause: it has no end, or two reasons (%q)
SELECT id, why FROM pauses WHERE why <> 'bounce' AND (to_at = 0 OR wished = 1 OR whole = 1);

-- pause: it is of %s, before there was a server or in the future
SELECT id, from_at FROM pauses WHERE from_at < 1577836800000 OR why <> 'vacation' AND (from_at > {later}
	OR to_at > {later});

-- pause: it is a vacation from %s on, and farther ahead or longer than one can be
SELECT id, from_at FROM pauses WHERE why = 'vacation' AND to_at <> 0 AND (from_at > {later} + 736 * {day}
	OR to_at - from_at > 368 * {day});

-- pause: it is a vacation during vacation %d
SELECT p.id, q.id FROM pauses AS p JOIN pauses AS q ON q.player = p.player AND q.why = p.why AND q.id <> p.id
WHERE p.why = 'vacation' AND p.from_at >= q.from_at AND p.from_at < q.to_at AND NOT {merged};

-- To do: nothing is sent to the player, and clocks may stand still; any message of theirs ends it, and
--   'turnpost player resume' ends a suspension.

-- player: messages are suspended %d times at once
SELECT player, count(*) FROM pauses WHERE why = 'bounce' AND to_at = 0 GROUP BY player HAVING count(*) > 1;

-- pause: messages to the player are suspended, and they wrote at %s, which ends it
SELECT p.id, max(t.at) FROM pauses AS p JOIN (SELECT author, said_at AS at FROM talk
	UNION ALL SELECT author, noted_at FROM notes
	UNION ALL SELECT i.sender, q.played_at FROM plies AS q JOIN inbox AS i ON i.id = q.message) AS t
		ON t.author = p.player
WHERE p.why = 'bounce' AND p.to_at = 0 AND t.at > p.from_at AND NOT {merged} GROUP BY p.id;

-- # Messages in

-- To do: look at it with 'turnpost inbox show'; no ply is affected.

-- message in: it is new and handled, or neither
SELECT id FROM inbox WHERE (state = 'new') <> (handled_at = 0);

-- message in: it was handled before it came
SELECT id FROM inbox WHERE handled_at <> 0 AND handled_at < arrived_at;

-- message in: its sender is player %d, who is not there
SELECT id, sender FROM inbox WHERE sender <> 0 AND sender NOT IN (SELECT id FROM players);

-- message in: its checksum is gone
SELECT id FROM inbox WHERE checksum < 0 AND id > (SELECT min(id) FROM inbox WHERE checksum >= 0);

-- message in: its text is of another moment, and erased too soon or too late
SELECT m.message FROM mails AS m JOIN inbox AS i ON i.id = m.message WHERE m.arrived_at <> i.arrived_at;

-- message in: its text is gone, and older ones are kept
SELECT i.id FROM inbox AS i, (SELECT min(CASE WHEN i.handled_at > i.arrived_at THEN i.handled_at ELSE i.arrived_at END) AS at
	FROM mails AS m JOIN inbox AS i ON i.id = m.message WHERE i.state <> 'new') AS oldest
WHERE i.state <> 'new' AND i.checksum > 0 AND i.arrived_at > oldest.at AND i.handled_at > oldest.at
	AND i.id NOT IN (SELECT message FROM mails)
	AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND program = 0 AND name <> '');

-- To do: it cannot be answered any more; ask its writer to send it again.

-- message in: its text is gone, and it is to be answered
SELECT id FROM inbox WHERE state = 'new' AND checksum <> 0 AND id NOT IN (SELECT message FROM mails);

-- To do: a yes of the player would do what they did not write; wait until it expires, or ask the player to
--   answer no.

-- message in: what it wanted waits no more, and is kept, or waits, and is empty
SELECT message FROM quarantine WHERE (state = 'waiting') <> (lines <> '');

-- message in: what it wanted waits for a player who did not send it, or from another moment than it was handled
SELECT h.message FROM quarantine AS h JOIN inbox AS i ON i.id = h.message
WHERE i.state = 'new' OR i.sender <> 0 AND i.sender <> h.player AND NOT {merged} OR i.handled_at <> 0
	AND i.handled_at <> h.quarantined_at;

-- message in: what it wanted waits since %s
SELECT message, quarantined_at FROM quarantine WHERE state = 'waiting' AND quarantined_at < (SELECT at FROM heartbeat) - 169 * {hour};

-- # Messages out

-- To do: no ply is affected; what is missing is in the last backup that verifies; ask the player whether it
--   came.

-- invitation: messages about it or its game to player %d are gone, or are not those that were written
SELECT thread, player FROM {missing} AS m WHERE thread > 0;

-- player: messages to them about no game, such as digests, are gone, or are not those that were written
SELECT DISTINCT player FROM {missing} AS m WHERE thread <= 0;

-- message out: its text is gone, and older ones are kept
SELECT o.id FROM outbox AS o, (SELECT min(t.created_at) AS at FROM texts AS t JOIN outbox AS p ON p.id = t.message
	WHERE p.state <> 'queued') AS oldest
WHERE o.state <> 'queued' AND o.created_at > oldest.at AND o.id NOT IN (SELECT message FROM texts)
	AND NOT EXISTS (SELECT 1 FROM players WHERE address = '' AND program = 0 AND name <> '');

-- To do: look at it with 'turnpost outbox show'; no ply is affected.

-- message out: it is sent, and nothing says when, or the reverse, or before it was written
SELECT id FROM outbox WHERE (state = 'sent') <> (sent_at <> 0) OR sent_at <> 0 AND sent_at < created_at;

-- message out: it is queued, and has no text or nobody to go to
SELECT o.id FROM outbox AS o LEFT JOIN texts AS t ON t.message = o.id
WHERE o.state = 'queued' AND (o.recipient = '' OR t.message IS NULL OR length(t.raw) = 0);

-- message out: it is put off until %s
SELECT id, due_at FROM outbox WHERE state = 'queued' AND due_at > {now} + 7 * {day};

-- message out: its text is of another moment, and erased too soon or too late
SELECT t.message FROM texts AS t JOIN outbox AS o ON o.id = t.message WHERE t.created_at <> o.created_at;

-- message out: it answers message %d, which is not there, not handled, or was handled at another moment
SELECT o.id, o.answers FROM outbox AS o LEFT JOIN inbox AS i ON i.id = o.answers
WHERE o.answers <> 0 AND (i.id IS NULL OR i.state IN ('new', 'quarantined') OR o.created_at <> i.handled_at);

-- message out: its thread %d is no game or invitation
SELECT id, thread FROM outbox WHERE thread > 0 AND thread NOT IN (SELECT id FROM invitations);

-- message out: it is about game or invitation %d, which is of others
SELECT o.id, o.thread FROM outbox AS o JOIN invitations AS i ON i.id = o.thread
WHERE o.player <> i.challenger AND o.player <> coalesce(i.invitee, 0) AND NOT {merged};

-- message out: it goes to %q, which is no address of its player
SELECT o.id, o.recipient FROM outbox AS o JOIN players AS p ON p.id = o.player
	LEFT JOIN addresses AS a ON a.player = o.player AND a.confirmed_at <> 0
WHERE o.recipient NOT IN ('', p.address, coalesce(a.address, '')) AND o.thread <> -2 AND p.address <> ''
	AND NOT {merged};

-- message out: it is refused, was never tried, and nothing says why
SELECT id FROM outbox WHERE state = 'refused' AND attempts = 0 AND remark = ''
	AND player NOT IN (SELECT id FROM players WHERE address = '');

-- message out: it came back as player %d's, and is another's
SELECT b.message, b.player FROM bounces AS b JOIN outbox AS o ON o.id = b.message WHERE b.player <> o.player;

-- To do: stop the server before it goes out; look at it with 'turnpost outbox show', and restore the last
--   backup that verifies.

-- message out: its checksum is gone, and it is to be sent
SELECT t.message FROM texts AS t JOIN outbox AS o ON o.id = t.message
WHERE t.checksum < 0 AND o.state = 'queued' AND t.message > (SELECT min(message) FROM texts WHERE checksum >= 0);

-- To do: replies to messages that were sent prove nothing any more; restore the last backup.

-- key: there is none, and messages were written with one
SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM keys) AND EXISTS (SELECT 1 FROM outbox);

-- # Daemons

-- To do: a daemon that starts frees what nobody holds; set the machine's clock right if it is wrong, and
--   start 'turnpost serve' again.

-- message in: daemon %d holds it, and there never was one, or it is handled
SELECT id, holder FROM inbox WHERE holder <> 0 AND (state <> 'new' OR holder > {daemons});

-- message out: daemon %d sends it, and there never was one
SELECT id, holder FROM outbox WHERE state = 'queued' AND lease_until > 0 AND holder > {daemons};

-- daemon: daemon %d leads somewhere, and there never was one
SELECT 0, holder FROM posts WHERE holder > {daemons};

-- message out: a daemon sends it until %s
SELECT id, lease_until FROM outbox WHERE state = 'queued' AND lease_until > {later} + {day};

-- daemon: it lives until %s
SELECT id, lease_until FROM daemons WHERE lease_until > {later} + {day};

-- file: nothing is sent until %s
SELECT 0, deferred_until FROM sending WHERE deferred_until > {later} + {day};

-- To do: the next server takes the time since for an absence, in which no clock runs; compare it with the
--   last backup that verifies before one starts.

-- file: a server played at %s, long after its last sign of life
SELECT 0, max(turn_at) FROM games HAVING max(turn_at) > (SELECT coalesce(max(at), 0) FROM heartbeat) + {hour}
	AND (EXISTS (SELECT 1 FROM heartbeat WHERE at <> 0) OR EXISTS (SELECT 1 FROM daemons));

-- # Tournaments

-- To do: no game is affected; look at 'turnpost tournament show', and restore the last backup that
--   verifies before another season is made of it.

-- tournament: its state %q is not what its moments say
SELECT id, state FROM tournaments WHERE (state = 'over') <> (ended_at <> 0)
	OR (state = 'open') <> (begun_at = 0) AND ended_at = 0
	OR begun_at = 0 AND ends_at <> 0 OR due_at > {now} + 2 * {hour} OR due_at <> 0 AND state = 'over';

-- tournament: it was to begin at %s, was made, began and ended in another order, or nothing says when
SELECT t.id, t.starts_at FROM tournaments AS t LEFT JOIN tournaments AS p ON p.id = t.previous
WHERE t.made_at = 0 OR t.starts_at <> 0 AND t.starts_at < t.made_at
	OR t.begun_at <> 0 AND (t.begun_at < t.made_at - {hour} OR t.starts_at = 0 OR t.starts_at > t.begun_at)
	OR t.ended_at <> 0 AND (t.ended_at < t.made_at - {hour} OR t.ended_at < t.begun_at)
	OR t.starts_at = 0 AND t.standing = 1 AND t.state = 'open' AND (p.id IS NULL OR p.state = 'over');

-- tournament: its last moment is %s
SELECT id, ends_at FROM tournaments WHERE begun_at <> 0
	AND ends_at NOT BETWEEN begun_at AND begun_at + days * CASE cup WHEN 1 THEN 8 ELSE 1 END * {day};

-- tournament: it is called %q, and is no such season, or lasts too long
SELECT id, name FROM tournaments WHERE lower(name) <> name OR name LIKE '% %'
	OR standing = 1 AND (name <> rules || '-' || CAST(season AS TEXT) OR days <> 120)
	OR standing = 0 AND (season <> 1 OR previous <> 0 OR days > 366) OR cup = 1 AND standing = 1
	OR cup = 0 AND host IS NOT NULL;

-- tournament: it is season %d, and the one before or after is not there or not what it says
SELECT t.id, t.season FROM tournaments AS t LEFT JOIN tournaments AS p ON p.id = t.previous
	WHERE t.standing = 1 AND (t.season < 1
	OR t.season > 1 AND NOT EXISTS (SELECT 1 FROM tournaments WHERE standing = 1 AND rules = t.rules
		AND season = t.season - 1)
	OR t.previous = 0 AND EXISTS (SELECT 1 FROM tournaments WHERE standing = 1 AND rules = t.rules
		AND season < t.season AND begun_at <> 0)
	OR t.previous <> 0 AND (p.id IS NULL OR p.rules <> t.rules OR p.season >= t.season
		OR t.begun_at <> 0 AND (p.ended_at = 0 OR p.ended_at > t.begun_at))
	OR t.state = 'over' AND t.begun_at <> 0
		AND NOT EXISTS (SELECT 1 FROM tournaments WHERE standing = 1 AND rules = t.rules AND season = t.season + 1));

-- tournament: division %d began or ended at another moment than the tournament
SELECT d.tournament, d.number FROM divisions AS d JOIN tournaments AS t ON t.id = d.tournament
WHERE t.begun_at = 0 OR d.begun_at <> 0 AND d.begun_at < t.begun_at OR d.begun_at = 0
	AND t.state NOT IN ('starting', 'over')
	OR t.ended_at <> 0 AND d.ended_at > t.ended_at + {hour};

-- tournament: division %d did not end with its last game
SELECT d.tournament, d.number FROM divisions AS d LEFT JOIN (SELECT p.tournament, p.division, max(g.ended_at) AS last,
		max(CASE g.result WHEN 'none' THEN 1 ELSE 0 END) AS running
	FROM pairings AS p JOIN games AS g ON g.id = p.game GROUP BY p.tournament, p.division) AS g
	ON g.tournament = d.tournament AND g.division = d.number
	JOIN tournaments AS t ON t.id = d.tournament
WHERE t.cup = 1 AND d.ended_at <> 0 AND (g.running = 1 OR d.ended_at < coalesce(g.last, d.begun_at))
	OR t.cup = 0 AND d.ended_at <> CASE WHEN d.begun_at = 0 OR g.running = 1 THEN 0 ELSE coalesce(g.last, d.begun_at) END;

-- tournament: it goes on, and its last division ended at %s
SELECT t.id, max(d.ended_at) FROM tournaments AS t JOIN divisions AS d ON d.tournament = t.id
WHERE t.state NOT IN ('open', 'over') GROUP BY t.id HAVING min(d.ended_at) <> 0 AND max(d.ended_at) < {now} - 2 * {hour};

-- tournament: it is over, and game %d of it goes on
SELECT t.id, g.id FROM tournaments AS t JOIN pairings AS p ON p.tournament = t.id JOIN games AS g ON g.id = p.game
WHERE t.state = 'over' AND g.result = 'none';

-- To do: the game goes on, and counts in the wrong table or in none; compare it with the last backup that
--   verifies, and write to its players.

-- tournament: game %d is not of its rules and pace, not rated, with a bot, or did not begin with its division
SELECT p.tournament, g.id FROM pairings AS p JOIN games AS g ON g.id = p.game JOIN tournaments AS t
	ON t.id = p.tournament
	LEFT JOIN divisions AS d ON d.tournament = p.tournament AND d.number = p.division
WHERE g.rules <> t.rules OR g.pace <> t.pace OR g.rated = 0 OR g.against_programs = 1 OR d.number IS NULL
	OR t.cup = 0 AND g.started_at <> d.begun_at OR g.started_at < d.begun_at;

-- tournament: game %d cannot have been adjudicated as it says
SELECT p.tournament, g.id FROM pairings AS p JOIN games AS g ON g.id = p.game JOIN tournaments AS t
	ON t.id = p.tournament
WHERE p.judged <> '' AND (g.reason <> 'adjudicated' OR t.cup = 0 AND g.ended_at < t.ends_at
	OR p.judged <> 'exact' AND (p.judged = 'unclear') <> (g.result = 'draw'));

-- To do: no game is affected; look at 'turnpost tournament show'; before it begins, ask the player to
--   leave it and to join it again.

-- tournament: player %d has a place, a rating or a warning in it, and it has not begun
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament
	WHERE t.begun_at = 0 AND (e.division <> 0
	OR e.number <> 0 OR e.rating <> 0 OR e.out_at <> 0 OR e.cancelled = 1 OR e.last = 1 OR e.lost <> 0 OR e.warned_at <> 0
		OR e.asked_at <> 0);

-- tournament: player %d is in a division that is not there
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament
WHERE t.begun_at <> 0 AND NOT EXISTS (SELECT 1 FROM divisions WHERE tournament = t.id AND number = e.division);

-- tournament: player %d has the place of another
SELECT tournament, max(player) FROM entrants WHERE division <> 0 AND NOT {merged}
GROUP BY tournament, division, number HAVING count(*) > 1;

-- tournament: player %d joined it before it was made or after it began
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament
WHERE e.joined_at < t.made_at - {hour} OR t.begun_at <> 0 AND e.joined_at > t.begun_at + {hour};

-- tournament: player %d is to play in it, and lets nobody see their games in it or is none any more
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament JOIN players AS p
	ON p.id = e.player
WHERE t.state = 'open' AND (p.public = 0 AND e.public = 0 OR p.address = '') AND NOT {merged};

-- tournament: player %d was asked whether they leave, and had no games under way in it
SELECT e.tournament, e.player FROM entrants AS e JOIN divisions AS d ON d.tournament = e.tournament
	AND d.number = e.division
WHERE e.asked_at <> 0 AND (e.asked_at < d.begun_at - {hour} OR d.ended_at <> 0 AND e.asked_at > d.ended_at + {hour}
	OR e.out_at <> 0 AND e.asked_at > e.out_at + {hour});

-- tournament: player %d is out before it began, or their games are cancelled and they are not out
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament
WHERE e.out_at <> 0 AND e.out_at < t.begun_at OR e.cancelled = 1 AND e.out_at = 0;

-- tournament: a player is out, and game %d of theirs goes on or ended later
SELECT p.tournament, g.id FROM entrants AS e JOIN pairings AS p ON p.tournament = e.tournament
	AND p.division = e.division
	JOIN games AS g ON g.id = p.game AND e.player IN (g.black, g.white)
WHERE e.out_at <> 0 AND (g.result = 'none' OR g.ended_at > e.out_at);

-- tournament: player %d was asked whether they take part in it, and it is no cup of a player that has not begun
SELECT g.tournament, g.player FROM cup_guests AS g JOIN tournaments AS t ON t.id = g.tournament
WHERE t.host IS NULL OR t.state <> 'open' OR g.asked_at < t.made_at - {hour}
	OR EXISTS (SELECT 1 FROM entrants WHERE tournament = g.tournament AND player = g.player);

-- tournament: player %d was knocked out of it, and it is no cup
SELECT t.id, e.player FROM entrants AS e JOIN tournaments AS t ON t.id = e.tournament
WHERE e.lost <> 0 AND t.cup = 0;

-- tournament: player %d was warned, and lost no game on time then
SELECT p.tournament, p.player FROM entrants AS p WHERE p.warned_at <> 0 AND NOT EXISTS (SELECT 1 FROM pairings AS q
	JOIN games AS g ON g.id = q.game WHERE q.tournament = p.tournament AND q.division = p.division
		AND g.ended_at = p.warned_at AND {lost});

-- tournament: player %d lost a game on time, and was not warned
SELECT DISTINCT p.tournament, p.player FROM entrants AS p JOIN pairings AS q
	ON q.tournament = p.tournament AND q.division = p.division
	JOIN games AS g ON g.id = q.game AND {lost} JOIN players AS who ON who.id = p.player AND who.address <> ''
WHERE p.warned_at = 0 AND p.out_at = 0 AND g.ended_at > {now} - 420 * {day} AND NOT {merged}
	AND NOT EXISTS (SELECT 1 FROM pauses WHERE player = p.player AND why = 'bounce');

-- tournament: player %d is out, and their games are cancelled, or are not, against the rule
SELECT e.tournament, e.player FROM entrants AS e JOIN pairings AS p ON p.tournament = e.tournament
	AND p.division = e.division
	JOIN games AS g ON g.id = p.game AND e.player IN (g.black, g.white) WHERE e.out_at <> 0
GROUP BY e.tournament, e.player, e.division, e.cancelled
HAVING e.cancelled = 1 AND max(CASE WHEN g.result = 'void' AND g.ended_at = e.out_at THEN 1 ELSE 0 END) = 0
	OR e.cancelled = 0 AND 2 * sum(CASE WHEN g.result = 'void'
		AND g.ended_at = e.out_at THEN 1 ELSE 0 END) > count(*);

-- # Ladders

-- To do: no game is affected; compare 'turnpost ladder' with the last backup that verifies; 'ladder off'
--   and 'ladder on' of the player set their place again, at the end.

-- ladder: player %d has the place of another, or one above the first
SELECT rules, max(player) FROM rungs GROUP BY rules, position HAVING count(*) > 1 OR position < 1;

-- ladder: its places are not those that games and slides gave
SELECT r.rules FROM rungs AS r GROUP BY r.rules HAVING {places} <>
	coalesce((SELECT total FROM totals WHERE what = 'ladder' AND of = r.rules), '');

-- ladder: player %d is on it, and is a program, blocked or none any more
SELECT r.rules, p.id FROM rungs AS r JOIN players AS p ON p.id = r.player
WHERE p.id IN {absent} OR p.program = 1 AND NOT {merged};

-- ladder: player %d joined it, rests or was told of their place at a moment that cannot be
SELECT rules, player FROM rungs WHERE joined_at = 0 OR joined_at > {later} OR rest_at > {later}
	OR told_place < 0 OR told_slide <> 0 AND (told_place = 0 OR told_slide < joined_at);

-- ladder: game %d is of other rules or other players
SELECT l.rules, g.id FROM ladder_games AS l JOIN games AS g ON g.id = l.game WHERE l.rules <> g.rules
	OR l.challenger = l.challenged
	OR (l.challenger NOT IN (g.black, g.white) OR l.challenged NOT IN (g.black, g.white)) AND NOT {merged};

-- ladder: game %d ended at another moment than it says
SELECT l.rules, g.id FROM ladder_games AS l JOIN games AS g ON g.id = l.game
WHERE l.ended_at = 0 AND g.result <> 'none' OR l.ended_at <> 0 AND (l.ended_at < g.started_at
	OR g.result <> 'none' AND l.ended_at > g.ended_at);

-- ladder: game %d is under way, and one of its players is not on it or joined it later
SELECT l.rules, g.id FROM ladder_games AS l JOIN games AS g ON g.id = l.game WHERE l.ended_at = 0
	AND NOT {merged} AND 2 > (SELECT count(*)
	FROM rungs WHERE rules = l.rules AND player IN (l.challenger, l.challenged)
		AND joined_at <= g.started_at + {hour});

-- ladder: game %d moves nobody, though neither of its players has left
SELECT l.rules, g.id FROM ladder_games AS l JOIN games AS g ON g.id = l.game
	WHERE l.ended_at NOT IN (0, g.ended_at) AND NOT {merged}
	AND 2 = (SELECT count(*) FROM rungs WHERE rules = l.rules AND player IN (l.challenger, l.challenged)
		AND joined_at < l.ended_at - {hour});

-- ladder: player %d rests and has a game under way, or neither
SELECT r.rules, r.player FROM rungs AS r WHERE NOT {merged} AND (r.rest_at = 0
	OR r.slide_at <= r.rest_at) <> EXISTS (SELECT 1 FROM ladder_games
	WHERE rules = r.rules AND r.player IN (challenger, challenged) AND ended_at = 0);

-- ladder: player %d rests since before they joined or their last game ended
SELECT r.rules, r.player FROM rungs AS r WHERE NOT {merged} AND r.rest_at <> 0
	AND (r.rest_at < r.joined_at - {hour} OR r.rest_at + {hour} <
	(SELECT max(ended_at) FROM ladder_games WHERE rules = r.rules AND r.player IN (challenger, challenged)
		AND ended_at > r.joined_at));

-- ladder: player %d slides at another moment than 60 or 30 days after their rest began
SELECT r.rules, r.player FROM rungs AS r WHERE r.rest_at <> 0 AND r.slide_at > {now} + 2 * {hour}
	AND r.slide_at - r.rest_at NOT IN (60 * {day}, 30 * {day})
	AND NOT EXISTS (SELECT 1 FROM pauses WHERE player IN (0, r.player) AND why <> 'bounce');

-- ladder: player %d has lost another number of games in a row on time
SELECT p.rules, p.player FROM rungs AS p WHERE NOT {merged} AND p.late <> (SELECT count(*)
	FROM ladder_games AS l JOIN games AS g ON g.id = l.game
	WHERE l.rules = p.rules AND p.player IN (l.challenger, l.challenged) AND l.ended_at = g.ended_at
		AND g.started_at >= p.joined_at
	AND g.result NOT IN ('none', 'void') AND g.ended_at > (SELECT coalesce(max(g.ended_at), 0)
		FROM ladder_games AS l JOIN games AS g ON g.id = l.game
		WHERE l.rules = p.rules AND p.player IN (l.challenger, l.challenged) AND l.ended_at = g.ended_at
			AND g.started_at >= p.joined_at
		AND g.result NOT IN ('none', 'void') AND NOT {lost}));

-- game: its subject says that it is of a ladder, and it is not, or the reverse
SELECT g.id FROM games AS g LEFT JOIN ladder_games AS l ON l.game = g.id
	WHERE (l.game IS NULL) = (g.subject LIKE '% (ladder)')
	AND (l.game IS NULL OR NOT {merged} AND NOT EXISTS (SELECT 1 FROM players WHERE id IN (g.black, g.white)
		AND address = '' AND program = 0));

-- # Followers

-- To do: no game is affected; ask the player to write 'unfollow', and 'follow' again.

-- follower: they follow what others play, and are blocked, a program or none any more
SELECT p.id FROM players AS p WHERE (p.id IN {follows} OR p.id IN (SELECT player FROM followers
	WHERE due_at <> 0 UNION SELECT player FROM best_weeks))
	AND (p.id IN {absent} OR p.program = 1 AND NOT {merged});

-- follower: they follow what others play, and nothing says how they read it
SELECT follower FROM {follows} AS f WHERE follower NOT IN (SELECT player FROM followers);

-- follower: they have no digest, and are never told what others play
SELECT p.id FROM followers AS f JOIN players AS p ON p.id = f.player
WHERE f.often = 'digest' AND f.due_at = 0 AND p.digest = 'off' AND p.stopped_at = 0 AND p.leaving = 0
	AND p.id IN (SELECT follower FROM follow_games WHERE done = 0 UNION SELECT follower
		FROM follow_players UNION SELECT follower FROM follow_tables);

-- follower: they follow player %d, who is themselves, lets nobody see their games, is none any more, or is
--   blocked by them or blocks them
SELECT f.follower, f.player FROM follow_players AS f JOIN players AS p ON p.id = f.player
WHERE f.follower = f.player OR p.public = 0 OR p.address = '' OR NOT {merged}
	AND EXISTS (SELECT 1 FROM blocks WHERE player = f.follower AND blocked = f.player OR player = f.player
		AND blocked = f.follower);

-- follower: they follow game %d, which is their own, or which not both of its players let be seen
SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game
WHERE f.follower IN (g.black, g.white) OR f.done = 0 AND {hidden};

-- follower: they follow game %d, which they did not choose, and nobody and nothing of it
SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game WHERE f.done = 0
	AND f.chosen = 0 AND NOT {merged}
	AND NOT EXISTS (SELECT 1 FROM follow_players WHERE follower = f.follower
		AND player IN (g.black, g.white) AND rules IN ('', g.rules))
	AND NOT EXISTS (SELECT 1 FROM follow_tournaments AS w JOIN pairings AS p
		ON p.tournament = w.tournament WHERE w.follower = f.follower AND p.game = f.game);

-- follower: what they have read of game %d was not played, not taken back, is not over, or was read before
--   it began
SELECT f.follower, f.game FROM follow_games AS f JOIN games AS g ON g.id = f.game
WHERE f.plies > g.plies OR f.undone = 1 AND g.undone = 0 OR f.done = 1 AND f.chosen = 1 AND g.result = 'none'
	OR f.told_at = 0 AND f.plies > 0 OR f.told_at <> 0 AND f.told_at < g.started_at - {hour};

-- follower: they are to be told of tournament %d, and do not follow it, or it has no such division
SELECT f.follower, f.tournament FROM follow_tables AS f
WHERE NOT EXISTS (SELECT 1 FROM follow_tournaments WHERE follower = f.follower AND tournament = f.tournament)
	OR NOT EXISTS (SELECT 1 FROM divisions WHERE tournament = f.tournament AND number = f.division);

-- follower: they follow somebody or something since %s, before it or they were there
SELECT f.follower, f.made_at FROM follow_players AS f JOIN players AS p ON p.id = f.follower
	WHERE f.made_at < p.created_at - {hour} AND NOT {merged}
UNION SELECT f.follower, f.made_at FROM follow_tournaments AS f JOIN tournaments AS t
	ON t.id = f.tournament WHERE f.made_at < t.made_at - {hour};

-- follower: they are told what they follow, or the best of the week, at %s and no sooner
SELECT player, due_at FROM followers WHERE due_at > {now} + CASE often WHEN 'digest' THEN 25 ELSE 2 END * {hour}
UNION SELECT player, due_at FROM best_weeks WHERE due_at > {now} + 8 * {day};

-- game: its followers are told of it at %s and no sooner
SELECT game, due_at FROM followed WHERE due_at > {now} + 2 * {hour};

-- tournament: its followers are told of it at %s and no sooner
SELECT tournament, due_at FROM followed_tables WHERE due_at > {now} + 2 * {hour};

-- game: it is among those of the week, and too short, not decided on the board or by its players, not to
--   be seen, or did not end then
SELECT w.game FROM week_games AS w JOIN games AS g ON g.id = w.game WHERE g.plies < 10
	OR g.reason IN ('time', 'adjudicated')
	OR g.result NOT IN ('black', 'white', 'draw') OR g.ended_at <> w.ended_at OR {hidden};

-- # Puzzles

-- To do: no game is affected; an answer may be counted wrongly, until newer puzzles replace it.

-- puzzle: it was found at %s in a game that is not over, is of other rules, or ended later
SELECT p.id, p.found_at FROM puzzles AS p JOIN games AS g ON g.id = p.game
WHERE g.result = 'none' OR p.found_at < g.ended_at - {hour} OR p.rules <> g.rules;

-- game: puzzles are to be sought in it at %s, and it is not over
SELECT s.game, s.due_at FROM puzzle_games AS s JOIN games AS g ON g.id = s.game
WHERE g.result IN ('none', 'void') OR s.failures < 0 OR s.due_at > {now} + 2 * {hour};

-- player: they were asked or answered puzzle %d, and there was none then
SELECT a.player, a.puzzle FROM (SELECT player, puzzle, at * 1000 AS at FROM puzzle_messages
	UNION ALL SELECT player, puzzle, at FROM puzzle_answers) AS a LEFT JOIN puzzles AS p ON p.id = a.puzzle
WHERE a.puzzle = 0 OR a.at <= 0 OR a.at > {later} OR a.at < p.found_at - {hour} OR p.id IS NULL
	AND a.puzzle > {puzzles};

-- player: their answer to puzzle %d is counted wrongly
SELECT a.player, a.puzzle FROM puzzle_answers AS a JOIN puzzles AS p ON p.id = a.puzzle
WHERE a.move <> '' AND (a.solved = 1) <> (a.move = p.keeps);

-- player: a puzzle a day is due at %s, at no time of the day, or to somebody who is no player
SELECT d.player, d.due_at FROM puzzle_days AS d JOIN players AS p ON p.id = d.player
WHERE d.minute NOT BETWEEN 0 AND 1439 OR d.due_at > {now} + 25 * {hour} OR p.address = '';
