#include "cimages.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
// After stdio.h, which it takes for granted.
#include <jpeglib.h>

#include "cimages_avif.h"

int cimages_format(const uint8_t *bytes, size_t count) {
  static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
  if (count >= 8 && memcmp(bytes, png, 8) == 0) return CIMAGES_PNG;
  if (count >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff) return CIMAGES_JPEG;
  if (count >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return CIMAGES_WEBP;
  if (count >= 12 && memcmp(bytes + 4, "ftyp", 4) == 0 &&
      (memcmp(bytes + 8, "avif", 4) == 0 || memcmp(bytes + 8, "avis", 4) == 0 || memcmp(bytes + 8, "mif1", 4) == 0))
    return CIMAGES_AVIF;
  if (count >= 6 && (memcmp(bytes, "GIF87a", 6) == 0 || memcmp(bytes, "GIF89a", 6) == 0)) return CIMAGES_GIF;
  return CIMAGES_UNKNOWN;
}

// JPEG: libjpeg ends the process on errors, unless an error handler escapes.

struct jpeg_errors {
  struct jpeg_error_mgr base;
  jmp_buf escape;
};

static void jpeg_escape(j_common_ptr info) { longjmp(((struct jpeg_errors *)info->err)->escape, 1); }
static void jpeg_silence(j_common_ptr info) { (void)info; }

/// Decodes where `pixels` is given, otherwise reads only the size.
static int jpeg_read(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t *width, uint32_t *height) {
  struct jpeg_decompress_struct info;
  struct jpeg_errors errors;
  uint8_t *volatile row = NULL;
  memset(&info, 0, sizeof info);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jpeg_escape;
  errors.base.output_message = jpeg_silence;
  if (setjmp(errors.escape)) {
    jpeg_destroy_decompress(&info);
    free(row);
    return 0;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  if (!pixels) {
    *width = info.image_width;
    *height = info.image_height;
    jpeg_destroy_decompress(&info);
    return 1;
  }
  int is_cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  info.out_color_space = is_cmyk ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&info);
  if (info.output_width != *width || info.output_height != *height) longjmp(errors.escape, 1);
  row = malloc((size_t)info.output_width * (size_t)info.output_components);
  if (!row) longjmp(errors.escape, 1);
  while (info.output_scanline < info.output_height) {
    uint8_t *out = pixels + (size_t)info.output_scanline * *width * 4;
    JSAMPROW rows[1] = {row};
    jpeg_read_scanlines(&info, rows, 1);
    for (uint32_t x = 0; x < *width; x++) {
      const uint8_t *in = row + (size_t)x * (size_t)info.output_components;
      if (is_cmyk) {
        // Adobe's files have inverted CMYK.
        for (int c = 0; c < 3; c++) out[x * 4 + c] = (uint8_t)(in[c] * in[3] / 255);
      } else {
        memcpy(out + x * 4, in, 3);
      }
      out[x * 4 + 3] = 255;
    }
  }
  jpeg_finish_decompress(&info);
  jpeg_destroy_decompress(&info);
  free(row);
  return 1;
}

// EXIF 2.32, 4.6.4: the tag 0x0112 of the first directory.

static uint32_t tiff_number(const uint8_t *at, int size, int is_little) {
  uint32_t value = 0;
  for (int i = 0; i < size; i++) value |= (uint32_t)at[i] << 8 * (is_little ? i : size - 1 - i);
  return value;
}

/// 1 to 8; 1 for a file that does not turn its image.
static int jpeg_orientation(const uint8_t *bytes, size_t count) {
  size_t at = 2;
  while (at + 4 <= count && bytes[at] == 0xff) {
    int code = bytes[at + 1];
    if (code == 0xff) {
      at++;
      continue;
    }
    if (code == 0x01 || (code >= 0xd0 && code <= 0xd8)) {
      at += 2;
      continue;
    }
    // Pixels, or the frame header.
    if (code == 0xd9 || code == 0xda) return 1;
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2 || at + 2 + length > count) return 1;
    const uint8_t *exif = bytes + at + 4;
    size_t size = length - 2;
    at += 2 + length;
    if (code != 0xe1 || size < 14 || memcmp(exif, "Exif\0", 6) != 0) continue;
    const uint8_t *tiff = exif + 6;
    size -= 6;
    int is_little = tiff[0] == 'I' && tiff[1] == 'I';
    if (!is_little && (tiff[0] != 'M' || tiff[1] != 'M')) return 1;
    size_t directory = tiff_number(tiff + 4, 4, is_little);
    if (directory + 2 > size) return 1;
    size_t entries = tiff_number(tiff + directory, 2, is_little);
    for (size_t i = 0; i < entries && directory + 2 + (i + 1) * 12 <= size; i++) {
      const uint8_t *entry = tiff + directory + 2 + i * 12;
      if (tiff_number(entry, 2, is_little) != 0x0112) continue;
      uint32_t value = tiff_number(entry + 8, 2, is_little);
      return tiff_number(entry + 2, 2, is_little) == 3 && value >= 1 && value <= 8 ? (int)value : 1;
    }
    return 1;
  }
  return 1;
}

/// Copies an image into one that is turned; `width` and `height` are those that are shown.
static void turn(const uint8_t *from, uint8_t *to, uint32_t width, uint32_t height, int orientation) {
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      uint32_t mx = width - 1 - x, my = height - 1 - y, sx = x, sy = y;
      switch (orientation) {
        case 2: sx = mx; break;
        case 3: sx = mx, sy = my; break;
        case 4: sy = my; break;
        case 5: sx = y, sy = x; break;
        case 6: sx = y, sy = mx; break;
        case 7: sx = my, sy = mx; break;
        case 8: sx = my, sy = x; break;
        default: break;
      }
      size_t stored = orientation >= 5 ? height : width;
      memcpy(to + ((size_t)y * width + x) * 4, from + ((size_t)sy * stored + sx) * 4, 4);
    }
  }
}

static int jpeg_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width, uint32_t height) {
  int orientation = jpeg_orientation(bytes, count);
  if (orientation == 1) return jpeg_read(bytes, count, pixels, &width, &height);
  uint32_t stored_width = orientation >= 5 ? height : width, stored_height = orientation >= 5 ? width : height;
  uint8_t *stored = malloc((size_t)width * height * 4);
  if (!stored) return 0;
  int done = jpeg_read(bytes, count, stored, &stored_width, &stored_height);
  if (done) turn(stored, pixels, width, height, orientation);
  free(stored);
  return done;
}

// GIF89a: the first frame on a transparent canvas.

struct gif_bits {
  const uint8_t *bytes;
  size_t count, at;
  /// What is left of the block of at most 255 bytes.
  size_t block;
  uint32_t buffer;
  int filled;
};

/// The next code of `size` bits; -1 at the end.
static int gif_code(struct gif_bits *bits, int size) {
  while (bits->filled < size) {
    if (bits->block == 0) {
      if (bits->at >= bits->count) return -1;
      bits->block = bits->bytes[bits->at++];
      if (bits->block == 0) return -1;
    }
    if (bits->at >= bits->count) return -1;
    bits->buffer |= (uint32_t)bits->bytes[bits->at++] << bits->filled;
    bits->block--;
    bits->filled += 8;
  }
  int code = (int)(bits->buffer & ((1u << size) - 1));
  bits->buffer >>= size;
  bits->filled -= size;
  return code;
}

struct gif_frame {
  uint32_t left, top, width, height;
  const uint8_t *colors;
  int color_count, transparent, is_interlaced;
};

/// Puts one more pixel of the frame, counted in the order of the file, on the canvas.
static void gif_put(
    const struct gif_frame *frame, size_t index, int color, uint8_t *pixels, uint32_t width, uint32_t height) {
  static const uint32_t starts[4] = {0, 4, 2, 1}, steps[4] = {8, 8, 4, 2};
  uint32_t row = (uint32_t)(index / frame->width), column = (uint32_t)(index % frame->width);
  if (frame->is_interlaced) {
    for (int pass = 0; pass < 4; pass++) {
      uint32_t rows =
          frame->height > starts[pass] ? (frame->height - starts[pass] + steps[pass] - 1) / steps[pass] : 0;
      if (row < rows) {
        row = starts[pass] + row * steps[pass];
        break;
      }
      row -= rows;
    }
  }
  uint32_t x = frame->left + column, y = frame->top + row;
  if (x >= width || y >= height || color == frame->transparent || color >= frame->color_count) return;
  uint8_t *out = pixels + ((size_t)y * width + x) * 4;
  memcpy(out, frame->colors + (size_t)color * 3, 3);
  out[3] = 255;
}

/// Appendix F: codes of 3 to 12 bits stand for strings of colours.
static int gif_pixels(
    struct gif_bits *bits, const struct gif_frame *frame, int least, uint8_t *pixels, uint32_t width, uint32_t height) {
  uint16_t before[4096];
  uint8_t last[4096], string[4097];
  int clear = 1 << least, next = clear + 2, size = least + 1, previous = -1, first = 0;
  size_t index = 0, total = (size_t)frame->width * frame->height;
  for (int i = 0; i < clear; i++) last[i] = (uint8_t)i;
  while (index < total) {
    int code = gif_code(bits, size);
    if (code < 0 || code == clear + 1) break;
    if (code == clear) {
      next = clear + 2;
      size = least + 1;
      previous = -1;
      continue;
    }
    if (code > next || (previous < 0 && code >= clear)) break;
    // The string, last colour first.
    int length = 0, part = code;
    if (code == next) {
      string[length++] = (uint8_t)first;
      part = previous;
    }
    while (part >= clear + 2) {
      if (length >= 4096) return index > 0;
      string[length++] = last[part];
      part = before[part];
    }
    first = part;
    string[length++] = (uint8_t)part;
    while (length > 0 && index < total) gif_put(frame, index++, string[--length], pixels, width, height);
    if (previous >= 0 && next < 4096) {
      before[next] = (uint16_t)previous;
      last[next] = (uint8_t)first;
      next++;
      if (next == 1 << size && size < 12) size++;
    }
    previous = code;
  }
  // As in browsers, a file that ends early shows what it has.
  return index > 0;
}

static int gif_read(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t *width, uint32_t *height) {
  if (count < 13) return 0;
  uint32_t canvas_width = tiff_number(bytes + 6, 2, 1), canvas_height = tiff_number(bytes + 8, 2, 1);
  if (!pixels) {
    *width = canvas_width;
    *height = canvas_height;
    return canvas_width > 0 && canvas_height > 0;
  }
  if (canvas_width != *width || canvas_height != *height) return 0;
  struct gif_frame frame = {0, 0, 0, 0, NULL, 0, -1, 0};
  size_t at = 13;
  if (bytes[10] & 0x80) {
    frame.color_count = 2 << (bytes[10] & 7);
    frame.colors = bytes + at;
    at += (size_t)frame.color_count * 3;
  }
  memset(pixels, 0, (size_t)canvas_width * canvas_height * 4);
  while (at < count) {
    int kind = bytes[at++];
    if (kind == 0x21) {
      if (at + 6 < count && bytes[at] == 0xf9 && bytes[at + 1] >= 4 && bytes[at + 2] & 1) {
        frame.transparent = bytes[at + 5];
      }
      at++;
      while (at < count && bytes[at] != 0) at += (size_t)bytes[at] + 1;
      at++;
      continue;
    }
    if (kind != 0x2c || at + 10 > count) return 0;
    frame.left = tiff_number(bytes + at, 2, 1);
    frame.top = tiff_number(bytes + at + 2, 2, 1);
    frame.width = tiff_number(bytes + at + 4, 2, 1);
    frame.height = tiff_number(bytes + at + 6, 2, 1);
    int flags = bytes[at + 8];
    at += 9;
    frame.is_interlaced = flags & 0x40;
    if (flags & 0x80) {
      frame.color_count = 2 << (flags & 7);
      frame.colors = bytes + at;
      at += (size_t)frame.color_count * 3;
    }
    if (!frame.colors || frame.width == 0 || frame.height == 0 || at >= count) return 0;
    int least = bytes[at++];
    if (least < 1 || least > 8) return 0;
    struct gif_bits bits = {bytes, count, at, 0, 0, 0};
    return gif_pixels(&bits, &frame, least, pixels, canvas_width, canvas_height);
  }
  return 0;
}

static int png_read(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t *width, uint32_t *height) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return 0;
  if (!pixels) {
    *width = image.width;
    *height = image.height;
    png_image_free(&image);
    return 1;
  }
  if (image.width != *width || image.height != *height) {
    png_image_free(&image);
    return 0;
  }
  image.format = PNG_FORMAT_RGBA;
  int done = png_image_finish_read(&image, NULL, pixels, (png_int_32)(*width * 4), NULL);
  png_image_free(&image);
  return done;
}

static int avif_read(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t *width, uint32_t *height) {
  if (!CIMAGES_HAS_AVIF()) return 0;
  avifDecoder *decoder = avifDecoderCreate();
  if (!decoder) return 0;
  decoder->maxThreads = 1;
  decoder->strictFlags = AVIF_STRICT_DISABLED;
  int done = 0;
  if (avifDecoderSetIOMemory(decoder, bytes, count) == AVIF_RESULT_OK && avifDecoderParse(decoder) == AVIF_RESULT_OK) {
    if (!pixels) {
      *width = decoder->image->width;
      *height = decoder->image->height;
      done = 1;
    } else if (avifDecoderNextImage(decoder) == AVIF_RESULT_OK && decoder->image->width == *width &&
               decoder->image->height == *height) {
      avifRGBImage rgb;
      avifRGBImageSetDefaults(&rgb, decoder->image);
      rgb.format = AVIF_RGB_FORMAT_RGBA;
      rgb.depth = 8;
      rgb.pixels = pixels;
      rgb.rowBytes = *width * 4;
      done = avifImageYUVToRGB(decoder->image, &rgb) == AVIF_RESULT_OK;
    }
  }
  avifDecoderDestroy(decoder);
  return done;
}

int cimages_has_library(int format) { return format != CIMAGES_AVIF || CIMAGES_HAS_AVIF(); }

int cimages_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  int w = 0, h = 0;
  switch (cimages_format(bytes, count)) {
    case CIMAGES_PNG: return png_read(bytes, count, NULL, width, height);
    case CIMAGES_JPEG: {
      if (!jpeg_read(bytes, count, NULL, width, height)) return 0;
      if (jpeg_orientation(bytes, count) >= 5) {
        uint32_t stored = *width;
        *width = *height;
        *height = stored;
      }
      return 1;
    }
    case CIMAGES_GIF: return gif_read(bytes, count, NULL, width, height);
    case CIMAGES_AVIF: return avif_read(bytes, count, NULL, width, height);
    case CIMAGES_WEBP:
      if (!WebPGetInfo(bytes, count, &w, &h) || w <= 0 || h <= 0) return 0;
      *width = (uint32_t)w;
      *height = (uint32_t)h;
      return 1;
    default: return 0;
  }
}

int cimages_decode(const uint8_t *bytes, size_t count, uint8_t *pixels, uint32_t width, uint32_t height) {
  switch (cimages_format(bytes, count)) {
    case CIMAGES_PNG: return png_read(bytes, count, pixels, &width, &height);
    case CIMAGES_JPEG: return jpeg_decode(bytes, count, pixels, width, height);
    case CIMAGES_GIF: return gif_read(bytes, count, pixels, &width, &height);
    case CIMAGES_AVIF: return avif_read(bytes, count, pixels, &width, &height);
    case CIMAGES_WEBP:
      return WebPDecodeRGBAInto(bytes, count, pixels, (size_t)width * height * 4, (int)(width * 4)) != NULL;
    default: return 0;
  }
}
