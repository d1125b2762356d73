#include "CICUConverter.h"
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

// What the callback below has done: the undecodable sequences, and the first one's place in the source.
struct replacements {
  int64_t count;
  const char *first;
  int keeps_ascii;
};

// Writes U+FFFD for what is no character (ICU's own callback writes U+001A for some). Where the second byte of a pair that
// names nothing is ASCII, it stands for itself (Encoding standard: "prepend byte to the stream").
static void U_CALLCONV replace(
    const void *context, UConverterToUnicodeArgs *arguments, const char *units, int32_t length,
    UConverterCallbackReason reason, UErrorCode *error) {
  if (reason > UCNV_IRREGULAR) return;
  struct replacements *replacements = (struct replacements *)context;
  if (replacements->count++ == 0) replacements->first = arguments->source - length;
  UChar text[2] = {0xFFFD, 0};
  int32_t written = 1;
  if (replacements->keeps_ascii && length == 2 && (uint8_t)units[1] < 0x80) text[written++] = (UChar)units[1];
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(arguments, text, written, 0, error);
}

int64_t cicu_decode(
    const char *encoding, const uint8_t *bytes, int64_t length, uint8_t *result, int64_t capacity,
    int64_t *replaced, int64_t *first_replaced) {
  UErrorCode error = U_ZERO_ERROR;
  UConverter *from = ucnv_open(encoding, &error);
  UConverter *to = ucnv_open("UTF-8", &error);
  struct replacements replacements = {0, (const char *)bytes, strcmp(encoding, "iso-2022-jp") != 0};
  ucnv_setToUCallBack(from, replace, &replacements, 0, 0, &error);
  if (U_FAILURE(error)) {
    ucnv_close(from);
    ucnv_close(to);
    return -1;
  }
  UChar pivot[1024];
  UChar *pivot_source = pivot, *pivot_target = pivot;
  const char *source = (const char *)bytes;
  char *target = (char *)result;
  ucnv_convertEx(
      to, from, &target, target + capacity, &source, source + length, pivot, &pivot_source, &pivot_target,
      pivot + 1024, 1, 1, &error);
  ucnv_close(from);
  ucnv_close(to);
  *replaced = replacements.count;
  int64_t first = replacements.first - (const char *)bytes;
  *first_replaced = first < 0 ? 0 : first > length ? length : first;
  return U_FAILURE(error) ? -1 : (int64_t)(target - (char *)result);
}
