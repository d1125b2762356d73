#ifndef CIMAGES_H
#define CIMAGES_H

#include <stddef.h>
#include <stdint.h>

/// What an image file is.
enum cimages_format {
  CIMAGES_UNKNOWN = 0,
  CIMAGES_PNG = 1,
  CIMAGES_JPEG = 2,
  CIMAGES_WEBP = 3,
  CIMAGES_AVIF = 4,
  CIMAGES_GIF = 5,
};

/// The format by the file's first bytes.
int cimages_format(const uint8_t *bytes, size_t count);

/// Reads width and height without decoding, as they are shown: EXIF data may turn a JPEG file. Returns 0 where the file is
/// damaged.
int cimages_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height);

/// Decodes into `pixels`: width * height * 4 bytes of red, green, blue and alpha, not premultiplied, rows without gaps.
/// `width` and `height` must be those of `cimages_size`. Of a GIF file the first frame. Returns 0 where the file is damaged.
int cimages_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width, uint32_t height);

/// Whether the libraries of a format are there: apps on Linux load libavif, of the version whose header this was built with, once they need it.
int cimages_has_library(int format);

#include "cimages_encode.h"

#endif
