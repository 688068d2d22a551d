package picture_test
import ("testing";"os";"turnpost/rules";"turnpost/rules/chess";"turnpost/templates/picture")
func TestZZ(t *testing.T){ p,_ := chess.Game().ParsePosition("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"); q,_ := p.Play("e1-g1"); s,_ := rules.SceneOf(q, rules.White, rules.English); d,err := picture.PNG(s); if err!=nil {t.Fatal(err)}; os.WriteFile("/tmp/w/chess.png", d, 0o644) }
