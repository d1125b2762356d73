#include "CICUText.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

struct cicu_breaker {
  UBreakIterator *iterator;
};

cicu_breaker *cicu_breaker_open(int kind, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(kind == 1 ? UBRK_LINE : UBRK_CHARACTER, locale, NULL, 0, &status);
  if (U_FAILURE(status) || !iterator) return NULL;
  cicu_breaker *breaker = malloc(sizeof *breaker);
  if (!breaker) {
    ubrk_close(iterator);
    return NULL;
  }
  breaker->iterator = iterator;
  return breaker;
}

void cicu_breaker_close(cicu_breaker *breaker) {
  if (!breaker) return;
  ubrk_close(breaker->iterator);
  free(breaker);
}

int cicu_breaker_mark(cicu_breaker *breaker, const uint16_t *text, int32_t length, uint8_t *marks, uint8_t mark) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(breaker->iterator, (const UChar *)text, length, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t at = ubrk_first(breaker->iterator); at != UBRK_DONE; at = ubrk_next(breaker->iterator)) {
    if (at >= 0 && at <= length) marks[at] |= mark;
  }
  // The iterator must not keep the caller's memory.
  static const UChar nothing[1] = {0};
  ubrk_setText(breaker->iterator, nothing, 0, &status);
  return 1;
}

// More brackets of a paragraph that open than these, and its others are as other neutral characters: ICU looks through all that
// are open for each one that closes, where UAX 9 (BD16) gives up at 63 in each other.
#define MOST_BRACKETS 512

// A copy of a text without the brackets behind MOST_BRACKETS of their paragraph; NULL where no paragraph has more.
static UChar *with_few_brackets(const UChar *text, int32_t length) {
  UChar *copy = NULL;
  int32_t count = 0;
  for (int32_t i = 0; length > MOST_BRACKETS && i < length; i++) {
    if (text[i] == 0x0A || text[i] == 0x2029) count = 0;
    int32_t type = u_getIntPropertyValue(text[i], UCHAR_BIDI_PAIRED_BRACKET_TYPE);
    count += type == U_BPT_OPEN;
    if (type == U_BPT_NONE || count <= MOST_BRACKETS) continue;
    if (!copy) {
      copy = malloc((size_t)length * sizeof(UChar));
      if (!copy) return NULL;
      memcpy(copy, text, (size_t)length * sizeof(UChar));
    }
    copy[i] = 0x21;
  }
  return copy;
}

int cicu_bidi_levels(const uint16_t *text, int32_t length, int base, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_openSized(length, 0, &status);
  if (U_FAILURE(status) || !bidi) return -1;
  UChar *copy = with_few_brackets((const UChar *)text, length);
  if (copy) text = (const uint16_t *)copy;
  UBiDiLevel paragraph = base == 0 ? 0 : base == 1 ? 1 : UBIDI_DEFAULT_LTR;
  int result = -1;
  ubidi_setPara(bidi, (const UChar *)text, length, paragraph, NULL, &status);
  if (U_SUCCESS(status)) {
    const UBiDiLevel *found = ubidi_getLevels(bidi, &status);
    if (U_SUCCESS(status) && found) {
      for (int32_t i = 0; i < length; i++) levels[i] = found[i];
      result = ubidi_getParaLevel(bidi);
    }
  }
  ubidi_close(bidi);
  free(copy);
  return result;
}

static uint32_t tag_of(UScriptCode script) {
  const char *name = uscript_getShortName(script);
  if (!name || !name[0] || !name[1] || !name[2] || !name[3]) return 0x5a797979;  // Zyyy
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 | (uint32_t)(uint8_t)name[2] << 8
         | (uint32_t)(uint8_t)name[3];
}

uint32_t cicu_script_tag(uint32_t character) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)character, &status);
  return U_FAILURE(status) ? 0x5a797979 : tag_of(script);
}

int cicu_has_script(uint32_t character, uint32_t tag) {
  UScriptCode scripts[32];
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = uscript_getScriptExtensions((UChar32)character, scripts, 32, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t i = 0; i < count && i < 32; i++) {
    if (tag_of(scripts[i]) == tag) return 1;
  }
  return 0;
}

uint32_t cicu_paired_bracket(uint32_t character) { return (uint32_t)u_getBidiPairedBracket((UChar32)character); }

int cicu_paired_bracket_type(uint32_t character) {
  return u_getIntPropertyValue((UChar32)character, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}

int cicu_line_break_class(uint32_t character) {
  return u_getIntPropertyValue((UChar32)character, UCHAR_LINE_BREAK);
}

int cicu_general_category(uint32_t character) { return u_charType((UChar32)character); }

int cicu_is_east_asian_wide(uint32_t character) {
  int width = u_getIntPropertyValue((UChar32)character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_FULLWIDTH || width == U_EA_WIDE || width == U_EA_HALFWIDTH;
}

int cicu_emoji_properties(uint32_t character) {
  UChar32 c = (UChar32)character;
  int bits = 0;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI)) bits |= CICU_EMOJI;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_PRESENTATION)) bits |= CICU_EMOJI_PRESENTATION;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER)) bits |= CICU_EMOJI_MODIFIER;
  if (u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER_BASE)) bits |= CICU_EMOJI_MODIFIER_BASE;
  if (u_hasBinaryProperty(c, UCHAR_REGIONAL_INDICATOR)) bits |= CICU_REGIONAL_INDICATOR;
  if (u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC)) bits |= CICU_EXTENDED_PICTOGRAPHIC;
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) bits |= CICU_DEFAULT_IGNORABLE;
  return bits;
}
