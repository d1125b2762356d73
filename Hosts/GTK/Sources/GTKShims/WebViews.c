#include <gtk/gtk.h>
#include <string.h>

#include "Shims.h"
#include "WebKitLibrary.h"

// Loaded with the first web view; NULL where it is missing. What WebKitGTK calls here finds it.
static const HVWebKit *webkit;
static char *own_scheme;

static void add_header(const char *name, const char *value, gpointer text) {
  g_string_append_printf(text, "%s: %s\n", name, value);
}

static void on_request(WebKitURISchemeRequest *request, gpointer data) {
  GString *headers = g_string_new(NULL);
  SoupMessageHeaders *fields = webkit->uri_scheme_request_get_http_headers(request);
  if (fields) webkit->soup_message_headers_foreach(fields, add_header, headers);
  // WebKit has the method of a form of the release's own pages only here.
  const char *method = webkit->uri_scheme_request_get_http_method(request);
  WebKitWebView *web = webkit->uri_scheme_request_get_web_view(request);
  if (web && method && g_ascii_strcasecmp(method, "POST") == 0)
    g_object_set_data_full(G_OBJECT(web), "hv-form", g_strdup(webkit->uri_scheme_request_get_uri(request)), g_free);
  hv_request(
      g_object_ref(request), webkit->uri_scheme_request_get_http_method(request),
      webkit->uri_scheme_request_get_uri(request), headers->str);
  g_string_free(headers, TRUE);
}

void hv_request_answer(HVHandle request, int status, const char *headers, const uint8_t *bytes, size_t count) {
  GBytes *body = g_bytes_new(bytes, count);
  GInputStream *stream = g_memory_input_stream_new_from_bytes(body);
  WebKitURISchemeResponse *response = webkit->uri_scheme_response_new(stream, (gint64)count);
  webkit->uri_scheme_response_set_status(response, (guint)status, NULL);
  SoupMessageHeaders *fields = webkit->soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
  char **lines = g_strsplit(headers, "\n", -1);
  for (char **line = lines; *line; line++) {
    char *colon = strstr(*line, ": ");
    if (!colon) continue;
    *colon = 0;
    webkit->soup_message_headers_append(fields, *line, colon + 2);
    if (!g_ascii_strcasecmp(*line, "content-type")) webkit->uri_scheme_response_set_content_type(response, colon + 2);
  }
  g_strfreev(lines);
  // The response takes the fields.
  webkit->uri_scheme_response_set_http_headers(response, fields);
  webkit->uri_scheme_request_finish_with_response(request, response);
  g_object_unref(response);
  g_object_unref(stream);
  g_bytes_unref(body);
  g_object_unref(request);
}

void hv_web_register_scheme(const char *scheme) { own_scheme = g_strdup(scheme); }
void hv_web_prepare(void) { hv_webkit_prepare(); }
bool hv_web_is_ready(void) { return webkit != NULL; }

/// Whether web views can be made.
static bool has_webkit(void) {
  if (webkit) return true;
  if (!(webkit = hv_webkit())) return false;
  WebKitWebContext *context = webkit->web_context_get_default();
  webkit->web_context_register_uri_scheme(context, own_scheme, on_request, NULL, NULL);
  WebKitSecurityManager *security = webkit->web_context_get_security_manager(context);
  webkit->security_manager_register_uri_scheme_as_secure(security, own_scheme);
  webkit->security_manager_register_uri_scheme_as_cors_enabled(security, own_scheme);
  return true;
}

void hv_web_begin(void) { has_webkit(); }

static void on_load(WebKitWebView *web, WebKitLoadEvent event, gpointer data) {
  if (event == WEBKIT_LOAD_FINISHED) hv_send(web, HV_LOADED, 0, 0, webkit->web_view_get_uri(web));
}

static bool allows(WebKitWebView *web, const char *address, HVNavigation navigation) {
  uint64_t *target = g_object_get_data(G_OBJECT(web), "hv-target");
  return hv_policy(target ? *target : 0, address, navigation);
}

static bool is_web(const char *address) {
  return g_str_has_prefix(address, "http:") || g_str_has_prefix(address, "https:")
      || (own_scheme && g_str_has_prefix(address, own_scheme) && address[strlen(own_scheme)] == ':');
}

static gboolean on_load_failed(WebKitWebView *web, WebKitLoadEvent event, char *address, GError *error, gpointer data) {
  // A load that another one takes the place of has not failed.
  if (g_error_matches(error, webkit->network_error_quark(), WEBKIT_NETWORK_ERROR_CANCELLED)
      || g_error_matches(
          error, webkit->policy_error_quark(), WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE))
    return TRUE;
  // Where a script led, and what would have been taken elsewhere once it had answered.
  if (address && !allows(web, address, HV_GOES)) return TRUE;
  hv_send(web, HV_LOAD_FAILED, 0, 0, error->message);
  return TRUE;
}

static gboolean on_policy(
    WebKitWebView *web, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type, gpointer data) {
  if (type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE) {
    WebKitResponsePolicyDecision *answer = (WebKitResponsePolicyDecision *)decision;
    WebKitURIResponse *response = webkit->response_policy_decision_get_response(answer);
    guint status = webkit->uri_response_get_status_code(response);
    if (!webkit->response_policy_decision_is_main_frame_main_resource(answer)) return FALSE;
    const char *address = webkit->uri_response_get_uri(response);
    const char *form = g_object_get_data(G_OBJECT(web), "hv-form");
    if (address && !allows(web, address, form && strcmp(form, address) == 0 ? HV_SENDS_FORM : HV_ANSWERS)) {
      webkit->policy_decision_ignore(decision);
      return TRUE;
    }
    if (status >= 400) {
      char text[16];
      g_snprintf(text, sizeof text, "HTTP %u", status);
      hv_send(web, HV_LOAD_FAILED, status, 0, text);
      webkit->policy_decision_ignore(decision);
      return TRUE;
    }
    return FALSE;
  }
  WebKitNavigationPolicyDecision *navigation = (WebKitNavigationPolicyDecision *)decision;
  WebKitNavigationAction *action = webkit->navigation_policy_decision_get_navigation_action(navigation);
  const char *address = webkit->uri_request_get_uri(webkit->navigation_action_get_request(action));
  WebKitNavigationType cause = webkit->navigation_action_get_navigation_type(action);
  const char *method = webkit->uri_request_get_http_method(webkit->navigation_action_get_request(action));
  HVNavigation kind = HV_GOES;
  bool isForm = cause == WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED || cause == WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED;
  g_object_set_data(G_OBJECT(web), "hv-form", NULL);
  if (type == WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION) {
    kind = HV_OPENS_WINDOW;
  } else if (webkit->navigation_action_get_frame_name(action)) {
    kind = HV_LOADS_FRAME;
  } else if (method && g_ascii_strcasecmp(method, "GET") != 0) {
    kind = HV_SENDS_FORM;
  } else if ((cause == WEBKIT_NAVIGATION_TYPE_OTHER || (isForm && !method)) && is_web(address)) {
    // A script, or a frame without a name, which differ only in the answer; a form of an own page.
    webkit->policy_decision_use(decision);
    return TRUE;
  }
  if (allows(web, address, kind)) webkit->policy_decision_use(decision);
  else webkit->policy_decision_ignore(decision);
  return TRUE;
}

static void on_message(WebKitUserContentManager *manager, JSCValue *value, gpointer web) {
  if (!webkit->jsc_value_is_string(value)) return;
  char *text = webkit->jsc_value_to_string(value);
  hv_send(web, HV_MESSAGE, 0, 0, text);
  g_free(text);
}

static void on_title(WebKitWebView *web, GParamSpec *spec, gpointer data) {
  const char *title = webkit->web_view_get_title(web);
  if (title && *title) hv_send(web, HV_TITLE, 0, 0, title);
}

static void on_crash(WebKitWebView *web, WebKitWebProcessTerminationReason reason, gpointer data) {
  hv_send(web, HV_CRASHED, 0, 0, NULL);
}

static gboolean on_permission(WebKitWebView *web, WebKitPermissionRequest *request, gpointer data) {
  webkit->permission_request_deny(request);
  return TRUE;
}

// Where a web view would be.
static HVHandle placeholder(uint64_t target) {
  GtkWidget *label = gtk_label_new("Web pages need WebKitGTK 6.0.");
  hv_attach(label, target);
  return g_object_ref_sink(label);
}

HVHandle hv_web_new(uint64_t target, bool runsScripts, bool isEphemeral) {
  if (!has_webkit()) return placeholder(target);
  WebKitNetworkSession *session =
      isEphemeral ? webkit->network_session_new_ephemeral() : g_object_ref(webkit->network_session_get_default());
  WebKitUserContentManager *manager = webkit->user_content_manager_new();
  GtkWidget *web = g_object_new(
      webkit->web_view_get_type(), "network-session", session, "user-content-manager", manager, NULL);
  hv_attach(web, target);
  g_object_unref(session);
  WebKitSettings *settings = webkit->web_view_get_settings((WebKitWebView *)web);
  webkit->settings_set_enable_javascript(settings, runsScripts);
  webkit->settings_set_allow_file_access_from_file_urls(settings, FALSE);
  webkit->settings_set_javascript_can_open_windows_automatically(settings, FALSE);
  webkit->settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
  webkit->settings_set_enable_write_console_messages_to_stdout(settings, FALSE);
  g_signal_connect(manager, "script-message-received::hybrid", G_CALLBACK(on_message), web);
  webkit->user_content_manager_register_script_message_handler(manager, "hybrid", NULL);
  g_object_unref(manager);
  g_signal_connect(web, "load-changed", G_CALLBACK(on_load), NULL);
  g_signal_connect(web, "load-failed", G_CALLBACK(on_load_failed), NULL);
  g_signal_connect(web, "decide-policy", G_CALLBACK(on_policy), NULL);
  g_signal_connect(web, "notify::title", G_CALLBACK(on_title), NULL);
  g_signal_connect(web, "web-process-terminated", G_CALLBACK(on_crash), NULL);
  g_signal_connect(web, "permission-request", G_CALLBACK(on_permission), NULL);
  return g_object_ref_sink(web);
}

static gboolean on_missing(gpointer web) {
  hv_send(web, HV_LOAD_FAILED, 0, 0, "WebKitGTK 6.0 is not installed");
  g_object_unref(web);
  return G_SOURCE_REMOVE;
}

void hv_web_load(HVHandle web, const char *address, const char *headers) {
  if (!webkit) {
    g_idle_add(on_missing, g_object_ref(web));
    return;
  }
  WebKitURIRequest *request = webkit->uri_request_new(address);
  SoupMessageHeaders *fields = webkit->uri_request_get_http_headers(request);
  char **lines = g_strsplit(headers, "\n", -1);
  for (char **line = lines; fields && *line; line++) {
    char *colon = strstr(*line, ": ");
    if (!colon) continue;
    *colon = 0;
    webkit->soup_message_headers_append(fields, *line, colon + 2);
  }
  g_strfreev(lines);
  webkit->web_view_load_request(web, request);
  g_object_unref(request);
}

void hv_web_scale_texts(HVHandle web, double scale) {
  if (!webkit) return;
  WebKitSettings *settings = webkit->web_view_get_settings(web);
  // CSS's own sizes of texts without a size.
  webkit->settings_set_default_font_size(settings, (guint32)(16 * scale + 0.5));
  webkit->settings_set_default_monospace_font_size(settings, (guint32)(13 * scale + 0.5));
}

void hv_web_run(HVHandle web, const char *script) {
  if (!webkit) return;
  webkit->web_view_evaluate_javascript(web, script, -1, NULL, NULL, NULL, NULL, NULL);
}

typedef struct { double number; } Question;

static void on_answer(GObject *web, GAsyncResult *result, gpointer data) {
  Question *question = data;
  JSCValue *value = webkit->web_view_evaluate_javascript_finish((WebKitWebView *)web, result, NULL);
  char *text = value ? webkit->jsc_value_to_string(value) : NULL;
  hv_send(web, HV_ANSWER, question->number, 0, text);
  g_free(text);
  if (value) g_object_unref(value);
  g_free(question);
}

void hv_web_ask(HVHandle web, const char *script, double number) {
  if (!webkit) return;
  Question *question = g_new(Question, 1);
  question->number = number;
  webkit->web_view_evaluate_javascript(web, script, -1, NULL, NULL, NULL, on_answer, question);
}

void hv_web_find(HVHandle web, const char *text, int step) {
  if (!webkit) return;
  WebKitFindController *finder = webkit->web_view_get_find_controller(web);
  const uint32_t options = WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE | WEBKIT_FIND_OPTIONS_WRAP_AROUND;
  if (!*text) webkit->find_controller_search_finish(finder);
  else if (step > 0) webkit->find_controller_search_next(finder);
  else if (step < 0) webkit->find_controller_search_previous(finder);
  else webkit->find_controller_search(finder, text, options, 1000);
}
