#include <gtk/gtk.h>
#include <math.h>

#include "Shims.h"

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

static void report_scroll(gpointer scroller, gint64 frame) {
  // NULL is nothing.
  g_object_set_data(G_OBJECT(scroller), "hv-reported", GSIZE_TO_POINTER((gsize)frame + 1));
  GtkAdjustment *x = gtk_scrolled_window_get_hadjustment(scroller), *y = gtk_scrolled_window_get_vadjustment(scroller);
  hv_send(scroller, HV_SCROLL, gtk_adjustment_get_value(x), gtk_adjustment_get_value(y), NULL);
}

static gboolean on_scroll_frame(GtkWidget *scroller, GdkFrameClock *clock, gpointer data) {
  g_object_set_data(G_OBJECT(scroller), "hv-reports", NULL);
  report_scroll(scroller, gdk_frame_clock_get_frame_counter(clock));
  return G_SOURCE_REMOVE;
}

// Where the program scrolls it hears of it at once.
static bool reports_at_once;

// A fast wheel moves several steps within a frame, of which only the last one is drawn: the page hears of that, before the frame is
// laid out. GTK takes all events before it draws, so that a page that took long for each of them would not be drawn meanwhile.
static void on_scrolled(GtkAdjustment *adjustment, gpointer scroller) {
  hv_boxes_moved();
  if (g_object_get_data(G_OBJECT(scroller), "hv-pages")) settle_later(scroller);
  GdkFrameClock *clock = gtk_widget_get_realized(scroller) ? gtk_widget_get_frame_clock(scroller) : NULL;
  gint64 frame = clock ? gdk_frame_clock_get_frame_counter(clock) : 0;
  bool isReported = GPOINTER_TO_SIZE(g_object_get_data(G_OBJECT(scroller), "hv-reported")) == (gsize)frame + 1;
  if (reports_at_once || !clock || !isReported) {
    report_scroll(scroller, frame);
  } else if (!g_object_get_data(G_OBJECT(scroller), "hv-reports")) {
    g_object_set_data(G_OBJECT(scroller), "hv-reports", scroller);
    gtk_widget_add_tick_callback(scroller, on_scroll_frame, NULL, NULL);
  }
}

static gboolean allocate_again(gpointer scroller) {
  GtkWidget *viewport = gtk_scrolled_window_get_child(scroller);
  if (viewport) gtk_widget_queue_allocate(viewport);
  return G_SOURCE_REMOVE;
}

// A place that was asked for before the size of what scrolls was known is gone to once it is.
static void on_extent(GtkAdjustment *adjustment, gpointer scroller) {
  double *wanted = g_object_get_data(G_OBJECT(scroller), "hv-wanted");
  if (!wanted) return;
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(scroller), *x = gtk_scrolled_window_get_hadjustment(scroller);
  double rest = gtk_adjustment_get_upper(y) - gtk_adjustment_get_page_size(y);
  double aside = gtk_adjustment_get_upper(x) - gtk_adjustment_get_page_size(x);
  if (rest + 0.5 < wanted[1] || aside + 0.5 < wanted[0]) return;
  double place[2] = {wanted[0], wanted[1]};
  g_object_set_data(G_OBJECT(scroller), "hv-wanted", NULL);
  reports_at_once = true;
  gtk_adjustment_set_value(x, place[0]);
  gtk_adjustment_set_value(y, place[1]);
  reports_at_once = false;
  // The viewport may be giving its content a place just now, by the value before; what it wants meanwhile is lost.
  g_idle_add_full(G_PRIORITY_DEFAULT, allocate_again, g_object_ref(scroller), g_object_unref);
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
void hv_chain_scrolling(gpointer scroller) {
  GtkEventController *chain = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(chain, "scroll", G_CALLBACK(on_chain), scroller);
  gtk_widget_add_controller(scroller, chain);
}

HVHandle hv_scroller_new(uint64_t target, HVHandle content) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  hv_attach(scroller, target);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), content);
  GtkWidget *viewport = gtk_scrolled_window_get_child(GTK_SCROLLED_WINDOW(scroller));
  if (GTK_IS_VIEWPORT(viewport)) gtk_viewport_set_scroll_to_focus(GTK_VIEWPORT(viewport), TRUE);
  GtkAdjustment *x = gtk_scrolled_window_get_hadjustment(GTK_SCROLLED_WINDOW(scroller));
  GtkAdjustment *y = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  g_signal_connect(x, "value-changed", G_CALLBACK(on_scrolled), scroller);
  g_signal_connect(y, "value-changed", G_CALLBACK(on_scrolled), scroller);
  g_signal_connect(x, "changed", G_CALLBACK(on_extent), scroller);
  g_signal_connect(y, "changed", G_CALLBACK(on_extent), scroller);
  GtkEventController *pull = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  gtk_event_controller_set_propagation_phase(pull, GTK_PHASE_CAPTURE);
  g_signal_connect(pull, "scroll", G_CALLBACK(on_pull), scroller);
  gtk_widget_add_controller(scroller, pull);
  g_signal_connect(scroller, "edge-overshot", G_CALLBACK(on_overshot), NULL);
  hv_chain_scrolling(scroller);
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
