#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>

// Exported by the library and missing from its public headers.
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *data);
extern void JSContextGroupSetExecutionTimeLimit(
    JSContextGroupRef group, double seconds, JSShouldTerminateCallback callback, void *data);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);
// Of the library's GLib interface: an option of the engine, before its first context.
extern int jsc_options_set_boolean(const char *option, int value);
// Calls a function with a promise and its reason when no one took the reason by the end of a turn.
extern void JSGlobalContextSetUnhandledRejectionCallback(
    JSGlobalContextRef context, JSObjectRef function, JSValueRef *exception);
// An object of numbers; `heapCapacity` and `extraMemorySize` are bytes.
extern JSObjectRef JSGetMemoryUsageStatistics(JSContextRef context);
// Collects before it returns; JSGarbageCollect is only a hint.
extern void JSSynchronousGarbageCollectForDebugging(JSContextRef context);

// WebKit's own run loop is GLib's default one only where JavaScriptCore knows the main thread when its first context is made. No
// public function says so; WebKitGTK calls this one, which the library exports for it.
extern void _ZN3WTF20initializeMainThreadEv(void) __attribute__((weak));
static inline bool hybrid_jsc_initialize_main_thread(void) {
  if (!_ZN3WTF20initializeMainThreadEv) return false;
  _ZN3WTF20initializeMainThreadEv();
  return true;
}
