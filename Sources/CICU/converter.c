#include "CICUConverter.h"
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>

void cicu_code_points(
    const char *encoding, const uint8_t *sequences, int32_t length, int32_t count, uint32_t *result) {
  memset(result, 0, (size_t)count * sizeof *result);
  UErrorCode error = U_ZERO_ERROR;
  UConverter *converter = ucnv_open(encoding, &error);
  if (U_FAILURE(error)) return;
  ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &error);
  for (int32_t index = 0; index < count; index++) {
    UChar text[8];
    error = U_ZERO_ERROR;
    ucnv_resetToUnicode(converter);
    int32_t written =
        ucnv_toUChars(converter, text, 8, (const char *)sequences + (size_t)index * (size_t)length, length, &error);
    if (U_FAILURE(error) || written <= 0) continue;
    UChar32 code;
    int32_t end = 0;
    U16_NEXT(text, end, written, code);
    if (end == written) result[index] = (uint32_t)code;
  }
  ucnv_close(converter);
}
