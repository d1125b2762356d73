#include "CICUConverter.h"
#include <unicode/ucnv.h>

int64_t cicu_decode(
    const char *encoding, const uint8_t *bytes, int64_t length, uint8_t *result, int64_t capacity) {
  UErrorCode error = U_ZERO_ERROR;
  UConverter *from = ucnv_open(encoding, &error);
  UConverter *to = ucnv_open("UTF-8", &error);
  if (U_FAILURE(error)) {
    ucnv_close(from);
    ucnv_close(to);
    return -1;
  }
  UChar pivot[1024];
  UChar *pivot_source = pivot, *pivot_target = pivot;
  const char *source = (const char *)bytes;
  char *target = (char *)result;
  // Bytes that are no character become U+FFFD: the converter's default.
  ucnv_convertEx(
      to, from, &target, target + capacity, &source, source + length, pivot, &pivot_source, &pivot_target,
      pivot + 1024, 1, 1, &error);
  ucnv_close(from);
  ucnv_close(to);
  return U_FAILURE(error) ? -1 : (int64_t)(target - (char *)result);
}
