// What CLDR knows of languages: plural rules of cardinal numbers, and the direction of writing.
#ifndef CICU_PLURAL_H
#define CICU_PLURAL_H
#include <stdint.h>

/// Writes the plural category of a number in a language (`one`, `few`, `other`, …), ended by a NUL; returns its length, or
/// -1 where ICU fails or there is too little room.
int cicu_plural_category(const char *language, double number, char *result, int capacity);

/// Writes the categories that a language uses, each followed by a space, ended by a NUL; returns the length or -1.
int cicu_plural_categories(const char *language, char *result, int capacity);

/// Whether a language (BCP 47, with or without a script) is written from right to left.
int cicu_is_right_to_left(const char *language);

#endif
