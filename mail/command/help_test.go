package command

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// TestHelpKnowsAllNames: help explains each command by the name that its list shows, in each language,
// also where that has several words.
func TestHelpKnowsAllNames(t *testing.T) {
	t.Parallel()
	r, set := intentsReader(t), allTexts(t)
	arguments := regexp.MustCompile(`[\[#*].*|\p{Lu}\p{Lu}.*| [^ ]*[0-9|].*|\{.*`)
	tried := 0
	for _, lang := range []string{"en", "fr", "it", "de"} {
		word, err := set.Say(lang, "command.help")
		require.NoError(t, err)
		for _, v := range r.verbs {
			usage, err := set.Say(lang, "verb."+string(v.Name)+".usage", "LanguageCodes", "")
			require.NoError(t, err)
			name := strings.TrimSpace(arguments.ReplaceAllString(usage, ""))
			if v.Name == VerbMove || name == "" {
				continue
			}
			line := r.Read(word+" "+name, lang)
			require.Equal(t, Help{v.Name}, line.Do, "%s: %s %s", lang, word, name)
			tried++
		}
	}
	require.Greater(t, tried, 150)
	for said, verb := range map[string]Verb{
		"en help pace": "challenge", "en help season": "tournaments", "fr aide cadence": "challenge",
		"fr aide saison": "tournaments", "it aiuto cadenza": "challenge", "it aiuto stagione": "tournaments",
		"de hilfe bedenkzeit": "challenge", "de hilfe saison": "tournaments", "en help letters mine": "letters",
		"en help lang": "lang", "de hilfe liga": "tournaments", "it aiuto dimenticami": "forget",
		"en help best": "best", "de hilfe urlaub": "vacation",
	} {
		lang, text, _ := strings.Cut(said, " ")
		require.Equal(t, Help{verb}, r.Read(text, lang).Do, said)
	}
}

// TestHelpKnowsGroups: help with the word of a group lists its commands, in each language.
func TestHelpKnowsGroups(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	for lang, words := range map[string]string{
		"en": "playing inviting looking competing watching talking profile leaving",
		"fr": "jouer inviter consulter concourir regarder parler profil partir",
		"it": "giocare invitare guardare gareggiare osservare parlare profilo andarsene",
		"de": "spielen einladen nachsehen antreten zuschauen reden profil aufhören",
	} {
		help := map[string]string{"en": "help", "fr": "aide", "it": "aiuto", "de": "hilfe"}[lang]
		groups := []VerbGroup{GroupPlaying, GroupInviting, GroupLooking, GroupSeasons, GroupFollowing, GroupTalking, GroupMe,
			GroupLeaving}
		for i, word := range strings.Fields(words) {
			require.Equal(t, HelpGroup{groups[i]}, r.Read(help+" "+word, lang).Do, "%s: %s", lang, word)
			require.Equal(t, HelpGroup{groups[i]}, r.Read("HELP "+strings.ToUpper(word)+".", "en").Do, "%s: %s", lang, word)
		}
	}
}

func allTexts(t testing.TB) *templates.Catalogues {
	set, err := templates.New()
	require.NoError(t, err)
	return set
}
