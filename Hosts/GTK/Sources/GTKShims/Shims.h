#pragma once
#include <glib-object.h>

#include "GTKShims.h"

extern HVEventHandler hv_event;
extern HVDrawHandler hv_draw;
extern HVPolicyHandler hv_policy;
extern HVRequestHandler hv_request;

/// What hears of an object's events.
uint64_t hv_target(gpointer object);
void hv_attach(gpointer object, uint64_t target);
void hv_send(gpointer object, HVEventKind kind, double a, double b, const char *text);
/// Hands the wheel on from what cannot scroll further.
void hv_chain_scrolling(gpointer scroller);
/// Something was scrolled or moved: boxes that are drawn in part may have to show other parts.
void hv_boxes_moved(void);
/// Whether what has the keyboard is being hidden or taken away just now.
extern bool hv_is_letting_go;
/// Says that a frame was drawn: what it took is given back when no more come.
void hv_frame_drawn(void);
/// GTK's number of a role.
int hv_accessible_role(HVRole role);
