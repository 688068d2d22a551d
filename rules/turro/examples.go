package turro

import "turnpost/rules"

// examples are the pictures in the rules for players.
func examples() []rules.Example {
	tower := []rules.Move{"d3-d4", "a5-a4", "d4-d5", "a6-a5", "a4-b4"}
	then := func(m rules.Move) []rules.Move { return append(tower[:len(tower):len(tower)], m) }
	return []rules.Example{
		{Caption: rules.Phrasef(
			"The board: columns a to g, rows 1 to 7. The stones with a crown are the Turros; each has to reach the end row of the other side.")},
		{Plies: []rules.Move{"d3-d4"},
			Caption: rules.Phrasef("d3-d4: a single stone goes one field, here to an empty one.")},
		{Plies: tower[:3],
			Caption: rules.Phrasef(
				"d4-d5: it lands on a white stone. The tower is Black's; and as no tower was so high when the turn began, White may now make two moves.")},
		{Plies: then("d5-f7"),
			Caption: rules.Phrasef(
				"d5-f7: from a tower of two the top stone goes exactly two fields, over whatever lies between. The white stone below it is free again.")},
		{Plies: then("d5-d7"), Caption: rules.Phrasef("d5-d7: two fields as well, and onto the Turro. Black has won.")},
	}
}
