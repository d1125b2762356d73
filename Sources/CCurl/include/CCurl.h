// libcurl's functions of options take any number of arguments, which Swift cannot call: here they are by type.
#ifndef HYBRID_CCURL_H
#define HYBRID_CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <stddef.h>

typedef size_t (*hybrid_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode hybrid_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode hybrid_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode hybrid_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode hybrid_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode hybrid_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode hybrid_curl_set_sink(CURL *handle, CURLoption option, hybrid_curl_sink sink) {
  return curl_easy_setopt(handle, option, sink);
}

// Only HTTP: no file:, no ftp:. The option changed its name in 7.85.
static inline CURLcode hybrid_curl_allow_http_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

// Since 7.87: a transfer that is given up waits for no answer of the name service.
static inline void hybrid_curl_set_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
}

static inline curl_off_t hybrid_curl_sent_bytes(CURL *handle) {
  curl_off_t count = 0;
  return curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &count) == CURLE_OK ? count : 0;
}

static inline CURLMcode hybrid_curl_keep_connections(CURLM *handle, long count) {
  return curl_multi_setopt(handle, CURLMOPT_MAXCONNECTS, count);
}

// How the transfer of a handle that has ended ended.
static inline CURLcode hybrid_curl_result(CURLM *multi) {
  int waiting = 0;
  CURLMsg *message;
  CURLcode result = CURLE_RECV_ERROR;
  while ((message = curl_multi_info_read(multi, &waiting))) {
    if (message->msg == CURLMSG_DONE) { result = message->data.result; }
  }
  return result;
}

#endif
