#include <gtk/gtk.h>
#include <math.h>

#include "Shims.h"

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
  hv_attach(message, target);
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
  hv_attach(question, target);
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
