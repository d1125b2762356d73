#include <glib-unix.h>
#include <gtk/gtk.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "Shims.h"

HVEventHandler hv_event;
HVDrawHandler hv_draw;
HVPolicyHandler hv_policy;
HVRequestHandler hv_request;
static GMainLoop *loop;

// libdispatch's main queue, which Swift's main actor runs on; the two functions are what CoreFoundation's run loop calls.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static gboolean drain_main_queue(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t count;
  ssize_t taken = read(descriptor, &count, sizeof count);
  (void)taken;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

static const char *style =
    "entry, entry.search, textview { min-height: 0; padding: 0 4px; margin: 0; background: none; border: none; box-shadow: none; }"
    "textview text { background: transparent; }"
    "switch { margin: 0; }"
    "button.hybrid { padding: 0; margin: 0; min-height: 0; min-width: 0; border: none; background: none; box-shadow: none; }"
    "button.hybrid:active { opacity: 0.6; }"
    ".linked button { padding: 0 2px; min-height: 0; min-width: 0; }"
    "scrolledwindow { background: none; border: none; }"
    "window.hybrid { background: white; }"
    ".hybrid-sheet { background: white; border-radius: 12px; }"
    "scale { padding: 0; min-height: 0; }"
    ".hybrid-note { background: @theme_bg_color; color: @theme_fg_color; border-radius: 12px; padding: 20px;"
    " border: 1px solid alpha(@theme_fg_color, 0.2); }";

// Boxes are drawn with Cairo in any case: a renderer that gives them to OpenGL would take 60 MB more for its compiler, and more than
// twice that without a graphics card. Who sets GTK's own variables gets what they say.
static void draw_without_opengl(void) {
  if (g_getenv("GSK_RENDERER") && strcmp(g_getenv("GSK_RENDERER"), "cairo") != 0) return;
  const bool is_newer = gtk_get_minor_version() >= 16;
  g_setenv(is_newer ? "GDK_DISABLE" : "GDK_DEBUG", is_newer ? "gl,vulkan" : "gl-disable", FALSE);
}

// Nearly all memory is the main thread's: arenas for the others would only hold free room. What a frame is drawn into is megabytes
// that the next frame asks for again, so that it is kept between frames: the kernel would clear its pages for each. Once nothing is
// drawn any more, it is given back.
static bool keeps_frames = false;

static void keep_frames(void) {
#ifdef __GLIBC__
  if (!g_getenv("MALLOC_ARENA_MAX")) mallopt(M_ARENA_MAX, 1);
  if (g_getenv("MALLOC_MMAP_THRESHOLD_") || g_getenv("MALLOC_TRIM_THRESHOLD_")) return;
  enum { megabyte = 1 << 20 };
  keeps_frames = mallopt(M_MMAP_THRESHOLD, 32 * megabyte) && mallopt(M_TRIM_THRESHOLD, 64 * megabyte);
#endif
}

static gint64 last_drawn;
static bool is_giving_back = false;

static gboolean give_back(gpointer data) {
  if (g_get_monotonic_time() - last_drawn < G_USEC_PER_SEC) return G_SOURCE_CONTINUE;
  is_giving_back = false;
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  return G_SOURCE_REMOVE;
}

void hv_frame_drawn(void) {
  if (!keeps_frames) return;
  last_drawn = g_get_monotonic_time();
  if (is_giving_back) return;
  is_giving_back = true;
  g_timeout_add_seconds(1, give_back, NULL);
}

bool hv_init(HVEventHandler event, HVDrawHandler draw, HVPolicyHandler policy, HVRequestHandler request) {
  hv_event = event;
  hv_draw = draw;
  hv_policy = policy;
  hv_request = request;
  keep_frames();
  draw_without_opengl();
  if (!gtk_init_check()) return false;
  // The name by which assistive technology lists the program. Set before, it would be that of a hidden window too.
  g_set_prgname("hybrid-view");
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, style, -1);
  gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
  g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain_main_queue, NULL);
  loop = g_main_loop_new(NULL, FALSE);
  return true;
}

void hv_run(void) { g_main_loop_run(loop); }
void hv_quit(void) { g_main_loop_quit(loop); }

void hv_prefer_dark(bool isDark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", isDark, NULL);
}

double hv_seconds(void) { return g_get_monotonic_time() / 1e6; }

bool hv_reduces_motion(void) {
  gboolean animates = TRUE;
  g_object_get(gtk_settings_get_default(), "gtk-enable-animations", &animates, NULL);
  return !animates;
}

static gboolean on_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer target) {
  hv_event(*(uint64_t *)target, HV_FRAME, gdk_frame_clock_get_frame_time(clock) / 1e6, 0, "");
  return G_SOURCE_CONTINUE;
}

void hv_frames_begin(HVHandle widget, uint64_t target) {
  if (g_object_get_data(G_OBJECT(widget), "hv-frames")) return;
  uint64_t *place = g_new(uint64_t, 1);
  *place = target;
  guint number = gtk_widget_add_tick_callback(widget, on_frame, place, g_free);
  g_object_set_data(G_OBJECT(widget), "hv-frames", GUINT_TO_POINTER(number));
}

double hv_frame_rate(HVHandle widget) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  return clock ? gdk_frame_clock_get_fps(clock) : 0;
}

void hv_frames_end(HVHandle widget) {
  guint number = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(widget), "hv-frames"));
  g_object_set_data(G_OBJECT(widget), "hv-frames", NULL);
  if (number) gtk_widget_remove_tick_callback(widget, number);
}

uint64_t hv_target(gpointer object) {
  uint64_t *target = g_object_get_data(G_OBJECT(object), "hv-target");
  return target ? *target : 0;
}

void hv_attach(gpointer object, uint64_t target) {
  uint64_t *place = g_new(uint64_t, 1);
  *place = target;
  g_object_set_data_full(G_OBJECT(object), "hv-target", place, g_free);
}

void hv_send(gpointer object, HVEventKind kind, double a, double b, const char *text) {
  // What is being set by the program is not an event of the reader's.
  if (g_object_get_data(G_OBJECT(object), "hv-silent")) return;
  hv_event(hv_target(object), kind, a, b, text ? text : "");
}

void hv_open_outside(const char *address) {
  g_app_info_launch_default_for_uri_async(address, NULL, NULL, NULL, NULL);
}

void hv_copy(const char *text) { gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), text); }
