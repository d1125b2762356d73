// What the Text target asks of ICU: boundaries, bidi levels and character properties.
#ifndef CICU_TEXT_H
#define CICU_TEXT_H
#include <stdint.h>

/// A break iterator that is used by one thread at a time.
typedef struct cicu_breaker cicu_breaker;

/// Opens an iterator over grapheme clusters (`kind` 0) or line break opportunities (`kind` 1) under an ICU locale such as
/// "zh@lb=normal"; NULL where ICU has no data.
cicu_breaker *cicu_breaker_open(int kind, const char *locale);
void cicu_breaker_close(cicu_breaker *breaker);

/// Sets `marks[i] |= mark` for each boundary `i` of the text, from 0 to `length` inclusive. Returns 0 when ICU fails.
int cicu_breaker_mark(cicu_breaker *breaker, const uint16_t *text, int32_t length, uint8_t *marks, uint8_t mark);

/// Resolves the bidi level of each of the text's UTF-16 units (UAX 9). `base` is 0 (left to right), 1 (right to left) or
/// 2 (from the first strong character; left to right without one). Returns the paragraph's level, or -1 when ICU fails.
int cicu_bidi_levels(const uint16_t *text, int32_t length, int base, uint8_t *levels);

/// The Script property as an ISO 15924 tag, its first letter in the highest byte; Zyyy and Zinh are common and inherited.
uint32_t cicu_script_tag(uint32_t character);
/// Whether the character's script extensions contain the script with the tag.
int cicu_has_script(uint32_t character, uint32_t tag);
/// The other one of a pair of brackets, or the character itself.
uint32_t cicu_paired_bracket(uint32_t character);
/// Bidi_Paired_Bracket_Type: 0 none, 1 open, 2 close.
int cicu_paired_bracket_type(uint32_t character);

/// Line_Break as ICU numbers its values.
int cicu_line_break_class(uint32_t character);
/// General_Category as ICU numbers its values.
int cicu_general_category(uint32_t character);
/// East_Asian_Width is F, W or H.
int cicu_is_east_asian_wide(uint32_t character);

/// Bits of cicu_emoji_properties().
enum {
  CICU_EMOJI = 1,
  CICU_EMOJI_PRESENTATION = 2,
  CICU_EMOJI_MODIFIER = 4,
  CICU_EMOJI_MODIFIER_BASE = 8,
  CICU_REGIONAL_INDICATOR = 16,
  CICU_EXTENDED_PICTOGRAPHIC = 32,
  CICU_DEFAULT_IGNORABLE = 64
};
/// The emoji properties of UTS 51 and Default_Ignorable_Code_Point.
int cicu_emoji_properties(uint32_t character);

#endif
