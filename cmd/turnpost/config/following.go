package config

// Following is how players may follow games of others.
type Following struct {
	// PliesLate is by how many plies a running game is shown late to followers.
	PliesLate int `toml:"plies_late"`
	// Most is how many games, players and tournaments a player may follow at a time; 0: none.
	Most int `toml:"most"`
}

func (c *Following) check(p *problems) {
	p.within("following.plies_late", c.PliesLate, 0, 100)
	p.within("following.most", c.Most, 0, 1000)
}
