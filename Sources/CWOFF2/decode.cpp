#include "CWOFF2.h"

#include <brotli/encode.h>
#include <cstdlib>
#include <cstring>
#include <string>
#include <woff2/decode.h>

uint8_t *cwoff2_decode(const uint8_t *data, size_t count, size_t maximum, size_t *length) {
  *length = 0;
  // The library allocates what headers promise: no C++ exception may cross into Swift.
  try {
    std::string unpacked;
    woff2::WOFF2StringOut out(&unpacked);
    out.SetMaxSize(maximum);
    if (!woff2::ConvertWOFF2ToTTF(data, count, &out)) return nullptr;
    size_t size = out.Size();
    if (size == 0 || size > unpacked.size() || size > maximum) return nullptr;
    uint8_t *bytes = static_cast<uint8_t *>(std::malloc(size));
    if (!bytes) return nullptr;
    std::memcpy(bytes, unpacked.data(), size);
    *length = size;
    return bytes;
  } catch (...) {
    return nullptr;
  }
}

uint8_t *cwoff2_compress(const uint8_t *data, size_t count, size_t *length) {
  *length = 0;
  size_t size = BrotliEncoderMaxCompressedSize(count);
  if (size == 0) return nullptr;
  uint8_t *bytes = static_cast<uint8_t *>(std::malloc(size));
  if (!bytes) return nullptr;
  if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_FONT, count, data, &size, bytes)) {
    std::free(bytes);
    return nullptr;
  }
  *length = size;
  return bytes;
}

void cwoff2_free(uint8_t *bytes) { std::free(bytes); }
