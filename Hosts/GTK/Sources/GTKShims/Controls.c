#include <gtk/gtk.h>

#include "Shims.h"

// What the program sets does not come from the reader.
static void silence(gpointer object, bool isSilent) {
  g_object_set_data(G_OBJECT(object), "hv-silent", GINT_TO_POINTER(isSilent));
}

// GTK aligns by the direction of what is written; pages say the side.
static void align(gpointer field) {
  double side = *(double *)g_object_get_data(G_OBJECT(field), "hv-side");
  PangoDirection direction = pango_find_base_dir(gtk_editable_get_text(field), -1);
  bool isRightToLeft = direction == PANGO_DIRECTION_NEUTRAL
                           ? gtk_widget_get_direction(GTK_WIDGET(gtk_editable_get_delegate(field))) == GTK_TEXT_DIR_RTL
                           : direction == PANGO_DIRECTION_RTL;
  gtk_editable_set_alignment(field, isRightToLeft ? 1 - side : side);
}

static void set_side(gpointer field, double side) {
  double *place = g_new(double, 1);
  *place = side;
  g_object_set_data_full(G_OBJECT(field), "hv-side", place, g_free);
  align(field);
}

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
  if (g_object_get_data(G_OBJECT(editable), "hv-side")) align(editable);
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
static void on_focus_out(GtkEventControllerFocus *focus, gpointer widget) {
  hv_send(widget, HV_FOCUS_OUT, hv_is_letting_go, 0, NULL);
}
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
      // The tab key goes on to the next view.
      gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
      g_signal_connect(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "changed", G_CALLBACK(on_buffer), control);
      gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(control), view);
      hv_chain_scrolling(control);
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
      hv_chain_scrolling(control);
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
  hv_attach(control, target);
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

void hv_control_set_enabled(HVHandle control, bool isEnabled) {
  // Fields and buttons have looks of the page's own: GTK's grey ones are for the others.
  if (!GTK_IS_EDITABLE(control) && !text_view(control) && !GTK_IS_BUTTON(control)) {
    gtk_widget_set_sensitive(control, isEnabled);
    return;
  }
  gtk_widget_set_can_target(control, isEnabled);
  gtk_widget_set_can_focus(control, isEnabled);
}

static void style_parts(GtkWidget *widget, GtkStyleProvider *old, GtkStyleProvider *provider);

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
  // What was added looks as what was there.
  GtkStyleProvider *style = g_object_get_data(G_OBJECT(control), "hv-style");
  if (style) style_parts(control, style, style);
  silence(control, false);
}

void hv_button_set_child(HVHandle button, HVHandle child) { gtk_button_set_child(GTK_BUTTON(button), child); }

HVHandle hv_cancel_new(uint64_t target, const char *title) {
  GtkWidget *button = gtk_button_new_with_label(title);
  hv_attach(button, target);
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

// All parts of a control: a look makes the words of an empty field again.
static void turn(GtkWidget *widget, GtkTextDirection direction) {
  gtk_widget_set_direction(widget, direction);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    turn(child, direction);
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
    bool isTurned = gtk_widget_get_direction(GTK_WIDGET(area)) == GTK_TEXT_DIR_RTL;
    double side = isTurned ? 1 - look.alignment : look.alignment;
    gtk_text_view_set_justification(
        area, side == 0 ? GTK_JUSTIFY_LEFT : side == 1 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_CENTER);
    return;
  }
  if (GTK_IS_SEARCH_ENTRY(field)) {
    g_object_set(field, "placeholder-text", look.placeholder, NULL);
    gtk_editable_set_editable(field, look.isEditable);
    GtkEditable *text = gtk_editable_get_delegate(field);
    if (GTK_IS_TEXT(text)) {
      gtk_text_set_input_hints(GTK_TEXT(text), hints(look.capitals));
      gtk_text_set_input_purpose(GTK_TEXT(text), purposes[CLAMP(look.purpose, 0, 6)]);
    }
    set_side(field, look.alignment);
    turn(GTK_WIDGET(field), gtk_widget_get_direction(field));
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
  set_side(field, look.alignment);
  turn(GTK_WIDGET(field), gtk_widget_get_direction(field));
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

void hv_control_set_direction(HVHandle control, bool isRightToLeft) {
  turn(control, isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
}
