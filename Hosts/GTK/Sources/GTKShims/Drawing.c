#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

#include "Shims.h"

static void set_color(cairo_t *cairo, HVColor color) {
  cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha);
}

static void add_box(cairo_t *cairo, double x, double y, double width, double height, double radius) {
  cairo_new_path(cairo);
  radius = fmin(radius, fmin(width, height) / 2);
  if (radius <= 0) {
    cairo_rectangle(cairo, x, y, width, height);
    return;
  }
  double right = x + width - radius, bottom = y + height - radius;
  cairo_arc(cairo, right, y + radius, radius, -G_PI / 2, 0);
  cairo_arc(cairo, right, bottom, radius, 0, G_PI / 2);
  cairo_arc(cairo, x + radius, bottom, radius, G_PI / 2, G_PI);
  cairo_arc(cairo, x + radius, y + radius, radius, G_PI, G_PI * 1.5);
  cairo_close_path(cairo);
}

void hv_draw_box(
    HVHandle cairo, double x, double y, double width, double height, double radius, HVColor fill, double borderWidth,
    HVColor border) {
  if (fill.alpha > 0) {
    add_box(cairo, x, y, width, height, radius);
    set_color(cairo, fill);
    cairo_fill(cairo);
  }
  if (borderWidth > 0 && border.alpha > 0) {
    double half = borderWidth / 2;
    add_box(cairo, x + half, y + half, fmax(0, width - borderWidth), fmax(0, height - borderWidth), fmax(0, radius - half));
    set_color(cairo, border);
    cairo_set_line_width(cairo, borderWidth);
    cairo_stroke(cairo);
  }
}

void hv_draw_line(HVHandle cairo, const double *points, int count, double radius, double width, HVColor color) {
  if (count < 1 || !(width > 0)) return;
  cairo_save(cairo);
  cairo_new_path(cairo);
  if (radius > 0) cairo_arc(cairo, points[0], points[1], radius, 0, 2 * G_PI);
  else
    for (int index = 0; index < count; index++) cairo_line_to(cairo, points[2 * index], points[2 * index + 1]);
  set_color(cairo, color);
  cairo_set_line_width(cairo, width);
  cairo_stroke(cairo);
  cairo_restore(cairo);
}

static PangoLayout *text_layout(
    cairo_t *cairo, const char *text, const char *family, double size, int weight, bool isItalic) {
  PangoLayout *layout = pango_cairo_create_layout(cairo);
  pango_layout_set_single_paragraph_mode(layout, TRUE);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, family);
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_font_description_set_weight(font, (PangoWeight)CLAMP(weight, 1, 1000));
  pango_font_description_set_style(font, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(pango_layout_get_context(layout), options);
  pango_layout_context_changed(layout);
  cairo_font_options_destroy(options);
  pango_layout_set_text(layout, text, -1);
  return layout;
}

void hv_draw_text(
    HVHandle cairo, const char *text, const char *family, double size, int weight, bool isItalic, double x, double baseline,
    double width, HVColor color) {
  if (!*text || !(size > 0)) return;
  cairo_save(cairo);
  PangoLayout *layout = text_layout(cairo, text, family, size, weight, isItalic);
  PangoRectangle extents;
  pango_layout_get_extents(layout, NULL, &extents);
  double own = (double)extents.width / PANGO_SCALE;
  cairo_translate(cairo, x, baseline);
  // Letters are as wide as they were measured, where another font draws them.
  if (width > 0 && own > 0 && fabs(own - width) > 0.5) cairo_scale(cairo, width / own, 1);
  cairo_move_to(cairo, 0, -(double)pango_layout_get_baseline(layout) / PANGO_SCALE);
  set_color(cairo, color);
  pango_cairo_show_layout(cairo, layout);
  g_object_unref(layout);
  cairo_restore(cairo);
}

double hv_text_width(const char *text, const char *family, double size, int weight, bool isItalic) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cairo = cairo_create(surface);
  PangoLayout *layout = text_layout(cairo, text, family, size, weight, isItalic);
  PangoRectangle extents;
  pango_layout_get_extents(layout, NULL, &extents);
  g_object_unref(layout);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return (double)extents.width / PANGO_SCALE;
}

double hv_text_baseline(const char *family, double size, int weight, bool isItalic) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cairo = cairo_create(surface);
  PangoLayout *layout = text_layout(cairo, "x", family, size, weight, isItalic);
  double baseline = (double)pango_layout_get_baseline(layout) / PANGO_SCALE;
  g_object_unref(layout);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return baseline;
}

HVHandle hv_picture_new(const uint8_t *bytes, int width, int height) {
  if (width < 1 || height < 1 || width > 32767 || height > 32767) return NULL;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  uint8_t *data = cairo_image_surface_get_data(surface);
  if (!data) {
    cairo_surface_destroy(surface);
    return NULL;
  }
  memcpy(data, bytes, (size_t)width * height * 4);
  cairo_surface_mark_dirty(surface);
  return surface;
}

HVHandle hv_picture_decode(const uint8_t *bytes, size_t count, int width, int height) {
  if (width > 8192 || height > 8192) return NULL;
  GInputStream *stream = g_memory_input_stream_new_from_data(bytes, (gssize)count, NULL);
  GdkPixbuf *pixels = width > 0 && height > 0
                          ? gdk_pixbuf_new_from_stream_at_scale(stream, width, height, FALSE, NULL, NULL)
                          : gdk_pixbuf_new_from_stream(stream, NULL, NULL);
  g_object_unref(stream);
  if (!pixels) return NULL;
  int columns = gdk_pixbuf_get_width(pixels), rows = gdk_pixbuf_get_height(pixels);
  int channels = gdk_pixbuf_get_n_channels(pixels), from = gdk_pixbuf_get_rowstride(pixels);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, columns, rows);
  uint8_t *target = cairo_image_surface_get_data(surface);
  if (!target) {
    cairo_surface_destroy(surface);
    g_object_unref(pixels);
    return NULL;
  }
  int to = cairo_image_surface_get_stride(surface);
  const uint8_t *source = gdk_pixbuf_read_pixels(pixels);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      const uint8_t *in = source + (size_t)row * from + (size_t)column * channels;
      uint32_t alpha = channels == 4 ? in[3] : 255;
      uint32_t word = alpha << 24 | (in[0] * alpha + 127) / 255 << 16 | (in[1] * alpha + 127) / 255 << 8
          | (in[2] * alpha + 127) / 255;
      ((uint32_t *)(target + (size_t)row * to))[column] = word;
    }
  }
  g_object_unref(pixels);
  cairo_surface_mark_dirty(surface);
  return surface;
}

HVHandle hv_picture_reduced(HVHandle picture, int width, int height) {
  if (width < 1 || height < 1 || width > 32767 || height > 32767) return NULL;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, (double)width / hv_picture_width(picture), (double)height / hv_picture_height(picture));
  cairo_set_source_surface(cairo, picture, 0, 0);
  cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD);
  cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
  cairo_paint(cairo);
  bool isDrawn = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(cairo);
  if (isDrawn) return surface;
  cairo_surface_destroy(surface);
  return NULL;
}

int hv_picture_width(HVHandle picture) { return cairo_image_surface_get_width(picture); }
int hv_picture_height(HVHandle picture) { return cairo_image_surface_get_height(picture); }

void hv_picture_pixels(HVHandle picture, uint8_t *bytes) {
  cairo_surface_flush(picture);
  memcpy(bytes, cairo_image_surface_get_data(picture), (size_t)hv_picture_width(picture) * hv_picture_height(picture) * 4);
}

void hv_picture_draw(HVHandle cairo, HVHandle picture, double x, double y, double width, double height) {
  int columns = hv_picture_width(picture), rows = hv_picture_height(picture);
  if (columns < 1 || rows < 1 || !(width > 0) || !(height > 0)) return;
  cairo_save(cairo);
  cairo_translate(cairo, x, y);
  cairo_scale(cairo, width / columns, height / rows);
  cairo_set_source_surface(cairo, picture, 0, 0);
  cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
  cairo_rectangle(cairo, 0, 0, columns, rows);
  cairo_fill(cairo);
  cairo_restore(cairo);
}

void hv_clip_box(HVHandle cairo, double x, double y, double width, double height, double radius) {
  add_box(cairo, x, y, width, height, radius);
  cairo_clip(cairo);
}

static void add_corner(cairo_t *cairo, double x, double y, double across, double down, double from) {
  if (across <= 0 || down <= 0) {
    cairo_line_to(cairo, x, y);
    return;
  }
  cairo_save(cairo);
  cairo_translate(cairo, x, y);
  cairo_scale(cairo, across, down);
  cairo_arc(cairo, 0, 0, 1, from, from + G_PI / 2);
  cairo_restore(cairo);
}

void hv_clip_edge(HVHandle cairo, const double *edge) {
  double left = edge[0], top = edge[1], right = left + fmax(0, edge[2]), bottom = top + fmax(0, edge[3]);
  const double *across = edge + 4, *down = edge + 8;
  cairo_new_path(cairo);
  add_corner(cairo, left + across[0], top + down[0], across[0], down[0], G_PI);
  add_corner(cairo, right - across[1], top + down[1], across[1], down[1], -G_PI / 2);
  add_corner(cairo, right - across[2], bottom - down[2], across[2], down[2], 0);
  add_corner(cairo, left + across[3], bottom - down[3], across[3], down[3], G_PI / 2);
  cairo_close_path(cairo);
  cairo_clip(cairo);
}

void hv_content_bounds(HVHandle content, double *bounds) {
  graphene_rect_t rect;
  gsk_render_node_get_bounds(content, &rect);
  bounds[0] = rect.origin.x;
  bounds[1] = rect.origin.y;
  bounds[2] = rect.size.width;
  bounds[3] = rect.size.height;
}

void hv_content_draw(HVHandle content, HVHandle cairo) { gsk_render_node_draw(content, cairo); }
void hv_save(HVHandle cairo) { cairo_save(cairo); }
void hv_restore(HVHandle cairo) { cairo_restore(cairo); }
void hv_picture_free(HVHandle picture) { cairo_surface_destroy(picture); }
