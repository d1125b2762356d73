#pragma once
#include <gtk/gtk.h>

// WebKitGTK 6.0 as far as hybrid-view uses it. It is loaded when the first Web page is shown, and the program is not linked with it:
// an app of Token pages never maps it, which would be a third of its memory. The declarations are those of its public headers;
// `HV_CHECKS_WEBKIT` has the compiler compare them (Tests/view_test.py).

#ifdef HV_CHECKS_WEBKIT
#include <webkit/webkit.h>
#else
typedef struct _JSCValue JSCValue;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _WebKitFindController WebKitFindController;
typedef struct _WebKitNavigationAction WebKitNavigationAction;
typedef struct _WebKitNavigationPolicyDecision WebKitNavigationPolicyDecision;
typedef struct _WebKitNetworkSession WebKitNetworkSession;
typedef struct _WebKitPermissionRequest WebKitPermissionRequest;
typedef struct _WebKitPolicyDecision WebKitPolicyDecision;
typedef struct _WebKitResponsePolicyDecision WebKitResponsePolicyDecision;
typedef struct _WebKitSecurityManager WebKitSecurityManager;
typedef struct _WebKitSettings WebKitSettings;
typedef struct _WebKitURIRequest WebKitURIRequest;
typedef struct _WebKitURIResponse WebKitURIResponse;
typedef struct _WebKitURISchemeRequest WebKitURISchemeRequest;
typedef struct _WebKitURISchemeResponse WebKitURISchemeResponse;
typedef struct _WebKitUserContentManager WebKitUserContentManager;
typedef struct _WebKitWebContext WebKitWebContext;
typedef struct _WebKitWebView WebKitWebView;

typedef enum { SOUP_MESSAGE_HEADERS_RESPONSE = 1 } SoupMessageHeadersType;
typedef enum { WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE = 1, WEBKIT_FIND_OPTIONS_WRAP_AROUND = 16 } WebKitFindOptions;
typedef enum { WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER = 1 } WebKitHardwareAccelerationPolicy;
typedef enum { WEBKIT_LOAD_FINISHED = 3 } WebKitLoadEvent;
typedef enum {
  WEBKIT_NAVIGATION_TYPE_LINK_CLICKED,
  WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED,
  WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED = 4,
  WEBKIT_NAVIGATION_TYPE_OTHER,
} WebKitNavigationType;
typedef enum { WEBKIT_NETWORK_ERROR_CANCELLED = 302 } WebKitNetworkError;
typedef enum {
  WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION = 1,
  WEBKIT_POLICY_DECISION_TYPE_RESPONSE = 2,
} WebKitPolicyDecisionType;
typedef enum { WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE = 102 } WebKitPolicyError;
typedef int WebKitWebProcessTerminationReason;

typedef void (*SoupMessageHeadersForeachFunc)(const char *name, const char *value, gpointer data);
typedef void (*WebKitURISchemeRequestCallback)(WebKitURISchemeRequest *request, gpointer data);
#endif

// The result, the name without `webkit_`, the parameters.
#define HV_WEBKIT_FUNCTIONS(F) \
  F(void, find_controller_search, (WebKitFindController *, const char *text, guint32 options, guint most)) \
  F(void, find_controller_search_finish, (WebKitFindController *)) \
  F(void, find_controller_search_next, (WebKitFindController *)) \
  F(void, find_controller_search_previous, (WebKitFindController *)) \
  F(const char *, navigation_action_get_frame_name, (WebKitNavigationAction *)) \
  F(WebKitNavigationType, navigation_action_get_navigation_type, (WebKitNavigationAction *)) \
  F(WebKitURIRequest *, navigation_action_get_request, (WebKitNavigationAction *)) \
  F(WebKitNavigationAction *, navigation_policy_decision_get_navigation_action, (WebKitNavigationPolicyDecision *)) \
  F(GQuark, network_error_quark, (void)) \
  F(WebKitNetworkSession *, network_session_get_default, (void)) \
  F(WebKitNetworkSession *, network_session_new_ephemeral, (void)) \
  F(void, permission_request_deny, (WebKitPermissionRequest *)) \
  F(void, policy_decision_ignore, (WebKitPolicyDecision *)) \
  F(void, policy_decision_use, (WebKitPolicyDecision *)) \
  F(GQuark, policy_error_quark, (void)) \
  F(WebKitURIResponse *, response_policy_decision_get_response, (WebKitResponsePolicyDecision *)) \
  F(gboolean, response_policy_decision_is_main_frame_main_resource, (WebKitResponsePolicyDecision *)) \
  F(void, security_manager_register_uri_scheme_as_cors_enabled, (WebKitSecurityManager *, const char *scheme)) \
  F(void, security_manager_register_uri_scheme_as_secure, (WebKitSecurityManager *, const char *scheme)) \
  F(void, settings_set_allow_file_access_from_file_urls, (WebKitSettings *, gboolean)) \
  F(void, settings_set_default_font_size, (WebKitSettings *, guint32 size)) \
  F(void, settings_set_default_monospace_font_size, (WebKitSettings *, guint32 size)) \
  F(void, settings_set_enable_javascript, (WebKitSettings *, gboolean)) \
  F(void, settings_set_enable_write_console_messages_to_stdout, (WebKitSettings *, gboolean)) \
  F(void, settings_set_hardware_acceleration_policy, (WebKitSettings *, WebKitHardwareAccelerationPolicy)) \
  F(void, settings_set_javascript_can_open_windows_automatically, (WebKitSettings *, gboolean)) \
  F(SoupMessageHeaders *, uri_request_get_http_headers, (WebKitURIRequest *)) \
  F(const char *, uri_request_get_http_method, (WebKitURIRequest *)) \
  F(const char *, uri_request_get_uri, (WebKitURIRequest *)) \
  F(WebKitURIRequest *, uri_request_new, (const char *address)) \
  F(guint, uri_response_get_status_code, (WebKitURIResponse *)) \
  F(const char *, uri_response_get_uri, (WebKitURIResponse *)) \
  F(void, uri_scheme_request_finish_with_response, (WebKitURISchemeRequest *, WebKitURISchemeResponse *)) \
  F(SoupMessageHeaders *, uri_scheme_request_get_http_headers, (WebKitURISchemeRequest *)) \
  F(const char *, uri_scheme_request_get_http_method, (WebKitURISchemeRequest *)) \
  F(WebKitWebView *, uri_scheme_request_get_web_view, (WebKitURISchemeRequest *)) \
  F(const char *, uri_scheme_request_get_uri, (WebKitURISchemeRequest *)) \
  F(WebKitURISchemeResponse *, uri_scheme_response_new, (GInputStream *, gint64 length)) \
  F(void, uri_scheme_response_set_content_type, (WebKitURISchemeResponse *, const char *type)) \
  F(void, uri_scheme_response_set_http_headers, (WebKitURISchemeResponse *, SoupMessageHeaders *)) \
  F(void, uri_scheme_response_set_status, (WebKitURISchemeResponse *, guint status, const char *reason)) \
  F(WebKitUserContentManager *, user_content_manager_new, (void)) \
  F(gboolean, user_content_manager_register_script_message_handler, \
    (WebKitUserContentManager *, const char *name, const char *world)) \
  F(WebKitWebContext *, web_context_get_default, (void)) \
  F(WebKitSecurityManager *, web_context_get_security_manager, (WebKitWebContext *)) \
  F(void, web_context_register_uri_scheme, \
    (WebKitWebContext *, const char *scheme, WebKitURISchemeRequestCallback, gpointer data, GDestroyNotify)) \
  F(void, web_view_evaluate_javascript, \
    (WebKitWebView *, const char *script, gssize length, const char *world, const char *source, GCancellable *, \
     GAsyncReadyCallback, gpointer data)) \
  F(JSCValue *, web_view_evaluate_javascript_finish, (WebKitWebView *, GAsyncResult *, GError **)) \
  F(WebKitFindController *, web_view_get_find_controller, (WebKitWebView *)) \
  F(WebKitSettings *, web_view_get_settings, (WebKitWebView *)) \
  F(const char *, web_view_get_title, (WebKitWebView *)) \
  F(GType, web_view_get_type, (void)) \
  F(const char *, web_view_get_uri, (WebKitWebView *)) \
  F(void, web_view_load_request, (WebKitWebView *, WebKitURIRequest *))

// Those of the libraries that it brings along, with their whole names.
#define HV_WEBKIT_COMPANIONS(F) \
  F(gboolean, jsc_value_is_string, (JSCValue *)) \
  F(char *, jsc_value_to_string, (JSCValue *)) \
  F(void, soup_message_headers_append, (SoupMessageHeaders *, const char *name, const char *value)) \
  F(void, soup_message_headers_foreach, (SoupMessageHeaders *, SoupMessageHeadersForeachFunc, gpointer data)) \
  F(SoupMessageHeaders *, soup_message_headers_new, (SoupMessageHeadersType))

#define HV_POINTER(result, name, parameters) result(*name) parameters;
typedef struct {
  HV_WEBKIT_FUNCTIONS(HV_POINTER)
  HV_WEBKIT_COMPANIONS(HV_POINTER)
} HVWebKit;
#undef HV_POINTER

/// Reads the library, which takes a tenth of a second or more; on any thread.
void hv_webkit_prepare(void);
/// WebKitGTK's functions; NULL where the library is missing or too old. The first call loads it.
const HVWebKit *hv_webkit(void);
