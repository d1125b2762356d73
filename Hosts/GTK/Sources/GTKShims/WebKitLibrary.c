#include "WebKitLibrary.h"

#include <gmodule.h>
#include <stdbool.h>

static HVWebKit webkit;

#ifdef HV_CHECKS_WEBKIT
#define HV_COMPARE(field, function) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(webkit.field), __typeof__(&function)), #function);
#define HV_FUNCTION(result, name, parameters) HV_COMPARE(name, webkit_##name)
#define HV_COMPANION(result, name, parameters) HV_COMPARE(name, name)
HV_WEBKIT_FUNCTIONS(HV_FUNCTION)
HV_WEBKIT_COMPANIONS(HV_COMPANION)
#undef HV_FUNCTION
#undef HV_COMPANION
_Static_assert(SOUP_MESSAGE_HEADERS_RESPONSE == 1, "headers");
_Static_assert(WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE == 1 && WEBKIT_FIND_OPTIONS_WRAP_AROUND == 16, "finding");
_Static_assert(WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER == 1 && WEBKIT_LOAD_FINISHED == 3, "loading");
_Static_assert(WEBKIT_NAVIGATION_TYPE_LINK_CLICKED == 0 && WEBKIT_NETWORK_ERROR_CANCELLED == 302, "navigation");
_Static_assert(
    WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION == 1 && WEBKIT_POLICY_DECISION_TYPE_RESPONSE == 2
        && WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE == 102,
    "policies");
#endif

// JavaScriptCore, which scripts of Token pages run in, is linked: WebKitGTK takes the same one. GLib opens the library, not `dlopen`:
// libsoup opens a module while it is loaded, and a thread that opens one for an image meanwhile has GLib's lock and waits for the loader's.
static GModule *open_library(void) { return g_module_open("libwebkitgtk-6.0.so.4", G_MODULE_BIND_LAZY); }

void hv_webkit_prepare(void) { open_library(); }

static bool load(void) {
  GModule *library = open_library();
  if (!library) {
    g_warning("%s", g_module_error());
    return false;
  }
#define HV_FIND(field, symbol) \
  if (!g_module_symbol(library, symbol, (gpointer *)&webkit.field)) { \
    g_warning("WebKitGTK lacks %s", symbol); \
    return false; \
  }
#define HV_FUNCTION(result, name, parameters) HV_FIND(name, "webkit_" #name)
#define HV_COMPANION(result, name, parameters) HV_FIND(name, #name)
  HV_WEBKIT_FUNCTIONS(HV_FUNCTION)
  HV_WEBKIT_COMPANIONS(HV_COMPANION)
  return true;
}

const HVWebKit *hv_webkit(void) {
  static enum { UNKNOWN, LOADED, MISSING } state;
  if (state == UNKNOWN) state = load() ? LOADED : MISSING;
  return state == LOADED ? &webkit : NULL;
}
