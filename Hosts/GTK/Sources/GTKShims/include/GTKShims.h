#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// GTK 4 and WebKitGTK 6.0 as hybrid-view uses them. Handles are untyped, so that Swift reads no header of theirs. Everything
// here is called on the main thread.

typedef void *HVHandle;

/// What happened; `a`, `b` and `text` say more.
typedef enum {
  HV_TAP,            // a, b: where
  HV_LONG_PRESS,     // a, b: where
  HV_SCROLL,         // a, b: the offset
  HV_CHANGED,        // text: what a field holds; a: a control's number
  HV_FOCUS_IN,
  HV_FOCUS_OUT,
  HV_ACTIVATE,       // the return key of a field, a press of a button
  HV_CLEAR,          // a field was emptied by its button
  HV_CANCEL,         // the button beside a field that is searched with
  HV_KEY,            // a: GDK key value, b: modifiers, text: what a box that listens to keys was written
  HV_RESIZE,         // a, b: the size
  HV_CLOSE,
  HV_LOADED,         // a web view has its page
  HV_LOAD_FAILED,    // text: why
  HV_CRASHED,
  HV_MESSAGE,        // text: what a page's bridge says
  HV_TITLE,          // text
  HV_ANSWER,         // text: what a script gave; a: the number that hv_web_ask was given
  HV_FILES,          // a watched folder changed
  HV_FRAME,          // a: seconds of the frame clock
  HV_PULL,           // what scrolls is pulled beyond its upper end; a: how far, b: seconds of a clock
  HV_SETTLED,        // what scrolls page by page came to rest; a, b: the offset
  HV_DRAG_BEGIN,     // a, b: where the pointer was pressed; `hv_drag_claim` answers that the way is wanted
  HV_DRAG,           // a, b: where the pointer is
  HV_PRESS,          // a, b: where a pointer or a finger came down
  HV_PRESS_END,      // a, b: where it was let go
  HV_PRESSED,        // a: whether a button is held down
  HV_PUSH,           // what scrolls is pushed beyond its lower end; as HV_PULL
  HV_SCHEME,         // a: whether the desktop's colors are dark now
  HV_MOVE_FOCUS,     // the tab key in a box that orders it; a: whether it goes forward. `hv_focus_answer` says what came of it
} HVEventKind;

typedef void (*HVEventHandler)(uint64_t target, HVEventKind kind, double a, double b, const char *text);
typedef enum {
  HV_BELOW,          // what is below the views in a box
  HV_ABOVE,          // what is above them
  HV_THROUGH,        // all of a box, which `content` has, through clips and filters
} HVLayer;
typedef void (*HVDrawHandler)(uint64_t target, HVHandle cairo, double width, double height, HVLayer layer, HVHandle content);
typedef enum {
  HV_GOES,           // a link, a script, a form whose fields are in the address
  HV_OPENS_WINDOW,
  HV_SENDS_FORM,     // a form with another method than GET
  HV_LOADS_FRAME,    // a frame of the page that has a name
  HV_ANSWERS,        // what a server answered with, perhaps from elsewhere than it was asked
} HVNavigation;
/// Whether a web view goes to an address.
typedef bool (*HVPolicyHandler)(uint64_t target, const char *address, HVNavigation navigation);
/// A request for the registered scheme; it is answered by `hv_request_answer`, which gives the handle up.
typedef void (*HVRequestHandler)(HVHandle request, const char *method, const char *address, const char *headers);

typedef struct { double red, green, blue, alpha; } HVColor;

// The program.
bool hv_init(HVEventHandler event, HVDrawHandler draw, HVPolicyHandler policy, HVRequestHandler request);
void hv_run(void);
void hv_quit(void);
void hv_prefer_dark(bool isDark);
/// Whether the desktop or the program wants dark windows.
bool hv_is_dark(void);
void hv_monitor(const char *folder, uint64_t target);
void hv_open_outside(const char *address);
void hv_copy(const char *text);

// Windows.
HVHandle hv_window_new(uint64_t target, const char *title, int width, int height, bool isKiosk);
void hv_window_set_content(HVHandle window, HVHandle child);
void hv_window_set_title(HVHandle window, const char *title);
void hv_window_set_back(HVHandle window, bool canGoBack);
/// Puts a widget of the page into the window's bar, at its end or behind the way back; a window without a bar leaves it out.
void hv_window_add_item(HVHandle window, HVHandle item, bool isAtStart);
/// The colors of the window's bar, as rules of GTK's CSS; empty for the system's. The way back has the class `hybrid-back`.
void hv_window_set_bar_style(HVHandle window, const char *rules);
void hv_window_show(HVHandle window);
/// Makes a window larger, or smaller, by CSS px.
void hv_window_enlarge(HVHandle window, int width, int height);
int hv_scale(HVHandle widget);

// Widgets. A new one is held until `hv_release`.
void hv_release(HVHandle widget);
/// What a box is to assistive technology: GTK's roles by their places, which stay as a box was made.
typedef enum {
  HV_ROLE_GENERIC, HV_ROLE_TEXT, HV_ROLE_HEADING, HV_ROLE_LINK, HV_ROLE_BUTTON, HV_ROLE_IMAGE, HV_ROLE_LIST, HV_ROLE_ITEM,
  HV_ROLE_GROUP, HV_ROLE_STATUS, HV_ROLE_ALERT, HV_ROLE_LOG, HV_ROLE_MAIN, HV_ROLE_NAVIGATION, HV_ROLE_BANNER, HV_ROLE_REGION,
  HV_ROLE_SEARCH, HV_ROLE_FORM, HV_ROLE_ARTICLE, HV_ROLE_TABLE, HV_ROLE_ROW, HV_ROLE_CELL, HV_ROLE_COLUMN_HEADER,
  HV_ROLE_ROW_HEADER, HV_ROLE_TAB, HV_ROLE_TAB_LIST, HV_ROLE_TAB_PANEL, HV_ROLE_DIALOG, HV_ROLE_CHECKBOX, HV_ROLE_RADIO,
  HV_ROLE_RADIO_GROUP, HV_ROLE_SWITCH, HV_ROLE_PROGRESS, HV_ROLE_METER, HV_ROLE_SEPARATOR, HV_ROLE_TOOLBAR, HV_ROLE_MENU,
  HV_ROLE_MENU_ITEM, HV_ROLE_OPTION, HV_ROLE_LIST_BOX, HV_ROLE_NOTE, HV_ROLE_TIME, HV_ROLE_FIGURE,
} HVRole;
/// A box; one that can be pressed has an action of assistive technology and keys, which arrive as `HV_ACTIVATE`. It sends
/// `HV_FOCUS_IN` and `HV_FOCUS_OUT`.
HVHandle hv_box_new(uint64_t target, HVRole role, bool isPressable);
/// Puts a child behind `sibling`'s back: after it in the order of painting; first where `sibling` is missing.
void hv_box_insert(HVHandle box, HVHandle child, HVHandle sibling);
void hv_box_set_size(HVHandle box, double width, double height);
/// An edge with round corners: the left, the top, the width, the height, then the horizontal radii from the upper left corner on as the
/// clock goes, and the vertical ones.
enum { HV_EDGE = 12 };
/// Cuts off what sticks out of an edge; NULL cuts nothing off.
void hv_box_set_clip(HVHandle box, const double *edge);
/// How far beyond its left, upper, right and lower side a box draws, and whether something is drawn above what is in it.
void hv_box_set_reach(HVHandle box, const double *sides, bool drawsAbove);
/// Whether a box is drawn through clips and filters, and how far these spread it.
void hv_box_set_effect(HVHandle box, bool hasEffect, double spread);
/// Where `content` of `HV_THROUGH` draws: the left, the top, the width, the height.
void hv_content_bounds(HVHandle content, double *bounds);
void hv_content_draw(HVHandle content, HVHandle cairo);
void hv_box_set_fills(HVHandle box, bool fills);
void hv_box_listen(HVHandle box);
/// Lets a box take the keyboard by `hv_focus`. It sends `HV_KEY`, whose text is what the key writes, but not for keys with Control,
/// Alt or Meta.
void hv_box_listen_to_keys(HVHandle box);
/// Sends `HV_PRESS` and `HV_PRESS_END`, and `HV_DRAG_BEGIN` and `HV_DRAG` where a pointer is pressed and moved.
void hv_box_listen_to_drags(HVHandle box);
/// Takes the drag that begins: a tap does not come of it any more.
void hv_drag_claim(HVHandle box);
/// Takes the long press that is reported: letting go means nothing more.
void hv_press_claim(HVHandle box);
/// What ends with `HV_PRESS_END` presses no control in the box.
void hv_way_claim(HVHandle box);
// Whether a tap has begun on a box that listens and has not ended.
bool hv_box_is_pressed(HVHandle box);
void hv_remove(HVHandle widget);
void hv_set_frame(HVHandle widget, double x, double y, double width, double height);
void hv_set_visible(HVHandle widget, bool isVisible);
void hv_set_opacity(HVHandle widget, double opacity);
/// How a box is shown in its parent, from the upper left corner of its frame; `matrix`: six numbers as those of CSS, NULL for none.
void hv_set_transform(HVHandle widget, const double *matrix);
/// Draws a widget after those that are in the same box.
void hv_set_raised(HVHandle widget, bool isRaised);
void hv_set_clips(HVHandle widget, bool clips);
void hv_set_takes_input(HVHandle widget, bool takesInput);
/// Whether a widget with all that is in it can be pointed at and focused: not while a modal is above it.
void hv_set_reachable(HVHandle widget, bool isReachable);
/// Gives a box the looks of a sheet: round corners, and the window's color below what is in it.
void hv_box_set_sheet(HVHandle box);
typedef struct {
  const char *name, *description;
  int level;     // 0: none
  int checked;   // -1: it cannot be checked, 0 no, 1 yes, 2 mixed
  int expanded;  // -1: it does not open, 0 no, 1 yes
  int selected;  // -1: it cannot be selected, 0 no, 1 yes
  bool isDisabled, isHidden, isBusy, isInvalid, isRequired;
} HVAccessibility;
void hv_set_accessibility(HVHandle widget, HVAccessibility accessibility);
void hv_redraw(HVHandle widget);
/// Sends `HV_FRAME` before each frame, until `hv_frames_end`.
void hv_frames_begin(HVHandle widget, uint64_t target);
void hv_frames_end(HVHandle widget);
/// The frames a second that the frame clock has counted lately.
double hv_frame_rate(HVHandle widget);
/// Seconds of a clock that never goes back.
double hv_seconds(void);
/// Whether the desktop asks for less motion.
bool hv_reduces_motion(void);
void hv_focus(HVHandle widget);
/// Whether a widget of its own takes the keyboard.
void hv_set_focusable(HVHandle widget, bool isFocusable);
/// Sends `HV_MOVE_FOCUS` for the tab key.
void hv_box_order_focus(HVHandle box);
/// Whether the keyboard is elsewhere in the box now; otherwise it leaves the box. Without an answer GTK moves it.
void hv_focus_answer(HVHandle box, bool isMoved);
/// Whether the keyboard is in a widget.
bool hv_has_focus(HVHandle widget);
/// The target of the innermost widget in a box that has the keyboard in it; 0 where there is none.
uint64_t hv_focus_target(HVHandle box);
/// Gives the keyboard to the first or next part of a widget, or to the one before; `false` where there is none.
bool hv_focus_move(HVHandle widget, bool isForward);
void hv_unfocus(HVHandle window);

HVHandle hv_scroller_new(uint64_t target, HVHandle content);
void hv_scroller_set_bars(HVHandle scroller, bool horizontal, bool vertical, bool allowsScrolling);
void hv_scroller_scroll(HVHandle scroller, double x, double y);
/// Sends `HV_SETTLED` some time after the last scrolling.
void hv_scroller_set_pages(HVHandle scroller, bool isPaged);
/// A sign that something is being read, which turns.
HVHandle hv_spinner_new(void);

// Controls.
typedef enum { HV_FIELD, HV_SEARCH, HV_AREA, HV_SWITCH, HV_SLIDER, HV_SEGMENT, HV_PICKER, HV_BUTTON } HVControl;
HVHandle hv_control_new(HVControl kind, uint64_t target);
void hv_control_set_text(HVHandle control, const char *text);
void hv_control_set_number(HVHandle control, double number);
void hv_control_set_range(HVHandle control, double least, double most, double step);
/// Whether a reader may use a control: another one takes neither taps nor the keyboard.
void hv_control_set_enabled(HVHandle control, bool isEnabled);
void hv_control_set_items(HVHandle control, const char *const *items, int count);
/// From which side a control with its parts begins.
void hv_control_set_direction(HVHandle control, bool isRightToLeft);
void hv_button_set_child(HVHandle button, HVHandle child);
/// A button with a title, which sends `HV_CANCEL`.
HVHandle hv_cancel_new(uint64_t target, const char *title);
/// The looks of GTK's own control as rules of GTK's CSS, which end with the control.
void hv_control_set_style(HVHandle control, const char *rules);
typedef struct {
  const char *placeholder;
  bool isSecure, isEditable;
  int maximumLength;  // 0: without a limit
  int purpose;        // 0 free, 1 digits, 2 number, 3 e-mail, 4 URL, 5 password, 6 phone
  double alignment;   // 0 the left side to 1 the right one
  bool showsClear, isSelectable;
  int capitals;       // 0 none, 1 words, 2 sentences, 3 all
} HVFieldLook;
void hv_field_set_look(HVHandle field, HVFieldLook look);
void hv_field_set_font(HVHandle field, const char *family, double size, int weight, HVColor color);
/// How high a widget wants to be.
double hv_height(HVHandle widget, double width);
/// Errors and notes above a page.
HVHandle hv_message_new(uint64_t target, const char *text, const char *action);
/// A question above a page, with a field where there is a `placeholder`. `HV_ACTIVATE`: a: the number of the button, 0 for the
/// field's return key; text: what the field holds.
HVHandle hv_question_new(
    uint64_t target, const char *text, const char *placeholder, const char *const *items, int count);

// Drawing.
void hv_draw_box(HVHandle cairo, double x, double y, double width, double height, double radius, HVColor fill,
                 double borderWidth, HVColor border);
/// A line through `count` points, x and y of each; around a single one a ring of a radius.
void hv_draw_line(HVHandle cairo, const double *points, int count, double radius, double width, HVColor color);
void hv_draw_text(HVHandle cairo, const char *text, const char *family, double size, int weight, bool isItalic, double x,
                  double baseline, double width, HVColor color);
double hv_text_width(const char *text, const char *family, double size, int weight, bool isItalic);
/// From the upper edge of a line to its baseline.
double hv_text_baseline(const char *family, double size, int weight, bool isItalic);
/// Makes a font file drawable under a family's name, which may be another one than it has itself.
bool hv_font_add(const char *family, const uint8_t *bytes, size_t count);
/// Forgets the fonts that were added.
void hv_fonts_forget(void);
/// Rows of blue, green, red and alpha, premultiplied.
HVHandle hv_picture_new(const uint8_t *bytes, int width, int height);
/// Files that GdkPixbuf reads, SVG among them where librsvg's loader is installed.
HVHandle hv_picture_decode(const uint8_t *bytes, size_t count, int width, int height);
/// A smaller one of the same; `NULL` where there is no memory for it.
HVHandle hv_picture_reduced(HVHandle picture, int width, int height);
int hv_picture_width(HVHandle picture);
int hv_picture_height(HVHandle picture);
void hv_picture_pixels(HVHandle picture, uint8_t *bytes);
void hv_picture_draw(HVHandle cairo, HVHandle picture, double x, double y, double width, double height);
void hv_clip_box(HVHandle cairo, double x, double y, double width, double height, double radius);
void hv_clip_edge(HVHandle cairo, const double *edge);
void hv_save(HVHandle cairo);
void hv_restore(HVHandle cairo);
void hv_picture_free(HVHandle picture);

// Web views.
void hv_web_register_scheme(const char *scheme);
/// Reads WebKitGTK's library, on any thread; the first web view does it otherwise.
void hv_web_prepare(void);
/// Loads WebKitGTK and sets it up, as the first web view does otherwise.
void hv_web_begin(void);
/// Has a web view show texts without a size in another one; 1 is the usual size.
void hv_web_scale_texts(HVHandle web, double scale);
/// Whether a web view was made before.
bool hv_web_is_ready(void);
HVHandle hv_web_new(uint64_t target, bool runsScripts, bool isEphemeral);
void hv_web_load(HVHandle web, const char *address, const char *headers);
void hv_web_run(HVHandle web, const char *script);
void hv_web_ask(HVHandle web, const char *script, double number);
/// Finds a text on the page, whatever its case, and marks all places; an empty one takes the marks away. `step`: 0 a new text,
/// 1 the next place, -1 the one before.
void hv_web_find(HVHandle web, const char *text, int step);
void hv_request_answer(HVHandle request, int status, const char *headers, const uint8_t *bytes, size_t count);
