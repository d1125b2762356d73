#include "CICUPlural.h"

#include <string.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/upluralrules.h>

int cicu_plural_category(const char *language, double number, char *result, int capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_openForType(language, UPLURAL_TYPE_CARDINAL, &status);
  if (U_FAILURE(status)) return -1;
  UChar keyword[32];
  int32_t length = uplrules_select(rules, number, keyword, 32, &status);
  uplrules_close(rules);
  if (U_FAILURE(status) || length < 0 || length >= 32 || length >= capacity) return -1;
  // Keywords are ASCII.
  for (int32_t index = 0; index < length; index++) result[index] = (char)keyword[index];
  result[length] = 0;
  return length;
}

int cicu_plural_categories(const char *language, char *result, int capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_openForType(language, UPLURAL_TYPE_CARDINAL, &status);
  if (U_FAILURE(status)) return -1;
  UEnumeration *keywords = uplrules_getKeywords(rules, &status);
  int length = 0;
  const char *keyword;
  int32_t count = 0;
  while (U_SUCCESS(status) && (keyword = uenum_next(keywords, &count, &status)) != NULL) {
    if (length + count + 2 > capacity) {
      status = U_BUFFER_OVERFLOW_ERROR;
      break;
    }
    memcpy(result + length, keyword, (size_t)count);
    length += count;
    result[length++] = ' ';
  }
  uenum_close(keywords);
  uplrules_close(rules);
  if (U_FAILURE(status) || length >= capacity) return -1;
  result[length] = 0;
  return length;
}

int cicu_is_right_to_left(const char *language) { return uloc_isRightToLeft(language); }
