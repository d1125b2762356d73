#include <gtk/gtk.h>

#include "Shims.h"

static gboolean on_close(GtkWindow *window, gpointer data) {
  hv_send(window, HV_CLOSE, 0, 0, NULL);
  return TRUE;
}

static gboolean on_key(GtkEventControllerKey *keys, guint value, guint code, GdkModifierType state, gpointer window) {
  hv_send(window, HV_KEY, value, state, NULL);
  return FALSE;
}

static void on_back(GtkButton *button, gpointer window) { hv_send(window, HV_KEY, GDK_KEY_Left, GDK_ALT_MASK, NULL); }

// A theme is dark where the program or the reader's settings ask for that, or by its name.
bool hv_is_dark(void) {
  gboolean isDark = FALSE;
  g_autofree char *name = NULL;
  g_object_get(
      gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &isDark, "gtk-theme-name", &name, NULL);
  return isDark || (name && g_str_has_suffix(name, "-dark"));
}

static void on_theme(GtkSettings *settings, GParamSpec *spec, gpointer window) {
  hv_send(window, HV_SCHEME, hv_is_dark(), 0, NULL);
}

static void on_realized(GtkWidget *window) {
  g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(hv_frame_drawn), NULL);
}

HVHandle hv_window_new(uint64_t target, const char *title, int width, int height, bool isKiosk) {
  GtkWidget *window = gtk_window_new();
  hv_attach(window, target);
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
    gtk_widget_add_css_class(back, "hybrid-back");
    g_signal_connect(back, "clicked", G_CALLBACK(on_back), window);
    gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), back);
    gtk_window_set_titlebar(GTK_WINDOW(window), bar);
    g_object_set_data(G_OBJECT(window), "hv-back", back);
    g_object_set_data(G_OBJECT(window), "hv-bar", bar);
  }
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(on_key), window);
  gtk_widget_add_controller(window, keys);
  g_signal_connect(window, "close-request", G_CALLBACK(on_close), NULL);
  g_signal_connect(window, "realize", G_CALLBACK(on_realized), NULL);
  GtkSettings *settings = gtk_settings_get_default();
  g_signal_connect_object(settings, "notify::gtk-application-prefer-dark-theme", G_CALLBACK(on_theme), window, 0);
  g_signal_connect_object(settings, "notify::gtk-theme-name", G_CALLBACK(on_theme), window, 0);
  return window;
}

void hv_window_set_content(HVHandle window, HVHandle child) { gtk_window_set_child(GTK_WINDOW(window), child); }
void hv_window_set_title(HVHandle window, const char *title) { gtk_window_set_title(GTK_WINDOW(window), title); }

void hv_window_set_back(HVHandle window, bool canGoBack) {
  GtkWidget *back = g_object_get_data(G_OBJECT(window), "hv-back");
  if (back) gtk_widget_set_sensitive(back, canGoBack);
}

void hv_window_add_item(HVHandle window, HVHandle item, bool isAtStart) {
  GtkWidget *bar = g_object_get_data(G_OBJECT(window), "hv-bar");
  if (!bar || gtk_widget_get_parent(item)) return;
  gtk_widget_set_valign(item, GTK_ALIGN_CENTER);
  if (isAtStart) gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), item);
  else gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), item);
}

void hv_window_set_bar_style(HVHandle window, const char *rules) {
  GtkWidget *bar = g_object_get_data(G_OBJECT(window), "hv-bar");
  if (bar) hv_control_set_style(bar, rules);
}

void hv_window_show(HVHandle window) { gtk_window_present(GTK_WINDOW(window)); }

void hv_window_enlarge(HVHandle window, int width, int height) {
  int old_width, old_height;
  gtk_window_get_default_size(GTK_WINDOW(window), &old_width, &old_height);
  gtk_window_set_default_size(GTK_WINDOW(window), MAX(1, old_width + width), MAX(1, old_height + height));
}

int hv_scale(HVHandle widget) { return gtk_widget_get_scale_factor(widget); }
