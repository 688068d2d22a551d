package main

import (
	"go/ast"
	"go/doc/comment"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// module is every package of the module as the compiler sees it, without tests.
var module = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Dir: top,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes |
			packages.NeedTypesInfo | packages.NeedImports,
	}, "./...")
})

// loaded is module, and fails the test if a package has errors.
func loaded(t *testing.T) []*packages.Package {
	t.Helper()
	list, err := module()
	require.NoError(t, err)
	require.NotEmpty(t, list)
	for _, p := range list {
		require.Empty(t, p.Errors, p.PkgPath)
	}
	return list
}

// TestDocLinksLeadSomewhere: what stands in brackets in the doc of a package, or of
// something exported, is a thing that `go doc` knows.
func TestDocLinksLeadSomewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads and types all of the code")
	}
	links := 0
	for _, p := range loaded(t) {
		l := linksOf(p)
		for _, group := range l.docs {
			l.read(group.Text(), func(link string) {
				assert.Fail(t, "a link leads nowhere", "%s: [%s]", p.Fset.Position(group.Pos()), link)
			})
		}
		links += l.good
	}
	require.Greater(t, links, 100)
}

// links knows what the docs of a package may link to.
type links struct {
	parser comment.Parser
	scope  *types.Scope
	docs   []*ast.CommentGroup
	good   int // how many lead somewhere
}

// linksOf reads the docs of a package and what they may name: what is exported from
// it, and from what its files import.
func linksOf(p *packages.Package) *links {
	l := &links{scope: p.Types.Scope()}
	byName := map[string]*packages.Package{}
	for _, f := range p.Syntax {
		l.docs = append(l.docs, f.Doc)
		for _, i := range f.Imports {
			if in := p.Imports[must(strconv.Unquote(i.Path.Value))]; in != nil {
				byName[in.Name] = in
			}
		}
		for _, d := range f.Decls {
			l.docs = append(l.docs, exportedDocs(d)...)
		}
	}
	l.parser.LookupPackage = func(name string) (string, bool) {
		if name == p.Name {
			return "", true
		}
		if in := byName[name]; in != nil {
			return in.PkgPath, true
		}
		return comment.DefaultLookupPackage(name)
	}
	l.parser.LookupSym = func(recv, name string) bool { return declares(p.Types, recv, name) }
	return l
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// exportedDocs are the docs in a declaration of what is exported.
func exportedDocs(d ast.Decl) (docs []*ast.CommentGroup) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && (d.Recv == nil || token.IsExported(receiver(d))) {
			docs = append(docs, d.Doc)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return nil
		}
		exported := false
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() {
					exported, docs = true, append(docs, spec.Doc)
				}
			case *ast.ValueSpec:
				if spec.Names[0].IsExported() {
					exported, docs = true, append(docs, spec.Doc)
				}
			}
		}
		if exported {
			docs = append(docs, d.Doc)
		}
	}
	return docs
}

// declares reports whether a package has something exported of that name, recv's or,
// without recv, its own.
func declares(p *types.Package, recv, name string) bool {
	of := p.Scope().Lookup(name)
	if recv != "" {
		if of = p.Scope().Lookup(recv); of != nil {
			of, _, _ = types.LookupFieldOrMethod(of.Type(), true, p, name)
		}
	}
	return of != nil && of.Exported()
}

// bracketed is what looks like a link, and was none to the parser.
var bracketed = regexp.MustCompile(`\[(\*?[A-Za-z]\w*(?:\.\w+){0,2})\]`)

// read reads a doc and tells each link that leads nowhere.
func (l *links) read(text string, wrong func(string)) {
	var walk func(n any)
	texts := func(list []comment.Text) {
		for _, t := range list {
			walk(t)
		}
	}
	blocks := func(list []comment.Block) {
		for _, b := range list {
			walk(b)
		}
	}
	walk = func(n any) {
		switch n := n.(type) {
		case comment.Plain:
			for _, m := range bracketed.FindAllStringSubmatch(string(n), -1) {
				// [limits] is a section of the configuration, if it is nothing here.
				if strings.ContainsAny(m[1], ".*") || token.IsExported(m[1]) || l.scope.Lookup(m[1]) != nil {
					wrong(m[1])
				}
			}
		case *comment.DocLink:
			l.good++
		case *comment.Paragraph:
			texts(n.Text)
		case *comment.Heading:
			texts(n.Text)
		case *comment.List:
			for _, item := range n.Items {
				blocks(item.Content)
			}
		}
	}
	blocks(l.parser.Parse(text).Content)
}

// TestTheLinksSee holds the reading of links to what it is to see.
func TestTheLinksSee(t *testing.T) {
	p := types.NewPackage("turnpost/x", "x")
	named := types.NewNamed(types.NewTypeName(0, p, "Game", nil), types.NewStruct(nil, nil), nil)
	named.AddMethod(types.NewFunc(0, p, "Play", types.NewSignatureType(types.NewVar(0, p, "g", named), nil, nil, nil, nil, false)))
	p.Scope().Insert(named.Obj())
	p.Scope().Insert(types.NewVar(0, p, "most", types.Typ[types.Int]))
	l := linksOf(&packages.Package{Name: "x", Types: p})
	for text, want := range map[string]string{
		"A [Game], a [*Game] and [Game.Play] at [time.Time].": "",
		"A [Play] of [Game].":                            "Play",
		"At [most], and [Game.Resign].\n\n\tx := y[Z]\n": "most Game.Resign",
		"  - [club.Refusal] in a list":                   "club.Refusal",
		"of [limits]":                                    "",
		"# [Heading]\n\nA list[1:n] is no link":          "Heading",
	} {
		var wrong []string
		l.read(text, func(link string) { wrong = append(wrong, link) })
		require.Equal(t, want, strings.Join(wrong, " "), text)
	}
}

// receiver is the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) string {
	typ := d.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}
