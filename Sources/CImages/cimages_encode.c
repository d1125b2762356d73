#include "cimages_encode.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>
// After stdio.h, which it takes for granted.
#include <jpeglib.h>

#include "cimages.h"
#include "cimages_avif.h"

// Traits.

/// Whether bytes hold a text, each character as one byte or behind a zero.
static int holds(const uint8_t *bytes, size_t count, const char *text) {
  size_t length = strlen(text);
  for (size_t at = 0; at + length <= count; at++) {
    if (memcmp(bytes + at, text, length) == 0) return 1;
  }
  for (size_t at = 0; at + length * 2 <= count; at++) {
    size_t i = 0;
    while (i < length && bytes[at + i * 2] == 0 && bytes[at + i * 2 + 1] == (uint8_t)text[i]) i++;
    if (i == length) return 1;
  }
  return 0;
}

/// A colour profile (ICC) counts as sRGB where its description says so.
static int profile_trait(const uint8_t *bytes, size_t count) {
  return holds(bytes, count, "sRGB") ? 0 : CIMAGES_OTHER_COLORS;
}

static uint32_t big_endian(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int png_traits(const uint8_t *bytes, size_t count) {
  int traits = 0;
  size_t at = 8;
  while (at + 12 <= count) {
    size_t length = big_endian(bytes + at);
    if (length > count - at - 12) break;
    const uint8_t *name = bytes + at + 4;
    if (memcmp(name, "acTL", 4) == 0) traits |= CIMAGES_ANIMATED;
    // The profile is compressed; its name is not.
    if (memcmp(name, "iCCP", 4) == 0) traits |= profile_trait(bytes + at + 8, length < 80 ? length : 80);
    if (memcmp(name, "cICP", 4) == 0) traits |= CIMAGES_OTHER_COLORS;
    if (memcmp(name, "IDAT", 4) == 0) break;
    at += length + 12;
  }
  return traits;
}

static int jpeg_traits(const uint8_t *bytes, size_t count) {
  int traits = 0;
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
    if (code == 0xd9 || code == 0xda) break;
    size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (length < 2 || at + 2 + length > count) break;
    const uint8_t *data = bytes + at + 4;
    size_t size = length - 2;
    // A profile may be in several segments, whose first has the description.
    if (code == 0xe2 && size > 14 && memcmp(data, "ICC_PROFILE", 12) == 0 && data[12] == 1) {
      traits |= profile_trait(data, size);
    }
    // A frame header: four components are CMYK.
    if (code >= 0xc0 && code <= 0xcf && code != 0xc4 && code != 0xc8 && code != 0xcc && size >= 6 && data[5] == 4) {
      traits |= CIMAGES_CMYK;
    }
    at += 2 + length;
  }
  return traits;
}

static int webp_traits(const uint8_t *bytes, size_t count) {
  int traits = 0;
  size_t at = 12;
  while (at + 8 <= count) {
    size_t length = (size_t)bytes[at + 4] | (size_t)bytes[at + 5] << 8 | (size_t)bytes[at + 6] << 16 |
                    (size_t)bytes[at + 7] << 24;
    if (length > count - at - 8) break;
    if (memcmp(bytes + at, "ANIM", 4) == 0) traits |= CIMAGES_ANIMATED;
    if (memcmp(bytes + at, "ICCP", 4) == 0) traits |= profile_trait(bytes + at + 8, length);
    at += 8 + length + (length & 1);
  }
  return traits;
}

int cimages_traits(const uint8_t *bytes, size_t count) {
  switch (cimages_format(bytes, count)) {
    case CIMAGES_PNG: return png_traits(bytes, count);
    case CIMAGES_JPEG: return jpeg_traits(bytes, count);
    case CIMAGES_WEBP: return webp_traits(bytes, count);
    default: return 0;
  }
}

int cimages_is_opaque(const uint8_t *pixels, uint32_t width, uint32_t height) {
  for (size_t i = 0; i < (size_t)width * height; i++) {
    if (pixels[i * 4 + 3] != 255) return 0;
  }
  return 1;
}

// Reducing.

static float lanczos(float x) {
  const float pi = 3.14159265358979f;
  if (x < 0) x = -x;
  if (x >= 3) return 0;
  if (x < 1e-6f) return 1;
  return 3 * sinf(pi * x) * sinf(pi * x / 3) / (pi * pi * x * x);
}

/// The weights of the source's samples in one target sample: of at most `most` samples from `*first` on.
static uint32_t weigh(uint32_t target, uint32_t size, uint32_t to_size, uint32_t most, uint32_t *first, float *weights) {
  float scale = (float)size / (float)to_size;
  float center = ((float)target + 0.5f) * scale - 0.5f;
  float radius = 3 * scale;
  long from = (long)ceilf(center - radius), to = (long)floorf(center + radius);
  if (from < 0) from = 0;
  if (to > (long)size - 1) to = (long)size - 1;
  uint32_t count = 0;
  float sum = 0;
  for (long i = from; i <= to && count < most; i++) {
    float weight = lanczos(((float)i - center) / scale);
    weights[count++] = weight;
    sum += weight;
  }
  *first = (uint32_t)from;
  for (uint32_t i = 0; i < count && sum != 0; i++) weights[i] /= sum;
  return count;
}

static uint8_t byte_of(float value) { return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f); }

int cimages_reduce(
    const uint8_t *from, uint32_t width, uint32_t height, uint8_t *to, uint32_t to_width, uint32_t to_height) {
  if (to_width == 0 || to_height == 0 || to_width > width || to_height > height) return 0;
  uint32_t most = (uint32_t)ceilf(6 * fmaxf((float)width / (float)to_width, (float)height / (float)to_height)) + 3;
  float *rows = malloc(sizeof(float) * 4 * to_width * height);
  float *weights = malloc(sizeof(float) * most);
  float *line = malloc(sizeof(float) * 4 * to_width);
  int done = rows && weights && line;
  // Sideways, with colours premultiplied.
  for (uint32_t x = 0; done && x < to_width; x++) {
    uint32_t first = 0, count = weigh(x, width, to_width, most, &first, weights);
    for (uint32_t y = 0; y < height; y++) {
      const uint8_t *in = from + ((size_t)y * width + first) * 4;
      float red = 0, green = 0, blue = 0, alpha = 0;
      for (uint32_t i = 0; i < count; i++, in += 4) {
        float part = weights[i] * (float)in[3];
        alpha += part;
        part *= 1 / 255.0f;
        red += part * (float)in[0];
        green += part * (float)in[1];
        blue += part * (float)in[2];
      }
      float *out = rows + ((size_t)y * to_width + x) * 4;
      out[0] = red, out[1] = green, out[2] = blue, out[3] = alpha;
    }
  }
  for (uint32_t y = 0; done && y < to_height; y++) {
    uint32_t first = 0, count = weigh(y, height, to_height, most, &first, weights);
    for (uint32_t i = 0; i < to_width * 4; i++) line[i] = 0;
    for (uint32_t row = 0; row < count; row++) {
      const float *in = rows + (size_t)(first + row) * to_width * 4;
      float weight = weights[row];
      for (uint32_t i = 0; i < to_width * 4; i++) line[i] += weight * in[i];
    }
    uint8_t *out = to + (size_t)y * to_width * 4;
    for (uint32_t x = 0; x < to_width; x++, out += 4) {
      float alpha = line[x * 4 + 3];
      out[3] = byte_of(alpha);
      float factor = alpha < 0.5f ? 0 : 255 / alpha;
      for (int c = 0; c < 3; c++) out[c] = byte_of(line[x * 4 + (uint32_t)c] * factor);
    }
  }
  free(rows);
  free(weights);
  free(line);
  return done;
}

// Similarity.

/// Luma and colour differences of a pixel over white.
static void components(const uint8_t *pixel, float *luma, float *blue, float *red) {
  float alpha = (float)pixel[3] / 255.0f, white = 255 * (1 - alpha);
  float r = (float)pixel[0] * alpha + white, g = (float)pixel[1] * alpha + white, b = (float)pixel[2] * alpha + white;
  *luma = 0.299f * r + 0.587f * g + 0.114f * b;
  *blue = (b - *luma) * 0.564f + 128;
  *red = (r - *luma) * 0.713f + 128;
}

/// SSIM of the sums of a window of `n` samples.
static double window_similarity(double n, double a, double b, double aa, double bb, double ab) {
  const double c1 = 6.5025, c2 = 58.5225;
  double mean_a = a / n, mean_b = b / n;
  double variance_a = aa / n - mean_a * mean_a, variance_b = bb / n - mean_b * mean_b;
  double covariance = ab / n - mean_a * mean_b;
  return (2 * mean_a * mean_b + c1) * (2 * covariance + c2) /
         ((mean_a * mean_a + mean_b * mean_b + c1) * (variance_a + variance_b + c2));
}

double cimages_similarity(const uint8_t *one, const uint8_t *other, uint32_t width, uint32_t height) {
  double total = 0, windows = 0;
  for (uint32_t top = 0; top < height; top += 8) {
    for (uint32_t left = 0; left < width; left += 8) {
      uint32_t bottom = top + 8 < height ? top + 8 : height, right = left + 8 < width ? left + 8 : width;
      double sums[3][5] = {{0}};
      double n = (double)(bottom - top) * (double)(right - left);
      for (uint32_t y = top; y < bottom; y++) {
        for (uint32_t x = left; x < right; x++) {
          float a[3], b[3];
          size_t at = ((size_t)y * width + x) * 4;
          components(one + at, &a[0], &a[1], &a[2]);
          components(other + at, &b[0], &b[1], &b[2]);
          for (int c = 0; c < 3; c++) {
            sums[c][0] += (double)a[c];
            sums[c][1] += (double)b[c];
            sums[c][2] += (double)a[c] * (double)a[c];
            sums[c][3] += (double)b[c] * (double)b[c];
            sums[c][4] += (double)a[c] * (double)b[c];
          }
        }
      }
      double parts[3];
      for (int c = 0; c < 3; c++) {
        parts[c] = window_similarity(n, sums[c][0], sums[c][1], sums[c][2], sums[c][3], sums[c][4]);
      }
      total += 0.9 * parts[0] + 0.05 * parts[1] + 0.05 * parts[2];
      windows++;
    }
  }
  return windows > 0 ? total / windows : 1;
}

// Encoding.

void cimages_free(uint8_t *bytes) { free(bytes); }

/// A copy that `cimages_free` gives back, whatever allocated the original.
static int keep(const uint8_t *from, size_t size, uint8_t **bytes, size_t *count) {
  *bytes = malloc(size > 0 ? size : 1);
  if (!*bytes) return 0;
  memcpy(*bytes, from, size);
  *count = size;
  return 1;
}

int cimages_encode_webp(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, int is_lossless, uint8_t **bytes,
    size_t *count) {
  if (width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) return 0;
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return 0;
  config.quality = (float)quality;
  config.method = 5;
  config.thread_level = 0;
  config.use_sharp_yuv = 0;
  if (is_lossless && !WebPConfigLosslessPreset(&config, 6)) return 0;
  picture.width = (int)width;
  picture.height = (int)height;
  picture.use_argb = is_lossless;
  WebPMemoryWriter writer;
  WebPMemoryWriterInit(&writer);
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  int done = WebPPictureImportRGBA(&picture, pixels, (int)(width * 4)) && WebPEncode(&config, &picture) &&
             keep(writer.mem, writer.size, bytes, count);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return done;
}

int cimages_encode_avif(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count) {
  if (!CIMAGES_HAS_AVIF()) return 0;
#if AVIF_VERSION_MAJOR >= 1
  avifImage *image = avifImageCreate(width, height, 8, AVIF_PIXEL_FORMAT_YUV420);
#else
  avifImage *image = avifImageCreate((int)width, (int)height, 8, AVIF_PIXEL_FORMAT_YUV420);
#endif
  avifEncoder *encoder = avifEncoderCreate();
  avifRWData output = AVIF_DATA_EMPTY;
  int done = 0;
  if (image && encoder) {
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, image);
    rgb.format = AVIF_RGB_FORMAT_RGBA;
    rgb.depth = 8;
    rgb.pixels = (uint8_t *)pixels;
    rgb.rowBytes = width * 4;
    rgb.ignoreAlpha = cimages_is_opaque(pixels, width, height) ? AVIF_TRUE : AVIF_FALSE;
    encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
    encoder->maxThreads = 1;
    encoder->speed = 6;
#if AVIF_VERSION_MAJOR >= 1
    encoder->quality = quality;
    encoder->qualityAlpha = 100;
#else
    int quantizer = ((100 - quality) * AVIF_QUANTIZER_WORST_QUALITY + 50) / 100;
    encoder->minQuantizer = quantizer;
    encoder->maxQuantizer = quantizer;
    encoder->minQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
    encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
#endif
    done = avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK && avifEncoderWrite(encoder, image, &output) == AVIF_RESULT_OK &&
           keep(output.data, output.size, bytes, count);
  }
  avifRWDataFree(&output);
  if (encoder) avifEncoderDestroy(encoder);
  if (image) avifImageDestroy(image);
  return done;
}

// libjpeg ends the process on errors, unless an error handler escapes.

struct jpeg_errors {
  struct jpeg_error_mgr base;
  jmp_buf escape;
};

static void jpeg_escape(j_common_ptr info) { longjmp(((struct jpeg_errors *)info->err)->escape, 1); }
static void jpeg_silence(j_common_ptr info) { (void)info; }

int cimages_encode_jpeg(
    const uint8_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes, size_t *count) {
  struct jpeg_compress_struct info;
  struct jpeg_errors errors;
  if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) return 0;
  unsigned char *written = NULL;
  unsigned long size = 0;
  uint8_t *volatile row = NULL;
  memset(&info, 0, sizeof info);
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = jpeg_escape;
  errors.base.output_message = jpeg_silence;
  if (setjmp(errors.escape)) {
    jpeg_destroy_compress(&info);
    free(row);
    return 0;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &written, &size);
  info.image_width = width;
  info.image_height = height;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.optimize_coding = TRUE;
  jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  row = malloc((size_t)width * 3);
  if (!row) longjmp(errors.escape, 1);
  while (info.next_scanline < height) {
    const uint8_t *in = pixels + (size_t)info.next_scanline * width * 4;
    for (uint32_t x = 0; x < width; x++) memcpy(row + (size_t)x * 3, in + (size_t)x * 4, 3);
    JSAMPROW rows[1] = {row};
    jpeg_write_scanlines(&info, rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  int done = keep(written, size, bytes, count);
  free(row);
  free(written);
  return done;
}

int cimages_encode_png(const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t **bytes, size_t *count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGBA;
  uint8_t *opaque = NULL;
  if (cimages_is_opaque(pixels, width, height)) {
    image.format = PNG_FORMAT_RGB;
    opaque = malloc((size_t)width * height * 3);
    if (!opaque) return 0;
    for (size_t i = 0; i < (size_t)width * height; i++) memcpy(opaque + i * 3, pixels + i * 4, 3);
  }
  const uint8_t *source = opaque ? opaque : pixels;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  *bytes = malloc(size > 0 ? size : 1);
  int done = *bytes && png_image_write_to_memory(&image, *bytes, &size, 0, source, 0, NULL);
  free(opaque);
  if (!done) {
    free(*bytes);
    *bytes = NULL;
    png_image_free(&image);
    return 0;
  }
  *count = size;
  return 1;
}
