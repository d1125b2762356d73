// What character encodings map to.
#ifndef CICU_CONVERTER_H
#define CICU_CONVERTER_H
#include <stdint.h>

/// Writes the code point of each of `count` sequences of `length` bytes, which are one behind the other, to `result`; 0 for
/// a sequence that is not one character, and everywhere for an encoding that ICU does not know.
void cicu_code_points(
    const char *encoding, const uint8_t *sequences, int32_t length, int32_t count, uint32_t *result);

#endif
