#ifndef CIMAGES_ENCODE_H
#define CIMAGES_ENCODE_H

#include <stddef.h>
#include <stdint.h>

// Pixels are rows without gaps of red, green, blue and alpha, not premultiplied, as `cimages_decode` writes them. All encoders
// run on one thread with fixed settings: equal pixels make equal files.

/// What a file holds beside the pixels of one image.
enum cimages_trait {
  /// It has several frames.
  CIMAGES_ANIMATED = 1,
  /// Its colours are not those of sRGB.
  CIMAGES_OTHER_COLORS = 2,
  /// Its colours are those of inks.
  CIMAGES_CMYK = 4,
};

/// The traits of a PNG, JPEG or WebP file, as far as its marks say them.
int cimages_traits(const uint8_t *bytes, size_t count);

/// Whether no pixel is transparent.
int cimages_is_opaque(const uint8_t *pixels, uint32_t width, uint32_t height);

/// Makes an image smaller (Lanczos, 3 lobes). Returns 0 where there is no memory.
int cimages_reduce(
    const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to, uint32_t to_width, uint32_t to_height);

/// How alike two images of one size are: the mean structural similarity (SSIM) of windows of 8 by 8 pixels, of the luma for nine
/// tenths and of the colour differences for one; 1 for equal images.
double cimages_similarity(const uint8_t *one, const uint8_t *other, uint32_t width, uint32_t height);

/// Encodes into a buffer that `cimages_free` gives back; `quality` is 0 to 100. Return 0 on failure.
int cimages_encode_webp(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, int is_lossless, uint8_t **bytes,
    size_t *count);
int cimages_encode_avif(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);
int cimages_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count);
int cimages_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count);

/// Gives the buffer of an encoder back.
void cimages_free(uint8_t *bytes);

#endif
