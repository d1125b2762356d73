#include <gtk/gtk.h>
#include <math.h>

#include "Shims.h"

typedef struct { double x, y, width, height; } Frame;

bool hv_is_letting_go;

typedef struct {
  GtkWidget parent;
  double width, height;
  gboolean fills;
  // Where what sticks out is cut off.
  gboolean clips;
  double edge[HV_EDGE];
  // How far it draws beyond its sides.
  double reach[4];
  gboolean draws_above;
  // Whether it is drawn through clips and filters, and how far these spread it.
  gboolean has_effect;
  double spread;
  // The part that is drawn so, where the whole is many windows high or wide.
  gboolean is_cut;
  graphene_rect_t part;
  // Whether the program says where the tab key goes in it.
  gboolean orders_focus;
  // Its answer: 0 none, 1 the keyboard is elsewhere in the box, 2 the box ends here.
  int focus_answer;
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

// The boxes of which only the part near the window is drawn through their effects: a blur of all that scrolls would take seconds.
static GPtrArray *cut_boxes;
static guint cut_check;

// The window in a box's coordinates.
static bool window_in(HVBox *box, graphene_rect_t *window) {
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(box));
  return root && gtk_widget_compute_bounds(GTK_WIDGET(root), GTK_WIDGET(box), window);
}

static gboolean check_cuts(gpointer unused) {
  cut_check = 0;
  for (guint index = 0; index < cut_boxes->len; index++) {
    HVBox *box = g_ptr_array_index(cut_boxes, index);
    graphene_rect_t window;
    if (window_in(box, &window) && !graphene_rect_contains_rect(&box->part, &window)) gtk_widget_queue_draw(GTK_WIDGET(box));
  }
  return G_SOURCE_REMOVE;
}

void hv_boxes_moved(void) {
  // Where things are now is known after the layout.
  if (!cut_check && cut_boxes && cut_boxes->len) cut_check = g_idle_add_full(GDK_PRIORITY_REDRAW + 1, check_cuts, NULL, NULL);
}

static void set_cut(HVBox *box, gboolean is_cut) {
  if (box->is_cut == is_cut) return;
  box->is_cut = is_cut;
  if (!cut_boxes) cut_boxes = g_ptr_array_new();
  if (is_cut) g_ptr_array_add(cut_boxes, box);
  else g_ptr_array_remove_fast(cut_boxes, box);
}

// What is drawn of a box through its effects, and no more of it than is near the window.
static GskRenderNode *near_window(HVBox *box, GskRenderNode *content) {
  graphene_rect_t bounds, window, shown;
  gsk_render_node_get_bounds(content, &bounds);
  bool isCut = window_in(box, &window)
      && (bounds.size.height > 3 * window.size.height || bounds.size.width > 3 * window.size.width);
  set_cut(box, isCut);
  if (!isCut) return content;
  // What is beyond is drawn when it comes nearer. It is blurred into what is seen, too.
  box->part = window;
  graphene_rect_inset(&box->part, -fmax(window.size.width / 2, 512), -fmax(window.size.height / 2, 512));
  GskRenderNode *cut = graphene_rect_intersection(&box->part, &bounds, &shown) ? gsk_clip_node_new(content, &shown) : NULL;
  gsk_render_node_unref(content);
  return cut;
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
  hv_boxes_moved();
}

static void draw_layer(GtkWidget *widget, GtkSnapshot *snapshot, HVLayer layer) {
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  uint64_t target = hv_target(widget);
  if (!target || width <= 0 || height <= 0) return;
  const double *reach = ((HVBox *)widget)->reach;
  Frame *frame = g_object_get_data(G_OBJECT(widget), "hv-frame");
  // Allocations are whole pixels: what is drawn keeps the measured size.
  double own_width = frame ? frame->width : width, own_height = frame ? frame->height : height;
  cairo_t *cairo = gtk_snapshot_append_cairo(
      snapshot, &GRAPHENE_RECT_INIT(
                    -2 - reach[0], -2 - reach[1], own_width + reach[0] + reach[2] + 4, own_height + reach[1] + reach[3] + 4));
  hv_draw(target, cairo, own_width, own_height, layer, NULL);
  cairo_destroy(cairo);
}

static void draw_box(GtkWidget *widget, GtkSnapshot *snapshot) {
  HVBox *box = (HVBox *)widget;
  draw_layer(widget, snapshot, HV_BELOW);
  if (box->clips) {
    const double *edge = box->edge;
    graphene_size_t corners[4];
    for (int corner = 0; corner < 4; corner++) corners[corner] = GRAPHENE_SIZE_INIT(edge[4 + corner], edge[8 + corner]);
    GskRoundedRect clip;
    gsk_rounded_rect_init(
        &clip, &GRAPHENE_RECT_INIT(edge[0], edge[1], edge[2], edge[3]), &corners[0], &corners[1], &corners[2], &corners[3]);
    gtk_snapshot_push_rounded_clip(snapshot, &clip);
  }
  for (int isRaised = 0; isRaised <= 1; isRaised++) {
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
      if ((g_object_get_data(G_OBJECT(child), "hv-raised") != NULL) == isRaised)
        gtk_widget_snapshot_child(widget, child, snapshot);
  }
  if (box->clips) gtk_snapshot_pop(snapshot);
  if (box->draws_above) draw_layer(widget, snapshot, HV_ABOVE);
}

static void hv_box_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  HVBox *box = (HVBox *)widget;
  uint64_t target = hv_target(widget);
  if (!box->has_effect || !target) {
    draw_box(widget, snapshot);
    return;
  }
  GtkSnapshot *inner = gtk_snapshot_new();
  draw_box(widget, inner);
  GskRenderNode *content = gtk_snapshot_free_to_node(inner);
  if (content) content = near_window(box, content);
  if (!content) return;
  graphene_rect_t bounds;
  gsk_render_node_get_bounds(content, &bounds);
  graphene_rect_inset(&bounds, -box->spread, -box->spread);
  cairo_t *cairo = gtk_snapshot_append_cairo(snapshot, &bounds);
  Frame *frame = g_object_get_data(G_OBJECT(widget), "hv-frame");
  hv_draw(
      target, cairo, frame ? frame->width : gtk_widget_get_width(widget), frame ? frame->height : gtk_widget_get_height(widget),
      HV_THROUGH, content);
  cairo_destroy(cairo);
  gsk_render_node_unref(content);
}

static gboolean hv_box_focus(GtkWidget *widget, GtkDirectionType direction) {
  HVBox *box = (HVBox *)widget;
  if (box->orders_focus && (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD)) {
    box->focus_answer = 0;
    hv_send(widget, HV_MOVE_FOCUS, direction == GTK_DIR_TAB_FORWARD, 0, NULL);
    if (box->focus_answer) return box->focus_answer == 1;
  }
  return GTK_WIDGET_CLASS(hv_box_parent_class)->focus(widget, direction);
}

void hv_box_order_focus(HVHandle box) { ((HVBox *)box)->orders_focus = TRUE; }
void hv_focus_answer(HVHandle box, bool isMoved) { ((HVBox *)box)->focus_answer = isMoved ? 1 : 2; }

// Where the keyboard is, if it is in a widget.
static GtkWidget *focus_in(GtkWidget *widget) {
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  return focus && (focus == widget || gtk_widget_is_ancestor(focus, widget)) ? focus : NULL;
}

bool hv_has_focus(HVHandle widget) { return focus_in(widget) != NULL; }

uint64_t hv_focus_target(HVHandle box) {
  for (GtkWidget *widget = focus_in(box); widget && widget != box; widget = gtk_widget_get_parent(widget))
    if (hv_target(widget)) return hv_target(widget);
  return 0;
}

bool hv_focus_move(HVHandle widget, bool isForward) {
  // A list is left at once: GTK would go through its rows, and choose each.
  GtkListBox *list = g_object_get_data(G_OBJECT(widget), "hv-list");
  if (list && focus_in(widget)) return false;
  GtkListBoxRow *row = list ? gtk_list_box_get_selected_row(list) : NULL;
  if (row) return gtk_widget_grab_focus(GTK_WIDGET(row));
  return gtk_widget_child_focus(widget, isForward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
}

static void hv_box_dispose(GObject *object) {
  GtkWidget *child;
  set_cut((HVBox *)object, FALSE);
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(object)))) gtk_widget_unparent(child);
  G_OBJECT_CLASS(hv_box_parent_class)->dispose(object);
}

static void hv_box_class_init(HVBoxClass *class) {
  GtkWidgetClass *widgets = GTK_WIDGET_CLASS(class);
  widgets->measure = hv_box_measure;
  widgets->size_allocate = hv_box_allocate;
  widgets->snapshot = hv_box_snapshot;
  widgets->focus = hv_box_focus;
  G_OBJECT_CLASS(class)->dispose = hv_box_dispose;
}

static void hv_box_init(HVBox *box) {}

// A box with an action: GTK reports the actions of a class to assistive technology. It takes the keyboard.
typedef struct { HVBox parent; } HVPress;
typedef struct { HVBoxClass parent; } HVPressClass;
G_DEFINE_TYPE(HVPress, hv_press, hv_box_get_type())

static void on_press(GtkWidget *widget, const char *action, GVariant *parameter) {
  hv_send(widget, HV_ACTIVATE, 0, 0, NULL);
}

// Keys that a field or button in the box leaves over press nothing.
static gboolean on_press_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  if (!gtk_widget_is_focus(widget)) return FALSE;
  hv_send(widget, HV_ACTIVATE, 0, 0, NULL);
  return TRUE;
}

static void append_ring(GtkSnapshot *snapshot, double inset, double width, double height, float line, GdkRGBA color) {
  if (width <= 2 * inset || height <= 2 * inset) return;
  GskRoundedRect ring;
  gsk_rounded_rect_init_from_rect(&ring, &GRAPHENE_RECT_INIT(inset, inset, width - 2 * inset, height - 2 * inset), 0);
  const float lines[] = {line, line, line, line};
  const GdkRGBA colors[] = {color, color, color, color};
  gtk_snapshot_append_border(snapshot, &ring, lines, colors);
}

// A ring of two colors, one of which is seen before any background.
static void hv_press_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  GTK_WIDGET_CLASS(hv_press_parent_class)->snapshot(widget, snapshot);
  if (!gtk_widget_has_visible_focus(widget)) return;
  double width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  append_ring(snapshot, 0, width, height, 2, (GdkRGBA){0.05f, 0.35f, 0.8f, 1});
  append_ring(snapshot, 2, width, height, 1, (GdkRGBA){1, 1, 1, 1});
}

static void hv_press_class_init(HVPressClass *class) {
  GtkWidgetClass *widgets = GTK_WIDGET_CLASS(class);
  gtk_widget_class_install_action(widgets, "view.press", NULL, on_press);
  static const guint keys[] = {GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter, GDK_KEY_space, GDK_KEY_KP_Space};
  for (guint key = 0; key < G_N_ELEMENTS(keys); key++)
    gtk_widget_class_add_binding(widgets, keys[key], 0, on_press_key, NULL);
  widgets->snapshot = hv_press_snapshot;
}

// What is in the box has the keyboard for itself.
static void on_own_focus(GtkEventControllerFocus *focus, GParamSpec *spec, gpointer box) {
  bool isFocus = gtk_event_controller_focus_is_focus(focus);
  hv_send(box, isFocus ? HV_FOCUS_IN : HV_FOCUS_OUT, !isFocus && hv_is_letting_go, 0, NULL);
  gtk_widget_queue_draw(box);
}

static void on_press_state(GtkWidget *widget, GtkStateFlags before, gpointer data) { gtk_widget_queue_draw(widget); }

static void hv_press_init(HVPress *box) {
  GtkEventController *focus = gtk_event_controller_focus_new();
  g_signal_connect(focus, "notify::is-focus", G_CALLBACK(on_own_focus), box);
  gtk_widget_add_controller(GTK_WIDGET(box), focus);
  g_signal_connect(box, "state-flags-changed", G_CALLBACK(on_press_state), NULL);
}

HVHandle hv_box_new(uint64_t target, HVRole role, bool isPressable) {
  GtkWidget *box = g_object_new(
      isPressable ? hv_press_get_type() : hv_box_get_type(), "accessible-role", hv_accessible_role(role), NULL);
  hv_attach(box, target);
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

void hv_box_set_clip(HVHandle box, const double *edge) {
  HVBox *own = box;
  own->clips = edge != NULL;
  if (edge) memcpy(own->edge, edge, sizeof own->edge);
}

void hv_box_set_reach(HVHandle box, const double *sides, bool drawsAbove) {
  HVBox *own = box;
  for (int side = 0; side < 4; side++) own->reach[side] = fmin(fmax(sides[side], 0), 4096);
  own->draws_above = drawsAbove;
}

void hv_box_set_effect(HVHandle box, bool hasEffect, double spread) {
  HVBox *own = box;
  own->has_effect = hasEffect;
  if (!hasEffect) set_cut(own, FALSE);
  own->spread = fmin(fmax(spread, 0), 1024);
}

void hv_box_set_fills(HVHandle box, bool fills) {
  ((HVBox *)box)->fills = fills;
  gtk_widget_set_hexpand(box, fills);
  gtk_widget_set_vexpand(box, fills);
}

// GTK gives the keyboard of what goes to something beside it: the rest of a password would be typed there.
static void let_go(GtkWidget *widget) {
  if (!focus_in(widget)) return;
  hv_is_letting_go = true;
  gtk_root_set_focus(gtk_widget_get_root(widget), NULL);
  hv_is_letting_go = false;
}

void hv_remove(HVHandle widget) {
  GtkWidget *parent = gtk_widget_get_parent(widget);
  if (!parent) return;
  let_go(widget);
  if (GTK_IS_BUTTON(parent)) gtk_button_set_child(GTK_BUTTON(parent), NULL);
  // A window's bar keeps what is in it in boxes.
  else if (GTK_IS_BOX(parent)) gtk_box_remove(GTK_BOX(parent), widget);
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

void hv_set_visible(HVHandle widget, bool isVisible) {
  if (!isVisible) let_go(widget);
  gtk_widget_set_visible(widget, isVisible);
}
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

void hv_set_focusable(HVHandle widget, bool isFocusable) {
  if (!isFocusable) let_go(widget);
  gtk_widget_set_focusable(widget, isFocusable);
}

void hv_box_set_sheet(HVHandle box) { gtk_widget_add_css_class(box, "hybrid-sheet"); }
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
