#include <avif/avif.h>

#if defined(__linux__) && !defined(HYBRID_LINKS_LIBRARIES)

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The functions by their own names.
#define CIMAGES_AVIF_NAMES
#include "cimages_avif.h"

static struct cimages_avif functions;
static int is_loaded;

static int find_all(void *library) {
  struct {
    void *place;
    const char *name;
  } const wanted[] = {
      {&functions.version, "avifVersion"},
      {&functions.decoder_create, "avifDecoderCreate"},
      {&functions.decoder_destroy, "avifDecoderDestroy"},
      {&functions.decoder_set_memory, "avifDecoderSetIOMemory"},
      {&functions.decoder_parse, "avifDecoderParse"},
      {&functions.decoder_next_image, "avifDecoderNextImage"},
      {&functions.set_defaults, "avifRGBImageSetDefaults"},
      {&functions.to_rgb, "avifImageYUVToRGB"},
      {&functions.to_yuv, "avifImageRGBToYUV"},
      {&functions.image_create, "avifImageCreate"},
      {&functions.image_destroy, "avifImageDestroy"},
      {&functions.encoder_create, "avifEncoderCreate"},
      {&functions.encoder_write, "avifEncoderWrite"},
      {&functions.encoder_destroy, "avifEncoderDestroy"},
      {&functions.data_free, "avifRWDataFree"},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof *wanted; index++) {
    void *found = dlsym(library, wanted[index].name);
    if (!found) return 0;
    memcpy(wanted[index].place, &found, sizeof found);
  }
  return 1;
}

static void load(void) {
  // Its structures are those of the header: another version has others, under a number of its own.
  static const char *const names[] = {"libavif.so.16", "libavif.so.15", "libavif.so.14", "libavif.so.13", "libavif.so"};
  char version[32];
  snprintf(version, sizeof version, "%d.%d.", AVIF_VERSION_MAJOR, AVIF_VERSION_MINOR);
  for (size_t index = 0; index < sizeof names / sizeof *names && !is_loaded; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    is_loaded = find_all(library) && strncmp(functions.version(), version, strlen(version)) == 0;
    if (!is_loaded) dlclose(library);
  }
}

const struct cimages_avif *cimages_avif(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? &functions : NULL;
}

#endif
