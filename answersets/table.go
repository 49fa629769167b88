package answersets

import "encoding/binary"

// table files rules under keys: hashes of whole texts, or pieces of 8, 4 or 2
// bytes. Two things may share a key. Then a rule is tried in vain, and nothing
// worse.
type table struct {
	at    map[uint64][]int32
	sizes [3]bool      // which sizes of pieces there are
	maybe [1024]uint64 // a bit for each key, to ask before the map
}

// pieceSizes are the sizes of pieces; a text is cut into the largest that fit.
var pieceSizes = [3]int{8, 4, 2}

func (t *table) empty() bool { return len(t.at) == 0 }

func (t *table) add(key uint64, rule int32) {
	if t.at == nil {
		t.at = map[uint64][]int32{}
	}
	list := t.at[key]
	if n := len(list); n > 0 && list[n-1] == rule {
		return
	}
	t.at[key] = append(list, rule)
	bit := mix(key)
	t.maybe[bit/64] |= 1 << (bit % 64)
	t.sizes[key&3] = true
}

func (t *table) find(key uint64) []int32 {
	if bit := mix(key); t.maybe[bit/64]&(1<<(bit%64)) == 0 {
		return nil
	}
	return t.at[key]
}

// search hands found the rules under every piece of text.
func (t *table) search(text string, found func([]int32)) {
	for s, size := range pieceSizes {
		if !t.sizes[s] {
			continue
		}
		for i := 0; i+size <= len(text); i++ {
			if list := t.find(piece(text[i:], s)); list != nil {
				found(list)
			}
		}
	}
}

// appendPieces adds the pieces of text as features, none where it is too short.
// Of a long text its beginning does.
func appendPieces(features []feature, table int, text string) []feature {
	const most = 256
	text = text[:min(len(text), most)]
	for s, size := range pieceSizes {
		if len(text) < size {
			continue
		}
		for i := 0; i+size <= len(text); i++ {
			features = append(features, feature{table, piece(text[i:], s)})
		}
		break
	}
	return features
}

// piece returns the key of the first bytes of text, as many as size s has. Its
// lowest bits tell the size.
func piece(text string, s int) uint64 {
	var b [8]byte
	copy(b[:pieceSizes[s]], text)
	return binary.LittleEndian.Uint64(b[:])*0x9E3779B97F4A7C15&^3 | uint64(s)
}

// hash returns the key of a whole text (FNV-1a).
func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(text); i++ {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h &^ 3
}

// mix spreads a key over 16 bits.
func mix(key uint64) uint64 { return (key ^ key>>29) * 0xBF58476D1CE4E5B9 >> 48 }

// sketch counts features, now and then two of them together.
type sketch [1 << 16]uint32

func (s *sketch) add(f feature)          { s[f.slot()]++ }
func (s *sketch) count(f feature) uint32 { return s[f.slot()] }
func (f feature) slot() uint64           { return mix(f.key + uint64(f.table)<<7) }
