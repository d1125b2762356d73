// Decoding of character encodings.
#ifndef CICU_CONVERTER_H
#define CICU_CONVERTER_H
#include <stdint.h>

/// Decodes bytes in an encoding that ICU knows to UTF-8. What is no character becomes U+FFFD.
///
/// Writes at most `capacity` bytes to `result` and returns how many, or -1 for an unknown encoding or too little room;
/// three bytes of room for each byte and 16 more are always enough. `replaced` gets the number of replacements, and
/// `first_replaced` the place of the first in `bytes`.
int64_t cicu_decode(
    const char *encoding, const uint8_t *bytes, int64_t length, uint8_t *result, int64_t capacity,
    int64_t *replaced, int64_t *first_replaced);

#endif
