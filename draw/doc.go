// Package draw says who meets whom: Swiss pairing, knock-out brackets, round robins.
package draw
