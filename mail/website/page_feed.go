package website

import (
	"encoding/xml"
	"strings"
	"time"

	"github.com/gorilla/feeds"
)

// feedPage is an Atom feed (RFC 4287).
type feedPage struct {
	Title, ID string
	Page      string      // the page of the same list
	Self      string      // the feed itself
	Entries   []listEntry // the latest first
}

// feed builds a feed. It has no times except those of its entries.
func (s *site) feed(f feedPage) ([]byte, error) {
	at := func(moment time.Time) string { return moment.UTC().Format(time.RFC3339) }
	title, err := s.say("title")
	if err != nil {
		return nil, err
	}
	updated := time.Unix(0, 0)
	if len(f.Entries) > 0 {
		updated = f.Entries[0].At
	}
	out := &feeds.AtomFeed{
		Xmlns: "http://www.w3.org/2005/Atom", Title: f.Title, Id: f.ID, Updated: at(updated),
		Link:   &feeds.AtomLink{Href: f.Page, Rel: "alternate", Type: "text/html"},
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: title}},
	}
	for _, e := range f.Entries {
		out.Entries = append(out.Entries, &feeds.AtomEntry{
			Title: e.Text, Id: e.ID, Updated: at(e.At),
			Links:   []feeds.AtomLink{{Href: e.To, Rel: "alternate", Type: "text/html"}},
			Summary: &feeds.AtomSummary{Content: e.More, Type: "text"},
		})
	}
	text, err := feeds.ToXML(out)
	if err != nil {
		return nil, err
	}
	// The library has one link for a feed; RFC 4287, 4.1.1, wants one with rel=self as well.
	self, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"link"`
		Href    string   `xml:"href,attr"`
		Rel     string   `xml:"rel,attr"`
		Type    string   `xml:"type,attr"`
	}{Href: f.Self, Rel: "self", Type: "application/atom+xml"})
	return []byte(strings.Replace(text, "<link ", string(self)+"\n  <link ", 1)), err
}
