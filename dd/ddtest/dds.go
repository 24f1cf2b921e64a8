//go:build ddsoracle

package ddtest

/*
#cgo LDFLAGS: -ldds
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <dds/dll.h>

static int table(const char *cards, int *out) {
	struct ddTableDealPBN d;
	struct ddTableResults r;
	memset(&d, 0, sizeof d);
	strncpy(d.cards, cards, sizeof d.cards - 1);
	int rc = CalcDDtablePBN(d, &r);
	if (rc != 1)
		return rc;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 4; j++)
			out[4 * i + j] = r.resTable[i][j];
	return 1;
}
*/
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
)

var once sync.Once

// strains is the order of the library; its hands go clockwise from North.
var strains = [5]bridge.Strain{bridge.Spades, bridge.Hearts, bridge.Diamonds, bridge.Clubs, bridge.Notrump}

// Table asks the library, in one thread.
func Table(d bridge.Deal) (dd.Table, error) {
	once.Do(func() { C.SetMaxThreads(1) })
	text := C.CString(d.String())
	defer C.free(unsafe.Pointer(text))
	var out [20]C.int
	if rc := C.table(text, &out[0]); rc != 1 {
		return dd.Table{}, fmt.Errorf("dds: %d for %v", int(rc), d)
	}
	var t dd.Table
	for i, strain := range strains {
		for j, seat := range bridge.Seats {
			t = t.With(seat, strain, int(out[4*i+j]))
		}
	}
	return t, nil
}
