// Prints what the functions of Sources/CICU answer: plural forms and directions of all languages, breaks of lines and characters, levels,
// properties of characters, old encodings. Tools/release runs this with all of ICU's data and with the part that a release has, and
// compares the two. ICU's data has no list of what a function reads, so only the answers show what is missing.
#include <CICUConverter.h>
#include <CICUPlural.h>
#include <CICUText.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/uloc.h>
#include <unicode/unorm2.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>

static uint64_t mixed(uint64_t hash, uint64_t value) { return (hash ^ value) * 1099511628211u; }

static const double NUMBERS[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 19, 20, 21, 22, 25, 60, 70, 80, 81, 90, 100, 101, 102,
                                 103, 111, 112, 200, 1000, 1001, 100000, 1000000, 2000000, 1000001, 0.1, 0.5, 1.1, 1.5, 2.5, 1e15, -1};

// Cardinal numbers as the program asks for them, and ordinal ones, which are in the same file of ICU.
static void plurals(const char *language) {
  char text[256] = "?";
  cicu_plural_categories(language, text, sizeof text);
  printf("plural %s: %s;", language, text);
  for (size_t place = 0; place < sizeof NUMBERS / sizeof *NUMBERS; place++) {
    strcpy(text, "?");
    cicu_plural_category(language, NUMBERS[place], text, sizeof text);
    printf(" %s", text);
  }
  UErrorCode error = U_ZERO_ERROR;
  UPluralRules *rules = uplrules_openForType(language, UPLURAL_TYPE_ORDINAL, &error);
  printf("; ordinal");
  for (int number = 0; U_SUCCESS(error) && number < 30; number++) {
    UChar keyword[32];
    int32_t length = uplrules_select(rules, number, keyword, 32, &error);
    putchar(' ');
    for (int32_t place = 0; U_SUCCESS(error) && place < length; place++) putchar(keyword[place]);
  }
  uplrules_close(rules);
  printf("; %s\n", cicu_is_right_to_left(language) ? "right to left" : "left to right");
}

static const char *const TEXTS[] = {
    "It's 1,234.50 € (c. 3/4 of “that”)… e.g. http://a.example/b?c=d&e=f – well-known, co\xC2\xADoperate.",
    "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์",
    "ພາສາລາວເປັນພາສາຕະກູນໄທກະໄດ", "ភាសាខ្មែរគឺជាភាសាកំណើតរបស់ជនជាតិខ្មែរ", "မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏ရုံးသုံးဘာသာစကားဖြစ်သည်",
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。ヴァイオリン、ァ々ー「キャッ」", "人人生而自由,在尊严和权利上一律平等。",
    "모든 인간은 태어날 때부터 자유로우며", "שלום (עולם) abc 123, مرحبا ١٢٣ بالعالم", "👩‍👩‍👧‍👦🇩🇪👍🏽 é̂ क्षत्रिय"};

static void breaks(const char *locale) {
  uint64_t hash = 1469598103934665603u;
  for (size_t number = 0; number < sizeof TEXTS / sizeof *TEXTS; number++) {
    UChar text[512];
    int32_t length = 0;
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8(text, 512, &length, TEXTS[number], -1, &error);
    if (U_FAILURE(error)) exit(1);
    for (int kind = 0; kind < 2; kind++) {
      uint8_t marks[513] = {0};
      cicu_breaker *breaker = cicu_breaker_open(kind, locale);
      hash = mixed(hash, breaker && cicu_breaker_mark(breaker, text, length, marks, 1));
      cicu_breaker_close(breaker);
      for (int32_t place = 0; place <= length; place++) hash = mixed(hash, marks[place]);
    }
    uint8_t levels[512] = {0};
    for (int base = 0; base < 3; base++) {
      hash = mixed(hash, (uint64_t)cicu_bidi_levels(text, length, base, levels));
      for (int32_t place = 0; place < length; place++) hash = mixed(hash, levels[place]);
    }
  }
  printf("breaks %s: %016llx\n", locale, (unsigned long long)hash);
}

static void encoding(const char *name) {
  static uint8_t sequences[0x10000 * 4];
  static uint32_t result[0x10000];
  uint64_t hash = 1469598103934665603u;
  for (int length = 1; length <= 2; length++) {
    int count = length == 1 ? 0x100 : 0x10000;
    for (int number = 0; number < count; number++) {
      sequences[number * length] = (uint8_t)(length == 1 ? number : number >> 8);
      sequences[number * length + length - 1] = (uint8_t)number;
    }
    cicu_code_points(name, sequences, length, count, result);
    for (int number = 0; number < count; number++) hash = mixed(hash, result[number]);
  }
  // Longer sequences of the encodings that have them: EUC-JP's third set, GB 18030's four bytes.
  int longer = strcmp(name, "gb18030") == 0 ? 4 : strncmp(name, "euc-jp", 6) == 0 ? 3 : 0;
  for (int number = 0; longer && number < 0x10000; number++) {
    uint8_t *place = sequences + number * longer;
    if (longer == 3) *place++ = 0x8F;
    else {
      place[2] = (uint8_t)(0x81 + number / 10 % 126);
      place[3] = (uint8_t)(0x30 + number % 10);
    }
    place[0] = (uint8_t)(longer == 3 ? number >> 8 : 0x81 + number / 12600 % 4);
    place[1] = (uint8_t)(longer == 3 ? number : 0x30 + number / 1260 % 10);
  }
  if (longer) cicu_code_points(name, sequences, longer, 0x10000, result);
  for (int number = 0; longer && number < 0x10000; number++) hash = mixed(hash, result[number]);
  printf("encoding %s: %016llx\n", name, (unsigned long long)hash);
}

static void characters(void) {
  uint64_t hash = 1469598103934665603u;
  for (uint32_t character = 0; character < 0x110000; character++) {
    hash = mixed(hash, cicu_script_tag(character));
    hash = mixed(hash, (uint64_t)cicu_has_script(character, 0x4C61746E));  // Latn
    hash = mixed(hash, cicu_paired_bracket(character));
    hash = mixed(hash, (uint64_t)cicu_paired_bracket_type(character));
    hash = mixed(hash, (uint64_t)cicu_line_break_class(character));
    hash = mixed(hash, (uint64_t)cicu_general_category(character));
    hash = mixed(hash, (uint64_t)cicu_is_east_asian_wide(character));
    hash = mixed(hash, (uint64_t)cicu_emoji_properties(character));
    if ((character & 0xFFF) == 0xFFF) printf("characters up to %X: %016llx\n", character, (unsigned long long)hash);
  }
}

static void normal_forms(void) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2 *const forms[] = {unorm2_getNFCInstance(&error), unorm2_getNFDInstance(&error), unorm2_getNFKCInstance(&error),
                                       unorm2_getNFKDInstance(&error), unorm2_getNFKCCasefoldInstance(&error)};
  for (size_t number = 0; U_SUCCESS(error) && number < sizeof forms / sizeof *forms; number++) {
    uint64_t hash = 1469598103934665603u;
    for (UChar32 character = 0; character < 0x30000; character++) {
      UChar text[64];
      UErrorCode failed = U_ZERO_ERROR;
      int32_t length = unorm2_getDecomposition(forms[number], character, text, 64, &failed);
      for (int32_t place = 0; U_SUCCESS(failed) && place < length; place++) hash = mixed(hash, text[place]);
    }
    printf("normal form %zu: %016llx\n", number, (unsigned long long)hash);
  }
  printf("normal forms: %s\n", u_errorName(error));
}

int main(void) {
  char code[4] = {0};
  for (int number = 0; number < 27 * 26 * 26; number++) {
    // Codes of two letters first.
    int third = number / (26 * 26);
    code[0] = (char)('a' + number % 26);
    code[1] = (char)('a' + number / 26 % 26);
    code[2] = (char)(third ? 'a' + third - 1 : 0);
    plurals(code);
  }
  for (int32_t number = 0; number < uloc_countAvailable(); number++) {
    plurals(uloc_getAvailable(number));
    breaks(uloc_getAvailable(number));
  }
  static const char *const LOCALES[] = {"", "pt-PT", "zh-Hant-TW", "ja@lb=strict", "ja@lb=normal", "ja@lb=loose", "en@lb=strict", "en@lb=normal",
                                        "en@lb=loose", "zh@lb=strict", "zh@lb=normal", "zh@lb=loose", "ja@lw=phrase", "ja@lb=strict;lw=phrase"};
  for (size_t number = 0; number < sizeof LOCALES / sizeof *LOCALES; number++) {
    plurals(LOCALES[number]);
    breaks(LOCALES[number]);
  }
  for (int32_t number = 0; number < ucnv_countAvailable(); number++) encoding(ucnv_getAvailableName(number));
  characters();
  normal_forms();
  return 0;
}
