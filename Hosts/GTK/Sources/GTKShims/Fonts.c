#define _GNU_SOURCE
#include <fontconfig/fontconfig.h>
#include <gtk/gtk.h>
#include <pango/pangofc-fontmap.h>
#include <sys/mman.h>
#include <unistd.h>

#include "Shims.h"

// Fonts of a release, which only this program sees: files in memory, named by their descriptors. FreeType opens a file when it draws
// with it, so that the descriptors stay open as long as the fonts are known.
enum { most_fonts = 512 };
static int descriptors[most_fonts];
static int font_count;

static void fonts_changed(void) {
  PangoFontMap *map = pango_cairo_font_map_get_default();
  if (PANGO_IS_FC_FONT_MAP(map)) pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}

static bool write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written <= 0) return false;
    bytes += written;
    count -= (size_t)written;
  }
  return true;
}

// Styles name a family as the release does; the file may have another name.
static void rename_faces(FcFontSet *set, int first, const char *family) {
  for (int index = first; index < set->nfont; index++) {
    FcPattern *face = set->fonts[index];
    for (const char *const *name = (const char *const[]){FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, NULL}; *name; name++)
      FcPatternDel(face, *name);
    FcPatternAddString(face, FC_FAMILY, (const FcChar8 *)family);
  }
}

bool hv_font_add(const char *family, const uint8_t *bytes, size_t count) {
  if (font_count >= most_fonts) return false;
  int descriptor = memfd_create("hybrid-font", MFD_CLOEXEC);
  if (descriptor < 0) return false;
  char path[64];
  g_snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  FcConfig *config = FcConfigGetCurrent();
  FcFontSet *before = FcConfigGetFonts(config, FcSetApplication);
  int first = before ? before->nfont : 0;
  if (!write_all(descriptor, bytes, count) || !FcConfigAppFontAddFile(config, (const FcChar8 *)path)) {
    close(descriptor);
    return false;
  }
  FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
  if (set) rename_faces(set, first, family);
  descriptors[font_count++] = descriptor;
  fonts_changed();
  return true;
}

void hv_fonts_forget(void) {
  if (font_count == 0) return;
  FcConfigAppFontClear(FcConfigGetCurrent());
  fonts_changed();
  while (font_count > 0) close(descriptors[--font_count]);
}
