#include <glib-unix.h>
#include <gtk/gtk.h>
#include <math.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "Shims.h"

HVEventHandler hv_event;
HVDrawHandler hv_draw;
HVPolicyHandler hv_policy;
HVRequestHandler hv_request;
static GMainLoop *loop;

// MARK: The program

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

bool hv_init(HVEventHandler event, HVDrawHandler draw, HVPolicyHandler policy, HVRequestHandler request) {
  hv_event = event;
  hv_draw = draw;
  hv_policy = policy;
  hv_request = request;
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

static uint64_t target_of(gpointer object) {
  uint64_t *target = g_object_get_data(G_OBJECT(object), "hv-target");
  return target ? *target : 0;
}

static void set_target(gpointer object, uint64_t target) {
  uint64_t *place = g_new(uint64_t, 1);
  *place = target;
  g_object_set_data_full(G_OBJECT(object), "hv-target", place, g_free);
}

void hv_attach(gpointer object, uint64_t target) { set_target(object, target); }

void hv_send(gpointer object, HVEventKind kind, double a, double b, const char *text) {
  // What is being set by the program is not an event of the reader's.
  if (g_object_get_data(G_OBJECT(object), "hv-silent")) return;
  hv_event(target_of(object), kind, a, b, text ? text : "");
}

static void silence(gpointer object, bool isSilent) {
  g_object_set_data(G_OBJECT(object), "hv-silent", GINT_TO_POINTER(isSilent));
}

// A release is published with the renaming of this file, after all others.
static const char *published = "latest.json";

// A folder that is followed as long as the program runs, whether it is there or not.
typedef struct {
  uint64_t target;
  char *folder;
  int descriptor;
} Watch;

static bool begins_watch(Watch *watch) {
  g_autofree char *file = g_build_filename(watch->folder, published, NULL);
  const uint32_t mask = IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_MOVE_SELF;
  return access(file, F_OK) == 0 && inotify_add_watch(watch->descriptor, watch->folder, mask) >= 0;
}

static gboolean watch_again(gpointer watch) {
  if (!begins_watch(watch)) return G_SOURCE_CONTINUE;
  // What was published before the folder was seen.
  hv_event(((Watch *)watch)->target, HV_FILES, 0, 0, "");
  return G_SOURCE_REMOVE;
}

// How often a folder is looked for that is not there, in ms.
enum { looking = 250 };

static gboolean on_files(gint descriptor, GIOCondition condition, gpointer data) {
  Watch *watch = data;
  _Alignas(struct inotify_event) char buffer[16384];
  gboolean isPublished = FALSE, isGone = FALSE;
  ssize_t count;
  while ((count = read(descriptor, buffer, sizeof buffer)) > 0) {
    for (char *place = buffer; place < buffer + count;) {
      const struct inotify_event *event = (const struct inotify_event *)place;
      bool isFile = event->len > 0 && strcmp(event->name, published) == 0;
      if ((isFile && !(event->mask & IN_DELETE)) || event->mask & IN_Q_OVERFLOW) isPublished = TRUE;
      // Another folder may take its place. One whose files are mapped says nothing of its own end.
      if (event->mask & IN_MOVE_SELF || (isFile && event->mask & IN_DELETE)) inotify_rm_watch(descriptor, event->wd);
      if (event->mask & IN_IGNORED) isGone = TRUE;
      place += sizeof *event + event->len;
    }
  }
  if (isGone) g_timeout_add(looking, watch_again, watch);
  if (isPublished) hv_event(watch->target, HV_FILES, 0, 0, "");
  return G_SOURCE_CONTINUE;
}

// Not GFileMonitor, which holds events back for up to a tenth of a second.
void hv_monitor(const char *folder, uint64_t target) {
  int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) return;
  Watch *watch = g_new(Watch, 1);
  *watch = (Watch){target, g_strdup(folder), descriptor};
  g_unix_fd_add(descriptor, G_IO_IN, on_files, watch);
  if (!begins_watch(watch)) g_timeout_add(looking, watch_again, watch);
}

void hv_open_outside(const char *address) {
  g_app_info_launch_default_for_uri_async(address, NULL, NULL, NULL, NULL);
}

void hv_copy(const char *text) { gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), text); }

// MARK: Windows

static gboolean on_close(GtkWindow *window, gpointer data) {
  hv_send(window, HV_CLOSE, 0, 0, NULL);
  return TRUE;
}

static gboolean on_key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, gpointer window) {
  hv_send(window, HV_KEY, value, state, NULL);
  return FALSE;
}

static void on_back(GtkButton *button, gpointer window) { hv_send(window, HV_KEY, GDK_KEY_Left, GDK_ALT_MASK, NULL); }

HVHandle hv_window_new(uint64_t target, const char *title, int width, int height, bool isKiosk) {
  GtkWidget *window = gtk_window_new();
  set_target(window, target);
  gtk_widget_add_css_class(window, "hybrid");
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  if (isKiosk) {
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
  } else {
    GtkWidget *bar = gtk_header_bar_new();
    GtkWidget *back = gtk_button_new_from_icon_name("go-previous-symbolic");
    gtk_widget_set_tooltip_text(back, "Back");
    gtk_accessible_update_property(GTK_ACCESSIBLE(back), GTK_ACCESSIBLE_PROPERTY_LABEL, "Back", -1);
    gtk_widget_set_sensitive(back, FALSE);
    g_signal_connect(back, "clicked", G_CALLBACK(on_back), window);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), back);
    gtk_window_set_titlebar(GTK_WINDOW(window), bar);
    g_object_set_data(G_OBJECT(window), "hv-back", back);
  }
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), window);
  gtk_widget_add_controller(window, keys);
  g_signal_connect(window, "close-request", G_CALLBACK(on_close), NULL);
  return window;
}

void hv_window_set_content(HVHandle window, HVHandle child) { gtk_window_set_child(GTK_WINDOW(window), child); }
void hv_window_set_title(HVHandle window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }

void hv_window_set_back(HVHandle window, bool canGoBack) {
  GtkWidget *back = g_object_get_data(G_OBJECT(window), "hv-back");
  if (back) gtk_widget_set_sensitive(back, canGoBack);
}

void hv_window_show(HVHandle window) { gtk_window_present(GTK_WINDOW(window)); }
int hv_scale(HVHandle widget) { return gtk_widget_get_scale_factor(widget); }

// MARK: Boxes

typedef struct { double x, y, width, height; } Frame;

typedef struct {
  GtkWidget parent;
  double width, height;
  gboolean fills;
} HVBox;
typedef struct { GtkWidgetClass parent; } HVBoxClass;
G_DEFINE_TYPE(HVBox, hv_box, GTK_TYPE_WIDGET)

static void hv_box_measure(
    GtkWidget *widget, GtkOrientation orientation, int other, int *minimum, int *natural, int *before, int *after) {
  HVBox *box = (HVBox *)widget;
  double size = orientation == GTK_ORIENTATION_HORIZONTAL ? box->width : box->height;
  *minimum = *natural = (int)ceil(size);
}

// A turn, a skew and a scale in place of six numbers: GTK knows of these that they stay in the plane, and its Cairo renderer draws
// nothing else. The matrix can be undone.
static GskTransform *transformed(GskTransform *next, const double *matrix) {
  double a = matrix[0], b = matrix[1], c = matrix[2], d = matrix[3];
  next = gsk_transform_translate(next, &GRAPHENE_POINT_INIT(matrix[4], matrix[5]));
  double wide = hypot(a, b), area = a * d - b * c;
  if (!(fabs(area) > 1e-9) || !(wide > 0)) return next;
  const double degrees = 180 / G_PI;
  next = gsk_transform_rotate(next, atan2(b, a) * degrees);
  double skew = (a * c + b * d) / area;
  if (fabs(skew) > 1e-9) next = gsk_transform_skew(next, atan(skew) * degrees, 0);
  return gsk_transform_scale(next, wide, area / wide);
}

static void hv_box_allocate(GtkWidget *widget, int width, int height, int baseline) {
  HVBox *box = (HVBox *)widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    if (!gtk_widget_should_layout(child)) continue;
    Frame *frame = g_object_get_data(G_OBJECT(child), "hv-frame");
    Frame whole = {0, 0, width, height};
    if (!frame) frame = &whole;
    int least_width, least_height;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
    int own_width = MAX((int)round(frame->width), least_width);
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, own_width, &least_height, NULL, NULL, NULL);
    int own_height = MAX((int)round(frame->height), least_height);
    GskTransform *move = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(frame->x, frame->y));
    const double *own = g_object_get_data(G_OBJECT(child), "hv-transform");
    if (own) move = transformed(move, own);
    gtk_widget_allocate(child, own_width, own_height, -1, move);
  }
  if (box->fills) hv_send(widget, HV_RESIZE, width, height, NULL);
}

static void hv_box_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  uint64_t target = target_of(widget);
  if (target && width > 0 && height > 0) {
    Frame *frame = g_object_get_data(G_OBJECT(widget), "hv-frame");
    // Allocations are whole pixels: what is drawn keeps the measured size.
    double own_width = frame ? frame->width : width, own_height = frame ? frame->height : height;
    cairo_t *cairo =
        gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(-2, -2, own_width + 4, own_height + 4));
    hv_draw(target, cairo, own_width, own_height);
    cairo_destroy(cairo);
  }
  for (int isRaised = 0; isRaised <= 1; isRaised++) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
      if ((g_object_get_data(G_OBJECT(child), "hv-raised") != NULL) == isRaised)
        gtk_widget_snapshot_child(widget, child, snapshot);
  }
}

static void hv_box_dispose(GObject *object) {
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
  G_OBJECT_CLASS(hv_box_parent_class)->dispose(object);
}

static void hv_box_class_init(HVBoxClass *class) {
  GtkWidgetClass *widgets = GTK_WIDGET_CLASS(class);
  widgets->measure = hv_box_measure;
  widgets->size_allocate = hv_box_allocate;
  widgets->snapshot = hv_box_snapshot;
  G_OBJECT_CLASS(class)->dispose = hv_box_dispose;
}

static void hv_box_init(HVBox *box) {}

// A box with an action: GTK reports the actions of a class to assistive technology.
typedef struct { HVBox parent; } HVPress;
typedef struct { HVBoxClass parent; } HVPressClass;
G_DEFINE_TYPE(HVPress, hv_press, hv_box_get_type())

static void on_press(GtkWidget *widget, const char *action, GVariant *parameter) {
  hv_send(widget, HV_ACTIVATE, 0, 0, NULL);
}

static void hv_press_class_init(HVPressClass *class) {
  gtk_widget_class_install_action(GTK_WIDGET_CLASS(class), "view.press", NULL, on_press);
}

static void hv_press_init(HVPress *box) {}

static GtkAccessibleRole accessible_role(HVRole role) {
  static const GtkAccessibleRole roles[] = {
      [HV_ROLE_GENERIC] = GTK_ACCESSIBLE_ROLE_GENERIC, [HV_ROLE_TEXT] = GTK_ACCESSIBLE_ROLE_LABEL,
      [HV_ROLE_HEADING] = GTK_ACCESSIBLE_ROLE_HEADING, [HV_ROLE_LINK] = GTK_ACCESSIBLE_ROLE_LINK,
      [HV_ROLE_BUTTON] = GTK_ACCESSIBLE_ROLE_BUTTON, [HV_ROLE_IMAGE] = GTK_ACCESSIBLE_ROLE_IMG,
      [HV_ROLE_LIST] = GTK_ACCESSIBLE_ROLE_LIST, [HV_ROLE_ITEM] = GTK_ACCESSIBLE_ROLE_LIST_ITEM,
      [HV_ROLE_GROUP] = GTK_ACCESSIBLE_ROLE_GROUP, [HV_ROLE_STATUS] = GTK_ACCESSIBLE_ROLE_STATUS,
      [HV_ROLE_ALERT] = GTK_ACCESSIBLE_ROLE_ALERT, [HV_ROLE_LOG] = GTK_ACCESSIBLE_ROLE_LOG,
      [HV_ROLE_MAIN] = GTK_ACCESSIBLE_ROLE_MAIN, [HV_ROLE_NAVIGATION] = GTK_ACCESSIBLE_ROLE_NAVIGATION,
      [HV_ROLE_BANNER] = GTK_ACCESSIBLE_ROLE_BANNER, [HV_ROLE_REGION] = GTK_ACCESSIBLE_ROLE_REGION,
      [HV_ROLE_SEARCH] = GTK_ACCESSIBLE_ROLE_SEARCH, [HV_ROLE_FORM] = GTK_ACCESSIBLE_ROLE_FORM,
      [HV_ROLE_ARTICLE] = GTK_ACCESSIBLE_ROLE_GROUP, [HV_ROLE_TABLE] = GTK_ACCESSIBLE_ROLE_TABLE,
      [HV_ROLE_ROW] = GTK_ACCESSIBLE_ROLE_ROW, [HV_ROLE_CELL] = GTK_ACCESSIBLE_ROLE_CELL,
      [HV_ROLE_COLUMN_HEADER] = GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, [HV_ROLE_ROW_HEADER] = GTK_ACCESSIBLE_ROLE_ROW_HEADER,
      [HV_ROLE_TAB] = GTK_ACCESSIBLE_ROLE_TAB, [HV_ROLE_TAB_LIST] = GTK_ACCESSIBLE_ROLE_TAB_LIST,
      [HV_ROLE_TAB_PANEL] = GTK_ACCESSIBLE_ROLE_TAB_PANEL, [HV_ROLE_DIALOG] = GTK_ACCESSIBLE_ROLE_DIALOG,
      [HV_ROLE_CHECKBOX] = GTK_ACCESSIBLE_ROLE_CHECKBOX, [HV_ROLE_RADIO] = GTK_ACCESSIBLE_ROLE_RADIO,
      [HV_ROLE_RADIO_GROUP] = GTK_ACCESSIBLE_ROLE_RADIO_GROUP, [HV_ROLE_SWITCH] = GTK_ACCESSIBLE_ROLE_SWITCH,
      [HV_ROLE_PROGRESS] = GTK_ACCESSIBLE_ROLE_PROGRESS_BAR, [HV_ROLE_METER] = GTK_ACCESSIBLE_ROLE_METER,
      [HV_ROLE_SEPARATOR] = GTK_ACCESSIBLE_ROLE_SEPARATOR, [HV_ROLE_TOOLBAR] = GTK_ACCESSIBLE_ROLE_TOOLBAR,
      [HV_ROLE_MENU] = GTK_ACCESSIBLE_ROLE_MENU, [HV_ROLE_MENU_ITEM] = GTK_ACCESSIBLE_ROLE_MENU_ITEM,
      [HV_ROLE_OPTION] = GTK_ACCESSIBLE_ROLE_OPTION, [HV_ROLE_LIST_BOX] = GTK_ACCESSIBLE_ROLE_LIST_BOX,
      [HV_ROLE_NOTE] = GTK_ACCESSIBLE_ROLE_NOTE, [HV_ROLE_TIME] = GTK_ACCESSIBLE_ROLE_TIME,
      [HV_ROLE_FIGURE] = GTK_ACCESSIBLE_ROLE_IMG};
  return (size_t)role < G_N_ELEMENTS(roles) ? roles[role] : GTK_ACCESSIBLE_ROLE_GENERIC;
}

HVHandle hv_box_new(uint64_t target, HVRole role, bool isPressable) {
  GtkWidget *box = g_object_new(
      isPressable ? hv_press_get_type() : hv_box_get_type(), "accessible-role", accessible_role(role), NULL);
  set_target(box, target);
  return g_object_ref_sink(box);
}

void hv_release(HVHandle widget) { g_object_unref(widget); }

void hv_box_insert(HVHandle box, HVHandle child, HVHandle sibling) {
  g_object_ref(child);
  if (gtk_widget_get_parent(child) && gtk_widget_get_parent(child) != box) gtk_widget_unparent(child);
  if (sibling && gtk_widget_get_parent(sibling) != box) sibling = NULL;
  gtk_widget_insert_after(child, box, sibling);
  g_object_unref(child);
}

void hv_box_set_size(HVHandle box, double width, double height) {
  // GTK counts in 32 bits and draws in single precision.
  HVBox *own = box;
  own->width = fmin(fmax(width, 0), 1e7);
  own->height = fmin(fmax(height, 0), 1e7);
  gtk_widget_queue_resize(box);
}

void hv_box_set_fills(HVHandle box, bool fills) {
  ((HVBox *)box)->fills = fills;
  gtk_widget_set_hexpand(box, fills);
  gtk_widget_set_vexpand(box, fills);
}

static void on_tap(GtkGestureClick *gesture, int presses, double x, double y, gpointer box) {
  hv_send(box, HV_TAP, x, y, NULL);
}
static void on_long_press(GtkGestureLongPress *gesture, double x, double y, gpointer box) {
  hv_send(box, HV_LONG_PRESS, x, y, NULL);
}
static gboolean on_wheel(GtkEventControllerScroll *scroll, double x, double y, gpointer box) {
  hv_send(box, HV_SCROLL, x, y, NULL);
  return TRUE;
}

void hv_box_listen(HVHandle box) {
  GtkGesture *tap = gtk_gesture_click_new();
  g_signal_connect(tap, "released", G_CALLBACK(on_tap), box);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(tap));
  // The box owns its controllers: the gesture lives as long as the box.
  g_object_set_data(G_OBJECT(box), "hv-tap", tap);
  GtkGesture *press = gtk_gesture_long_press_new();
  g_signal_connect(press, "pressed", G_CALLBACK(on_long_press), box);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(press));
  g_object_set_data(G_OBJECT(box), "hv-press", press);
  GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(wheel, "scroll", G_CALLBACK(on_wheel), box);
  gtk_widget_add_controller(box, wheel);
}

// What is moved less is a tap.
static const double slop = 4;

static void on_drag(GtkGestureDrag *drag, double x, double y, gpointer box) {
  double from_x, from_y;
  if (!gtk_gesture_drag_get_start_point(drag, &from_x, &from_y)) return;
  if (!g_object_get_data(G_OBJECT(drag), "hv-claimed")) {
    if (hypot(x, y) < slop) return;
    hv_send(box, HV_DRAG_BEGIN, from_x, from_y, NULL);
    if (!g_object_get_data(G_OBJECT(drag), "hv-claimed")) {
      gtk_gesture_set_state(GTK_GESTURE(drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  }
  hv_send(box, HV_DRAG, from_x + x, from_y + y, NULL);
}
static void on_drag_end(GtkGestureDrag *drag, double x, double y, gpointer box) {
  g_object_set_data(G_OBJECT(drag), "hv-claimed", NULL);
}

// A gesture of its own: what a drag is not wanted for may still be a swipe.
static void on_way_begin(GtkGestureDrag *drag, double x, double y, gpointer box) { hv_send(box, HV_PRESS, x, y, NULL); }
static void on_way_end(GtkGestureDrag *drag, double x, double y, gpointer box) {
  double from_x, from_y;
  if (gtk_gesture_drag_get_start_point(drag, &from_x, &from_y)) hv_send(box, HV_PRESS_END, from_x + x, from_y + y, NULL);
}

void hv_box_listen_to_drags(HVHandle box) {
  GtkGesture *drag = gtk_gesture_drag_new();
  g_signal_connect(drag, "drag-update", G_CALLBACK(on_drag), box);
  g_signal_connect(drag, "drag-end", G_CALLBACK(on_drag_end), box);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(drag));
  g_object_set_data(G_OBJECT(box), "hv-drag", drag);
  GtkGesture *way = gtk_gesture_drag_new();
  g_signal_connect(way, "drag-begin", G_CALLBACK(on_way_begin), box);
  g_signal_connect(way, "drag-end", G_CALLBACK(on_way_end), box);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(way));
}

void hv_drag_claim(HVHandle box) {
  GtkGesture *drag = g_object_get_data(G_OBJECT(box), "hv-drag");
  if (!drag) return;
  g_object_set_data(G_OBJECT(drag), "hv-claimed", drag);
  gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED);
}

void hv_press_claim(HVHandle box) {
  GtkGesture *press = g_object_get_data(G_OBJECT(box), "hv-press");
  if (press) gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED);
}

bool hv_box_is_pressed(HVHandle box) {
  GtkGesture *tap = g_object_get_data(G_OBJECT(box), "hv-tap");
  return tap && gtk_gesture_is_active(tap);
}

void hv_remove(HVHandle widget) {
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (!parent) return;
  if (GTK_IS_BUTTON(parent)) gtk_button_set_child(GTK_BUTTON(parent), NULL);
  else gtk_widget_unparent(widget);
}

void hv_set_frame(HVHandle widget, double x, double y, double width, double height) {
  Frame *frame = g_object_get_data(G_OBJECT(widget), "hv-frame");
  if (!frame) {
    frame = g_new0(Frame, 1);
    g_object_set_data_full(G_OBJECT(widget), "hv-frame", frame, g_free);
  }
  *frame = (Frame){x, y, fmin(fmax(width, 0), 1e6), fmin(fmax(height, 0), 1e6)};
  gtk_widget_queue_resize(widget);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (parent) gtk_widget_queue_allocate(parent);
}

void hv_set_visible(HVHandle widget, bool isVisible) { gtk_widget_set_visible(widget, isVisible); }
void hv_set_opacity(HVHandle widget, double opacity) { gtk_widget_set_opacity(widget, opacity); }

void hv_set_transform(HVHandle widget, const double *matrix) {
  const double *before = g_object_get_data(G_OBJECT(widget), "hv-transform");
  if (!before && !matrix) return;
  if (before && matrix && memcmp(before, matrix, 6 * sizeof *matrix) == 0) return;
  g_object_set_data_full(
      G_OBJECT(widget), "hv-transform", matrix ? g_memdup2(matrix, 6 * sizeof *matrix) : NULL, g_free);
  // Cairo draws nothing more under a matrix that cannot be undone, and nothing is seen of what is in it.
  gboolean isSeen = !matrix || fabs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) > 1e-9;
  gtk_widget_set_child_visible(widget, isSeen);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (parent) gtk_widget_queue_allocate(parent);
}

void hv_set_raised(HVHandle widget, bool isRaised) {
  if ((g_object_get_data(G_OBJECT(widget), "hv-raised") != NULL) == isRaised) return;
  g_object_set_data(G_OBJECT(widget), "hv-raised", isRaised ? widget : NULL);
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (parent) gtk_widget_queue_draw(parent);
}

void hv_set_clips(HVHandle widget, bool clips) {
  gtk_widget_set_overflow(widget, clips ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE);
}
void hv_set_takes_input(HVHandle widget, bool takesInput) { gtk_widget_set_can_target(widget, takesInput); }

void hv_set_reachable(HVHandle widget, bool isReachable) {
  gtk_widget_set_can_target(widget, isReachable);
  gtk_widget_set_can_focus(widget, isReachable);
}

void hv_box_set_sheet(HVHandle box) { gtk_widget_add_css_class(box, "hybrid-sheet"); }
// GTK fails on texts and states of another kind than a property takes; a missing one is reset.
void hv_set_accessibility(HVHandle widget, HVAccessibility accessibility) {
  GtkAccessible *own = GTK_ACCESSIBLE(widget);
  gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_LABEL, accessibility.name, -1);
  if (*accessibility.description)
    gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, accessibility.description, -1);
  else gtk_accessible_reset_property(own, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  if (accessibility.level > 0) gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_LEVEL, accessibility.level, -1);
  if (accessibility.isRequired) gtk_accessible_update_property(own, GTK_ACCESSIBLE_PROPERTY_REQUIRED, TRUE, -1);
  gtk_accessible_update_state(
      own, GTK_ACCESSIBLE_STATE_DISABLED, (gboolean)accessibility.isDisabled, GTK_ACCESSIBLE_STATE_HIDDEN,
      (gboolean)accessibility.isHidden, GTK_ACCESSIBLE_STATE_BUSY, (gboolean)accessibility.isBusy,
      GTK_ACCESSIBLE_STATE_INVALID, accessibility.isInvalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  // A switch says by itself whether it is on.
  if (accessibility.checked >= 0 && !GTK_IS_SWITCH(widget)) {
    static const GtkAccessibleTristate tristates[] = {
        GTK_ACCESSIBLE_TRISTATE_FALSE, GTK_ACCESSIBLE_TRISTATE_TRUE, GTK_ACCESSIBLE_TRISTATE_MIXED};
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_CHECKED, tristates[CLAMP(accessibility.checked, 0, 2)], -1);
  }
  if (accessibility.expanded >= 0)
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_EXPANDED, accessibility.expanded, -1);
  if (accessibility.selected >= 0)
    gtk_accessible_update_state(own, GTK_ACCESSIBLE_STATE_SELECTED, accessibility.selected, -1);
}
void hv_redraw(HVHandle widget) { gtk_widget_queue_draw(widget); }

void hv_focus(HVHandle widget) {
  GtkWidget *text = g_object_get_data(G_OBJECT(widget), "hv-text");
  if (text) widget = text;
  if (!GTK_IS_ENTRY(widget)) {
    gtk_widget_grab_focus(widget);
    return;
  }
  // As on phones: what is typed goes on behind what is there.
  gtk_entry_grab_focus_without_selecting(GTK_ENTRY(widget));
  gtk_editable_set_position(GTK_EDITABLE(widget), -1);
}

void hv_unfocus(HVHandle window) { gtk_window_set_focus(GTK_WINDOW(window), NULL); }

// MARK: Scrolling

// Long enough that the wheel's next step comes before.
enum { settling = 140 };

static gboolean on_settled(gpointer scroller) {
  g_object_set_data(G_OBJECT(scroller), "hv-settling", NULL);
  GtkAdjustment *x = gtk_scrolled_window_get_hadjustment(scroller), *y = gtk_scrolled_window_get_vadjustment(scroller);
  if (g_object_get_data(G_OBJECT(scroller), "hv-pages"))
    hv_send(scroller, HV_SETTLED, gtk_adjustment_get_value(x), gtk_adjustment_get_value(y), NULL);
  return G_SOURCE_REMOVE;
}

static void settle_later(gpointer scroller) {
  guint waiting = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(scroller), "hv-settling"));
  if (waiting) g_source_remove(waiting);
  guint number =
      g_timeout_add_full(G_PRIORITY_DEFAULT, settling, on_settled, g_object_ref(scroller), g_object_unref);
  g_object_set_data(G_OBJECT(scroller), "hv-settling", GUINT_TO_POINTER(number));
}

static void send_pull(gpointer scroller, double way) {
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(scroller);
  if (gtk_adjustment_get_value(y) > gtk_adjustment_get_lower(y) + 0.5) return;
  hv_send(scroller, HV_PULL, way, g_get_monotonic_time() / 1e6, NULL);
}

static void send_push(gpointer scroller, double way) {
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(scroller);
  double rest = gtk_adjustment_get_upper(y) - gtk_adjustment_get_page_size(y);
  if (gtk_adjustment_get_value(y) < rest - 0.5) return;
  hv_send(scroller, HV_PUSH, way, g_get_monotonic_time() / 1e6, NULL);
}

// A step of the wheel, in px.
static const double wheel_step = 40;

static gboolean on_pull(GtkEventControllerScroll *scroll, double x, double y, gpointer scroller) {
  gboolean isWheel = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL;
  if (y < 0) send_pull(scroller, isWheel ? -y * wheel_step : -y);
  if (y > 0) send_push(scroller, isWheel ? y * wheel_step : y);
  return FALSE;
}

// A finger that goes on where nothing is left to scroll.
static void on_overshot(GtkScrolledWindow *scroller, GtkPositionType edge, gpointer data) {
  if (edge == GTK_POS_TOP) send_pull(scroller, 1e3);
  if (edge == GTK_POS_BOTTOM) send_push(scroller, 1e3);
}

static void on_scrolled(GtkAdjustment *adjustment, gpointer scroller) {
  if (g_object_get_data(G_OBJECT(scroller), "hv-pages")) settle_later(scroller);
  GtkAdjustment *x = gtk_scrolled_window_get_hadjustment(scroller), *y = gtk_scrolled_window_get_vadjustment(scroller);
  hv_send(scroller, HV_SCROLL, gtk_adjustment_get_value(x), gtk_adjustment_get_value(y), NULL);
}

// A place that was asked for before the size of what scrolls was known is gone to once it is.
static void on_extent(GtkAdjustment *adjustment, gpointer scroller) {
  double *wanted = g_object_get_data(G_OBJECT(scroller), "hv-wanted");
  if (!wanted) return;
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(scroller), *x = gtk_scrolled_window_get_hadjustment(scroller);
  double rest = gtk_adjustment_get_upper(y) - gtk_adjustment_get_page_size(y);
  if (rest + 0.5 < wanted[1]) return;
  double place[2] = {wanted[0], wanted[1]};
  g_object_set_data(G_OBJECT(scroller), "hv-wanted", NULL);
  gtk_adjustment_set_value(x, place[0]);
  gtk_adjustment_set_value(y, place[1]);
}

// Whether there is more in an axis, in the wheel's direction.
static bool can_move(GtkWidget *scroller, bool isVertical, double way) {
  GtkPolicyType horizontal, vertical;
  gtk_scrolled_window_get_policy(GTK_SCROLLED_WINDOW(scroller), &horizontal, &vertical);
  if ((isVertical ? vertical : horizontal) == GTK_POLICY_NEVER) return false;
  GtkAdjustment *adjustment = isVertical ? gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller))
                                         : gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scroller));
  double value = gtk_adjustment_get_value(adjustment);
  double rest = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
  return way > 0 ? value < rest - 0.5 : value > gtk_adjustment_get_lower(adjustment) + 0.5;
}

// GTK ends the wheel's way at the innermost scroller: what cannot move there moves the next one around it that can.
static gboolean on_chain(GtkEventControllerScroll *scroll, double x, double y, gpointer scroller) {
  GdkModifierType keys = gtk_event_controller_get_current_event_state(GTK_EVENT_CONTROLLER(scroll));
  // As GTK turns it.
  if (keys & GDK_SHIFT_MASK) {
    double other = x;
    x = y;
    y = other;
  }
  bool isVertical = fabs(y) >= fabs(x);
  double way = isVertical ? y : x;
  if (way == 0 || can_move(scroller, isVertical, way)) return FALSE;
  bool isWheel = gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL;
  for (GtkWidget *outer = gtk_widget_get_parent(scroller); outer; outer = gtk_widget_get_parent(outer)) {
    if (!GTK_IS_SCROLLED_WINDOW(outer) || !can_move(outer, isVertical, way)) continue;
    GtkAdjustment *adjustment = isVertical ? gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(outer))
                                           : gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(outer));
    // A step of the wheel is as long as GTK's own.
    double step = isWheel ? pow(gtk_adjustment_get_page_size(adjustment), 2.0 / 3.0) : 1;
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + way * step);
    return TRUE;
  }
  return FALSE;
}

// After GTK's own controllers: the last one that is added hears of an event first.
static void chain_scrolling(GtkWidget *scroller) {
  GtkEventController *chain = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(chain, "scroll", G_CALLBACK(on_chain), scroller);
  gtk_widget_add_controller(scroller, chain);
}

HVHandle hv_scroller_new(uint64_t target, HVHandle content) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  set_target(scroller, target);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  GtkWidget *viewport = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  if (GTK_IS_VIEWPORT(viewport)) gtk_viewport_set_scroll_to_focus(GTK_VIEWPORT(viewport), TRUE);
  GtkAdjustment *x = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scroller));
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  g_signal_connect(x, "value-changed", G_CALLBACK(on_scrolled), scroller);
  g_signal_connect(y, "value-changed", G_CALLBACK(on_scrolled), scroller);
  g_signal_connect(y, "changed", G_CALLBACK(on_extent), scroller);
  GtkEventController *pull = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  gtk_event_controller_set_propagation_phase(pull, GTK_PHASE_CAPTURE);
  g_signal_connect(pull, "scroll", G_CALLBACK(on_pull), scroller);
  gtk_widget_add_controller(scroller, pull);
  g_signal_connect(scroller, "edge-overshot", G_CALLBACK(on_overshot), NULL);
  chain_scrolling(scroller);
  return g_object_ref_sink(scroller);
}

void hv_scroller_set_pages(HVHandle scroller, bool isPaged) {
  g_object_set_data(G_OBJECT(scroller), "hv-pages", isPaged ? scroller : NULL);
}

HVHandle hv_spinner_new(void) {
  GtkWidget *spinner = gtk_spinner_new();
  gtk_spinner_start(GTK_SPINNER(spinner));
  gtk_accessible_update_property(GTK_ACCESSIBLE(spinner), GTK_ACCESSIBLE_PROPERTY_LABEL, "Refreshing", -1);
  return g_object_ref_sink(spinner);
}

void hv_scroller_set_bars(HVHandle scroller, bool horizontal, bool vertical, bool allowsScrolling) {
  GtkPolicyType hidden = allowsScrolling ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER;
  gtk_scrolled_window_set_policy(
      scroller, allowsScrolling && horizontal ? GTK_POLICY_AUTOMATIC : hidden,
      allowsScrolling && vertical ? GTK_POLICY_AUTOMATIC : hidden);
}

void hv_scroller_scroll(HVHandle scroller, double x, double y) {
  double *wanted = g_new(double, 2);
  wanted[0] = x;
  wanted[1] = y;
  g_object_set_data_full(G_OBJECT(scroller), "hv-wanted", wanted, g_free);
  on_extent(NULL, scroller);
}

// MARK: Controls

// A field that has a button to empty it shows it as long as there is something to empty.
static void show_clear(gpointer field) {
  if (!GTK_IS_ENTRY(field)) return;
  bool clears = g_object_get_data(G_OBJECT(field), "hv-clears") && gtk_entry_get_text_length(field) > 0;
  if ((gtk_entry_get_icon_name(field, GTK_ENTRY_ICON_SECONDARY) != NULL) == clears) return;
  gtk_entry_set_icon_from_icon_name(field, GTK_ENTRY_ICON_SECONDARY, clears ? "edit-clear-symbolic" : NULL);
  if (clears) gtk_entry_set_icon_tooltip_text(field, GTK_ENTRY_ICON_SECONDARY, "Clear");
}

static void on_text(GtkEditable *editable, gpointer data) {
  show_clear(editable);
  hv_send(editable, HV_CHANGED, 0, 0, gtk_editable_get_text(editable));
}
static void on_buffer(GtkTextBuffer *buffer, gpointer view) {
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  char *text = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
  hv_send(view, HV_CHANGED, 0, 0, text);
  g_free(text);
}
static void on_activate(GtkWidget *widget, gpointer data) { hv_send(widget, HV_ACTIVATE, 0, 0, NULL); }
static void on_icon(GtkEntry *entry, GtkEntryIconPosition place, gpointer data) { hv_send(entry, HV_CLEAR, 0, 0, NULL); }
static void on_cancel(GtkWidget *button, gpointer data) { hv_send(button, HV_CANCEL, 0, 0, NULL); }
static void on_button_state(GtkWidget *button, GtkStateFlags before, gpointer data) {
  bool was = before & GTK_STATE_FLAG_ACTIVE, is = gtk_widget_get_state_flags(button) & GTK_STATE_FLAG_ACTIVE;
  if (was != is) hv_send(button, HV_PRESSED, is, 0, NULL);
}

// The text of a field of several lines, which is inside of what scrolls it.
static GtkTextView *text_view(gpointer control) {
  GtkWidget *view = g_object_get_data(G_OBJECT(control), "hv-text");
  return view ? GTK_TEXT_VIEW(view) : NULL;
}
static void on_focus_in(GtkEventControllerFocus *focus, gpointer widget) { hv_send(widget, HV_FOCUS_IN, 0, 0, NULL); }
static void on_focus_out(GtkEventControllerFocus *focus, gpointer widget) { hv_send(widget, HV_FOCUS_OUT, 0, 0, NULL); }
static void on_switch(GObject *object, GParamSpec *spec, gpointer data) {
  hv_send(object, HV_CHANGED, gtk_switch_get_active(GTK_SWITCH(object)), 0, NULL);
}
static void on_slide(GtkRange *range, gpointer data) { hv_send(range, HV_CHANGED, gtk_range_get_value(range), 0, NULL); }
static void on_segment(GtkToggleButton *button, gpointer segment) {
  if (!gtk_toggle_button_get_active(button)) return;
  int index = 0;
  for (GtkWidget *child = gtk_widget_get_first_child(segment); child; child = gtk_widget_get_next_sibling(child)) {
    if (child == GTK_WIDGET(button)) hv_send(segment, HV_CHANGED, index, 0, NULL);
    index++;
  }
}
static void on_pick(GtkListBox *list, GtkListBoxRow *row, gpointer picker) {
  if (row) hv_send(picker, HV_CHANGED, gtk_list_box_row_get_index(row), 0, NULL);
}

HVHandle hv_control_new(HVControl kind, uint64_t target) {
  GtkWidget *control = NULL;
  switch (kind) {
    case HV_FIELD:
    case HV_SEARCH:
      control = kind == HV_FIELD ? gtk_entry_new() : gtk_search_entry_new();
      g_signal_connect(control, "changed", G_CALLBACK(on_text), NULL);
      g_signal_connect(control, "activate", G_CALLBACK(on_activate), NULL);
      if (kind == HV_FIELD) g_signal_connect(control, "icon-press", G_CALLBACK(on_icon), NULL);
      break;
    case HV_AREA: {
      control = gtk_scrolled_window_new();
      GtkWidget *view = gtk_text_view_new();
      gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_WORD_CHAR);
      g_signal_connect(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "changed", G_CALLBACK(on_buffer), control);
      gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(control), view);
      chain_scrolling(control);
      g_object_set_data(G_OBJECT(control), "hv-text", view);
      break;
    }
    case HV_SWITCH:
      control = gtk_switch_new();
      g_signal_connect(control, "notify::active", G_CALLBACK(on_switch), NULL);
      break;
    case HV_SLIDER:
      control = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01);
      gtk_scale_set_draw_value(GTK_SCALE(control), FALSE);
      g_signal_connect(control, "value-changed", G_CALLBACK(on_slide), NULL);
      break;
    case HV_SEGMENT:
      control = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
      gtk_box_set_homogeneous(GTK_BOX(control), TRUE);
      gtk_widget_add_css_class(control, "linked");
      break;
    case HV_PICKER: {
      control = gtk_scrolled_window_new();
      GtkWidget *list = gtk_list_box_new();
      gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(control), list);
      chain_scrolling(control);
      g_object_set_data(G_OBJECT(control), "hv-list", list);
      g_signal_connect(list, "row-selected", G_CALLBACK(on_pick), control);
      break;
    }
    case HV_BUTTON:
      control = gtk_button_new();
      gtk_widget_add_css_class(control, "hybrid");
      g_signal_connect(control, "clicked", G_CALLBACK(on_activate), NULL);
      g_signal_connect(control, "state-flags-changed", G_CALLBACK(on_button_state), NULL);
      break;
  }
  set_target(control, target);
  GtkEventController *focus = gtk_event_controller_focus_new();
  g_signal_connect(focus, "enter", G_CALLBACK(on_focus_in), control);
  g_signal_connect(focus, "leave", G_CALLBACK(on_focus_out), control);
  gtk_widget_add_controller(control, focus);
  return g_object_ref_sink(control);
}

void hv_control_set_text(HVHandle control, const char *text) {
  silence(control, true);
  if (GTK_IS_EDITABLE(control)) {
    if (strcmp(gtk_editable_get_text(GTK_EDITABLE(control)), text)) {
      int position = gtk_editable_get_position(GTK_EDITABLE(control));
      gtk_editable_set_text(GTK_EDITABLE(control), text);
      gtk_editable_set_position(GTK_EDITABLE(control), position);
    }
  } else if (text_view(control)) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(text_view(control));
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    char *known = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
    // The cursor stays where nothing changes.
    if (strcmp(known, text)) gtk_text_buffer_set_text(buffer, text, -1);
    g_free(known);
  }
  silence(control, false);
}

void hv_control_set_number(HVHandle control, double number) {
  silence(control, true);
  if (GTK_IS_SWITCH(control)) {
    gtk_switch_set_active(control, number != 0);
  } else if (GTK_IS_RANGE(control)) {
    gtk_range_set_value(control, number);
  } else if (GTK_IS_BOX(control)) {
    int index = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(control); child; child = gtk_widget_get_next_sibling(child))
      if (index++ == (int)number) gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(child), TRUE);
  } else {
    GtkListBox *list = g_object_get_data(G_OBJECT(control), "hv-list");
    if (list) gtk_list_box_select_row(list, gtk_list_box_get_row_at_index(list, (int)number));
  }
  silence(control, false);
}

void hv_control_set_range(HVHandle control, double least, double most, double step) {
  if (!GTK_IS_RANGE(control) || !(least < most)) return;
  silence(control, true);
  gtk_range_set_range(control, least, most);
  gtk_range_set_increments(control, step, step);
  silence(control, false);
}

void hv_control_set_items(HVHandle control, const char *const *items, int count) {
  silence(control, true);
  GtkListBox *list = g_object_get_data(G_OBJECT(control), "hv-list");
  if (list) {
    GtkListBoxRow *row;
    while ((row = gtk_list_box_get_row_at_index(list, 0))) gtk_list_box_remove(list, GTK_WIDGET(row));
    for (int index = 0; index < count; index++) gtk_list_box_append(list, gtk_label_new(items[index]));
  } else if (GTK_IS_BOX(control)) {
    GtkWidget *child, *first = NULL;
    while ((child = gtk_widget_get_first_child(control))) gtk_box_remove(control, child);
    for (int index = 0; index < count; index++) {
      GtkWidget *button = gtk_toggle_button_new_with_label(items[index]);
      if (first) gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), GTK_TOGGLE_BUTTON(first));
      else first = button;
      g_signal_connect(button, "toggled", G_CALLBACK(on_segment), control);
      gtk_box_append(control, button);
    }
  }
  silence(control, false);
}

void hv_button_set_child(HVHandle button, HVHandle child) { gtk_button_set_child(GTK_BUTTON(button), child); }

HVHandle hv_cancel_new(uint64_t target, const char *title) {
  GtkWidget *button = gtk_button_new_with_label(title);
  set_target(button, target);
  gtk_widget_add_css_class(button, "hybrid");
  g_signal_connect(button, "clicked", G_CALLBACK(on_cancel), NULL);
  return g_object_ref_sink(button);
}

static void style_parts(GtkWidget *widget, GtkStyleProvider *old, GtkStyleProvider *provider) {
  GtkStyleContext *context = gtk_widget_get_style_context(widget);
  if (old) gtk_style_context_remove_provider(context, old);
  // Above those of the program, below a reader's own.
  gtk_style_context_add_provider(context, provider, GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    style_parts(child, old, provider);
}

void hv_control_set_style(HVHandle control, const char *rules) {
  const char *known = g_object_get_data(G_OBJECT(control), "hv-rules");
  if (!strcmp(known ? known : "", rules)) return;
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, rules, -1);
  style_parts(control, g_object_get_data(G_OBJECT(control), "hv-style"), GTK_STYLE_PROVIDER(provider));
  g_object_set_data_full(G_OBJECT(control), "hv-style", provider, g_object_unref);
  g_object_set_data_full(G_OBJECT(control), "hv-rules", g_strdup(rules), g_free);
}

// What keyboards on the screen heed.
static GtkInputHints hints(int capitals) {
  static const GtkInputHints all[] = {
      GTK_INPUT_HINT_NONE, GTK_INPUT_HINT_UPPERCASE_WORDS, GTK_INPUT_HINT_UPPERCASE_SENTENCES, GTK_INPUT_HINT_UPPERCASE_CHARS};
  return all[CLAMP(capitals, 0, 3)];
}

void hv_field_set_look(HVHandle field, HVFieldLook look) {
  static const GtkInputPurpose purposes[] = {
      GTK_INPUT_PURPOSE_FREE_FORM, GTK_INPUT_PURPOSE_DIGITS, GTK_INPUT_PURPOSE_NUMBER, GTK_INPUT_PURPOSE_EMAIL,
      GTK_INPUT_PURPOSE_URL, GTK_INPUT_PURPOSE_PASSWORD, GTK_INPUT_PURPOSE_PHONE};
  GtkTextView *area = text_view(field);
  if (area) {
    gtk_text_view_set_editable(area, look.isEditable);
    gtk_text_view_set_cursor_visible(area, look.isEditable);
    // What is written into can be selected in any case.
    gtk_widget_set_can_target(GTK_WIDGET(area), look.isEditable || look.isSelectable);
    gtk_widget_set_can_focus(GTK_WIDGET(area), look.isEditable || look.isSelectable);
    gtk_text_view_set_input_hints(area, hints(look.capitals));
    gtk_text_view_set_input_purpose(area, purposes[CLAMP(look.purpose, 0, 6)]);
    gtk_text_view_set_justification(
        area, look.alignment == 0 ? GTK_JUSTIFY_LEFT : look.alignment == 1 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_CENTER);
    return;
  }
  if (GTK_IS_SEARCH_ENTRY(field)) {
    g_object_set(field, "placeholder-text", look.placeholder, NULL);
    GtkEditable *text = gtk_editable_get_delegate(field);
    if (GTK_IS_TEXT(text)) {
      gtk_text_set_input_hints(GTK_TEXT(text), hints(look.capitals));
      gtk_text_set_input_purpose(GTK_TEXT(text), purposes[CLAMP(look.purpose, 0, 6)]);
    }
    gtk_editable_set_alignment(field, look.alignment);
    return;
  }
  gtk_entry_set_placeholder_text(field, look.placeholder);
  gtk_entry_set_visibility(field, !look.isSecure);
  gtk_entry_set_max_length(field, CLAMP(look.maximumLength, 0, 65535));
  gtk_entry_set_input_purpose(field, purposes[CLAMP(look.purpose, 0, 6)]);
  gtk_entry_set_input_hints(field, hints(look.capitals));
  g_object_set_data(G_OBJECT(field), "hv-clears", look.showsClear && look.isEditable ? field : NULL);
  show_clear(field);
  gtk_editable_set_editable(field, look.isEditable);
  gtk_entry_set_alignment(field, look.alignment);
}

void hv_field_set_font(HVHandle field, const char *family, double size, int weight, HVColor color) {
  if (!GTK_IS_ENTRY(field)) return;
  PangoAttrList *list = pango_attr_list_new();
  pango_attr_list_insert(list, pango_attr_family_new(family));
  pango_attr_list_insert(list, pango_attr_size_new_absolute((int)(size * PANGO_SCALE)));
  pango_attr_list_insert(list, pango_attr_weight_new((PangoWeight)CLAMP(weight, 1, 1000)));
  pango_attr_list_insert(
      list, pango_attr_foreground_new(
                (guint16)(color.red * 65535), (guint16)(color.green * 65535), (guint16)(color.blue * 65535)));
  gtk_entry_set_attributes(field, list);
  pango_attr_list_unref(list);
}

static void on_message_button(GtkButton *button, gpointer message) { hv_send(message, HV_ACTIVATE, 0, 0, NULL); }

double hv_height(HVHandle widget, double width) {
  int least = 0, height = 0;
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure(
      widget, GTK_ORIENTATION_VERTICAL, (int)fmax(width, least), NULL, &height, NULL, NULL);
  return height;
}

HVHandle hv_message_new(uint64_t target, const char *text, const char *action) {
  GtkWidget *message = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  set_target(message, target);
  gtk_widget_add_css_class(message, "hybrid-note");
  gtk_widget_set_valign(message, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(message, GTK_ALIGN_CENTER);
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
  gtk_box_append(GTK_BOX(message), label);
  if (*action) {
    GtkWidget *button = gtk_button_new_with_label(action);
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER);
    g_signal_connect(button, "clicked", G_CALLBACK(on_message_button), message);
    gtk_box_append(GTK_BOX(message), button);
  }
  return g_object_ref_sink(message);
}

// MARK: Questions

static void answer_question(GtkWidget *question, int number) {
  GtkWidget *entry = g_object_get_data(G_OBJECT(question), "hybrid-entry");
  hv_send(question, HV_ACTIVATE, number, 0, entry ? gtk_editable_get_text(GTK_EDITABLE(entry)) : NULL);
}

static void on_question_button(GtkButton *button, gpointer question) {
  answer_question(question, GPOINTER_TO_INT(g_object_get_data(G_OBJECT(button), "hybrid-number")));
}

static void on_question_entry(GtkEntry *entry, gpointer question) { answer_question(question, 0); }

static void on_question_map(GtkWidget *question, gpointer first) { gtk_widget_grab_focus(first); }

HVHandle hv_question_new(
    uint64_t target, const char *text, const char *placeholder, const char *const *items, int count) {
  GtkWidget *question = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  set_target(question, target);
  gtk_widget_add_css_class(question, "hybrid-note");
  gtk_widget_set_valign(question, GTK_ALIGN_CENTER);
  gtk_widget_set_halign(question, GTK_ALIGN_CENTER);
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 36);
  gtk_widget_set_visible(label, *text != 0);
  gtk_box_append(GTK_BOX(question), label);
  GtkWidget *first = NULL;
  if (placeholder) {
    first = gtk_entry_new();
    gtk_entry_set_placeholder_text(GTK_ENTRY(first), placeholder);
    g_signal_connect(first, "activate", G_CALLBACK(on_question_entry), question);
    g_object_set_data(G_OBJECT(question), "hybrid-entry", first);
    gtk_box_append(GTK_BOX(question), first);
  }
  for (int index = 0; index < count; index++) {
    GtkWidget *button = gtk_button_new_with_label(items[index]);
    g_object_set_data(G_OBJECT(button), "hybrid-number", GINT_TO_POINTER(index));
    g_signal_connect(button, "clicked", G_CALLBACK(on_question_button), question);
    gtk_box_append(GTK_BOX(question), button);
    if (!first) first = button;
  }
  if (first) g_signal_connect(question, "map", G_CALLBACK(on_question_map), first);
  return g_object_ref_sink(question);
}
