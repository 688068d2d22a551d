package picture

import "encoding/binary"

// adler is the Adler-32 sum of data (RFC 1950, 8.2), eight bytes at a time, which
// takes half the time of hash/adler32: that would be a fifth of what it takes to
// encode a picture.
func adler(data []byte) uint32 {
	const (
		modulus = 65521
		every   = 0x00ff00ff00ff00ff // second byte
		// words is how many words can be added up in lanes of 16 bits: the sums of
		// sums grow to 255*words*(words-1)/2.
		words = 22
		block = 8 * words
	)
	a, b := uint64(1), uint64(0)
	for ; len(data) >= block; data = data[block:] {
		// Sums of the bytes at even and at odd places, and the sums of those
		// sums, each before the word was added.
		var even, odd, evens, odds uint64
		for p := data[:block]; len(p) >= 8; p = p[8:] {
			w := binary.LittleEndian.Uint64(p)
			evens += even
			odds += odd
			even += w & every
			odd += w >> 8 & every
		}
		b += a*block + 8*(lanes(evens, 1, 1, 1, 1)+lanes(odds, 1, 1, 1, 1)) + lanes(even, 8, 6, 4, 2) + lanes(odd, 7, 5, 3, 1)
		a += lanes(even, 1, 1, 1, 1) + lanes(odd, 1, 1, 1, 1)
		a, b = a%modulus, b%modulus
	}
	for _, v := range data {
		a += uint64(v)
		b += a
	}
	return uint32(b%modulus<<16 | a%modulus)
}

// lanes adds up the four lanes of a word, each so many times.
func lanes(w, first, second, third, fourth uint64) uint64 {
	return w&0xffff*first + w>>16&0xffff*second + w>>32&0xffff*third + w>>48*fourth
}
