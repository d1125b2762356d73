#ifndef CIMAGES_AVIF_H
#define CIMAGES_AVIF_H

#include <avif/avif.h>

// libavif's functions: the tool links the library. Apps on Linux load it once they show or make such an image, since with its codecs it
// takes 2 MB of memory in a process that shows none.
#if defined(__linux__) && !defined(HYBRID_LINKS_LIBRARIES)

struct cimages_avif {
  __typeof__(&avifVersion) version;
  __typeof__(&avifDecoderCreate) decoder_create;
  __typeof__(&avifDecoderDestroy) decoder_destroy;
  __typeof__(&avifDecoderSetIOMemory) decoder_set_memory;
  __typeof__(&avifDecoderParse) decoder_parse;
  __typeof__(&avifDecoderNextImage) decoder_next_image;
  __typeof__(&avifRGBImageSetDefaults) set_defaults;
  __typeof__(&avifImageYUVToRGB) to_rgb;
  __typeof__(&avifImageRGBToYUV) to_yuv;
  __typeof__(&avifImageCreate) image_create;
  __typeof__(&avifImageDestroy) image_destroy;
  __typeof__(&avifEncoderCreate) encoder_create;
  __typeof__(&avifEncoderWrite) encoder_write;
  __typeof__(&avifEncoderDestroy) encoder_destroy;
  __typeof__(&avifRWDataFree) data_free;
};

/// The functions of the library whose header this was built with; NULL where that is not installed.
const struct cimages_avif *cimages_avif(void);

#define CIMAGES_HAS_AVIF() (cimages_avif() != NULL)
#ifndef CIMAGES_AVIF_NAMES
#define avifDecoderCreate cimages_avif()->decoder_create
#define avifDecoderDestroy cimages_avif()->decoder_destroy
#define avifDecoderSetIOMemory cimages_avif()->decoder_set_memory
#define avifDecoderParse cimages_avif()->decoder_parse
#define avifDecoderNextImage cimages_avif()->decoder_next_image
#define avifRGBImageSetDefaults cimages_avif()->set_defaults
#define avifImageYUVToRGB cimages_avif()->to_rgb
#define avifImageRGBToYUV cimages_avif()->to_yuv
#define avifImageCreate cimages_avif()->image_create
#define avifImageDestroy cimages_avif()->image_destroy
#define avifEncoderCreate cimages_avif()->encoder_create
#define avifEncoderWrite cimages_avif()->encoder_write
#define avifEncoderDestroy cimages_avif()->encoder_destroy
#define avifRWDataFree cimages_avif()->data_free
#endif

#else
#define CIMAGES_HAS_AVIF() 1
#endif

#endif
