#include "CCurl.h"

// libcurl's functions for apps, which have no need of it until something is fetched: with the libraries that it needs it takes more than
// 4 MB of memory. The tool links libcurl.
#if defined(__linux__) && !defined(HYBRID_LINKS_LIBRARIES)

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>

static void *library;

static void load(void) { library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }

static void *find(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return library ? dlsym(library, name) : NULL;
}

// An app that links libcurl by itself has its functions.
#define FORWARD(result, name, parameters, arguments, otherwise)                                   \
  __attribute__((weak)) result name parameters {                                                  \
    static result(*known) parameters;                                                             \
    result(*function) parameters = __atomic_load_n(&known, __ATOMIC_RELAXED);                     \
    if (!function) {                                                                              \
      function = (result(*) parameters)find(#name);                                               \
      __atomic_store_n(&known, function, __ATOMIC_RELAXED);                                       \
    }                                                                                             \
    return function ? function arguments : otherwise;                                             \
  }

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(CURL *, curl_easy_init, (void), (), NULL)
FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text), NULL)
FORWARD(CURLM *, curl_multi_init, (void), (), NULL)
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM * multi, CURL *easy), (multi, easy), CURLM_INTERNAL_ERROR)
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM * multi, CURL *easy), (multi, easy), CURLM_INTERNAL_ERROR)
FORWARD(CURLMcode, curl_multi_perform, (CURLM * multi, int *running), (multi, running), CURLM_INTERNAL_ERROR)
FORWARD(
    CURLMcode, curl_multi_poll, (CURLM * multi, struct curl_waitfd *more, unsigned count, int timeout, int *ready),
    (multi, more, count, timeout, ready), CURLM_INTERNAL_ERROR)
FORWARD(CURLMcode, curl_multi_wakeup, (CURLM * multi), (multi), CURLM_INTERNAL_ERROR)
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM * multi, int *waiting), (multi, waiting), NULL)
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM * multi), (multi), CURLM_INTERNAL_ERROR)
FORWARD(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl.so.4 is not installed")
FORWARD(const char *, curl_multi_strerror, (CURLMcode code), (code), "libcurl.so.4 is not installed")

// Handles come from the library: it is there where one is.
#define FORWARD_TO_HANDLE(name, parameters, arguments)                                            \
  __attribute__((weak)) void name parameters {                                                    \
    void(*function) parameters = (void(*) parameters)find(#name);                                 \
    if (function) function arguments;                                                             \
  }

FORWARD_TO_HANDLE(curl_easy_reset, (CURL * easy), (easy))
FORWARD_TO_HANDLE(curl_easy_cleanup, (CURL * easy), (easy))
FORWARD_TO_HANDLE(curl_slist_free_all, (struct curl_slist * list), (list))

// Options have one argument: a number or a pointer, each as large as a pointer where `long` is. Lists of values follow the same rule.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) <= sizeof(void *), "options are handed on as pointers");

#define FORWARD_OPTION(result, name, handle, option, otherwise)                                   \
  __attribute__((weak)) result name(handle *self, option number, ...) {                           \
    va_list list;                                                                                 \
    va_start(list, number);                                                                       \
    void *value = va_arg(list, void *);                                                           \
    va_end(list);                                                                                 \
    result (*function)(handle *, option, ...) = (result(*)(handle *, option, ...))find(#name);    \
    return function ? function(self, number, value) : otherwise;                                  \
  }

FORWARD_OPTION(CURLcode, curl_easy_setopt, CURL, CURLoption, CURLE_FAILED_INIT)
FORWARD_OPTION(CURLcode, curl_easy_getinfo, CURL, CURLINFO, CURLE_FAILED_INIT)
FORWARD_OPTION(CURLMcode, curl_multi_setopt, CURLM, CURLMoption, CURLM_INTERNAL_ERROR)

#endif
