#include "cimages.h"

#include <avif/avif.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
// After stdio.h, which it takes for granted.
#include <jpeglib.h>

int cimages_format(const uint8_t *bytes, size_t count) {
  static const uint8_t png[8] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
  if (count >= 8 && memcmp(bytes, png, 8) == 0) return CIMAGES_PNG;
  if (count >= 3 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff) return CIMAGES_JPEG;
  if (count >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return CIMAGES_WEBP;
  if (count >= 12 && memcmp(bytes + 4, "ftyp", 4) == 0 &&
      (memcmp(bytes + 8, "avif", 4) == 0 || memcmp(bytes + 8, "avis", 4) == 0 || memcmp(bytes + 8, "mif1", 4) == 0))
    return CIMAGES_AVIF;
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

int cimages_size(const uint8_t *bytes, size_t count, uint32_t *width, uint32_t *height) {
  int w = 0, h = 0;
  switch (cimages_format(bytes, count)) {
    case CIMAGES_PNG: return png_read(bytes, count, NULL, width, height);
    case CIMAGES_JPEG: return jpeg_read(bytes, count, NULL, width, height);
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
    case CIMAGES_JPEG: return jpeg_read(bytes, count, pixels, &width, &height);
    case CIMAGES_AVIF: return avif_read(bytes, count, pixels, &width, &height);
    case CIMAGES_WEBP:
      return WebPDecodeRGBAInto(bytes, count, pixels, (size_t)width * height * 4, (int)(width * 4)) != NULL;
    default: return 0;
  }
}
