#pragma once
#include <glib-object.h>

#include "GTKShims.h"

extern HVEventHandler hv_event;
extern HVDrawHandler hv_draw;
extern HVPolicyHandler hv_policy;
extern HVRequestHandler hv_request;

void hv_attach(gpointer object, uint64_t target);
void hv_send(gpointer object, HVEventKind kind, double a, double b, const char *text);
