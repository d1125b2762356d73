// A narrow C interface over libwoff2's reader and Brotli's writer.
#ifndef CWOFF2_H
#define CWOFF2_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Unpacks a WOFF2 font of at most `maximum` bytes unpacked. Returns bytes to free with cwoff2_free(), and their count in
/// `length`; NULL where the font is damaged or larger.
uint8_t *cwoff2_decode(const uint8_t *data, size_t count, size_t maximum, size_t *length);
/// Compresses the tables of a font with Brotli at its best. Returns bytes to free with cwoff2_free(), and their count in
/// `length`; NULL where memory is short. (libwoff2's own writer prints to the standard error and leaves padding unset.)
uint8_t *cwoff2_compress(const uint8_t *data, size_t count, size_t *length);
void cwoff2_free(uint8_t *bytes);

#ifdef __cplusplus
}
#endif
#endif
