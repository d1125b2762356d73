// A narrow C interface over ICU. No ICU type appears here, so that importing this module never
// meets the ICU that Foundation carries. Functions are added by the targets that need them.
#ifndef CICU_H
#define CICU_H
#include <stdint.h>
#include "CICUConverter.h"
#include "CICUPlural.h"
#include "CICUText.h"

/// The version of the ICU library that is linked, such as "72.1"; part of every cache key.
const char *cicu_version(void);

#endif
