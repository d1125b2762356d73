#include <gtk/gtk.h>
#include <math.h>

#include "Shims.h"

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
  // Before the controls in the box, which keep the end of a press for themselves.
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(press), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(press));
  g_object_set_data(G_OBJECT(box), "hv-press", press);
  GtkEventController *wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect(wheel, "scroll", G_CALLBACK(on_wheel), box);
  gtk_widget_add_controller(box, wheel);
}

static gboolean on_box_key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, gpointer box) {
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_META_MASK)) return FALSE;
  gunichar letter = gdk_keyval_to_unicode(value);
  char text[7] = "";
  if (letter && g_unichar_isprint(letter)) text[g_unichar_to_utf8(letter, text)] = 0;
  hv_send(box, HV_KEY, value, state, text);
  return *text != 0;
}

void hv_box_listen_to_keys(HVHandle box) {
  gtk_widget_set_focusable(box, TRUE);
  GtkEventController *keys = gtk_event_controller_key_new();
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_box_key), box);
  gtk_widget_add_controller(box, keys);
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
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(way), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(box, GTK_EVENT_CONTROLLER(way));
  g_object_set_data(G_OBJECT(box), "hv-way", way);
}

void hv_drag_claim(HVHandle box) {
  GtkGesture *drag = g_object_get_data(G_OBJECT(box), "hv-drag");
  if (!drag) return;
  g_object_set_data(G_OBJECT(drag), "hv-claimed", drag);
  gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED);
}

void hv_way_claim(HVHandle box) {
  GtkGesture *way = g_object_get_data(G_OBJECT(box), "hv-way");
  if (way) gtk_gesture_set_state(way, GTK_EVENT_SEQUENCE_CLAIMED);
}

void hv_press_claim(HVHandle box) {
  GtkGesture *press = g_object_get_data(G_OBJECT(box), "hv-press");
  if (press) gtk_gesture_set_state(press, GTK_EVENT_SEQUENCE_CLAIMED);
}

bool hv_box_is_pressed(HVHandle box) {
  GtkGesture *tap = g_object_get_data(G_OBJECT(box), "hv-tap");
  return tap && gtk_gesture_is_active(tap);
}
