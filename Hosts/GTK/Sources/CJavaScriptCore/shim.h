#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// JavaScriptCore's C API, as far as HybridScript uses it: the library of GTK 4 exports it, and Debian's package for it has no
// headers of it. The declarations are those of the API's public headers, which do not change.
typedef const struct OpaqueJSContextGroup *JSContextGroupRef;
typedef const struct OpaqueJSContext *JSContextRef;
typedef struct OpaqueJSContext *JSGlobalContextRef;
typedef struct OpaqueJSString *JSStringRef;
typedef struct OpaqueJSClass *JSClassRef;
typedef const struct OpaqueJSValue *JSValueRef;
typedef struct OpaqueJSValue *JSObjectRef;
typedef unsigned short JSChar;
typedef unsigned JSPropertyAttributes;
enum { kJSPropertyAttributeDontEnum = 1 << 2 };

typedef JSValueRef (*JSObjectCallAsFunctionCallback)(
    JSContextRef context, JSObjectRef function, JSObjectRef thisObject, size_t count, const JSValueRef arguments[],
    JSValueRef *exception);

// The fields that are not used here are pointers to functions and tables.
typedef struct {
  int version;
  unsigned attributes;
  const char *className;
  JSClassRef parentClass;
  const void *staticValues;
  const void *staticFunctions;
  const void *initialize;
  const void *finalize;
  const void *hasProperty;
  const void *getProperty;
  const void *setProperty;
  const void *deleteProperty;
  const void *getPropertyNames;
  JSObjectCallAsFunctionCallback callAsFunction;
  const void *callAsConstructor;
  const void *hasInstance;
  const void *convertToType;
} JSClassDefinition;
extern const JSClassDefinition kJSClassDefinitionEmpty;

extern JSClassRef JSClassCreate(const JSClassDefinition *definition);
extern void JSClassRelease(JSClassRef class_);
extern JSObjectRef JSContextGetGlobalObject(JSContextRef context);
extern JSContextGroupRef JSContextGroupCreate(void);
extern void JSContextGroupRelease(JSContextGroupRef group);
extern JSGlobalContextRef JSGlobalContextCreateInGroup(JSContextGroupRef group, JSClassRef globalObjectClass);
extern void JSGlobalContextRelease(JSGlobalContextRef context);
extern JSValueRef JSEvaluateScript(
    JSContextRef context, JSStringRef script, JSObjectRef thisObject, JSStringRef source, int line, JSValueRef *exception);
extern void JSGarbageCollect(JSContextRef context);
extern JSObjectRef JSObjectMake(JSContextRef context, JSClassRef class_, void *data);
extern void *JSObjectGetPrivate(JSObjectRef object);
extern JSValueRef JSObjectGetProperty(JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef *exception);
extern void JSObjectSetProperty(
    JSContextRef context, JSObjectRef object, JSStringRef name, JSValueRef value, JSPropertyAttributes attributes,
    JSValueRef *exception);
extern JSStringRef JSStringCreateWithCharacters(const JSChar *characters, size_t count);
extern const JSChar *JSStringGetCharactersPtr(JSStringRef string);
extern size_t JSStringGetLength(JSStringRef string);
extern void JSStringRelease(JSStringRef string);
extern bool JSValueIsBoolean(JSContextRef context, JSValueRef value);
extern bool JSValueIsNumber(JSContextRef context, JSValueRef value);
extern bool JSValueIsObject(JSContextRef context, JSValueRef value);
extern bool JSValueIsString(JSContextRef context, JSValueRef value);
extern JSValueRef JSValueMakeString(JSContextRef context, JSStringRef string);
extern double JSValueToNumber(JSContextRef context, JSValueRef value, JSValueRef *exception);
extern JSObjectRef JSValueToObject(JSContextRef context, JSValueRef value, JSValueRef *exception);
extern JSStringRef JSValueToStringCopy(JSContextRef context, JSValueRef value, JSValueRef *exception);

// As in HybridScript's own shim.
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *data);
extern void JSContextGroupSetExecutionTimeLimit(
    JSContextGroupRef group, double seconds, JSShouldTerminateCallback callback, void *data);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);
extern int jsc_options_set_boolean(const char *option, int value);
extern void JSGlobalContextSetUnhandledRejectionCallback(
    JSGlobalContextRef context, JSObjectRef function, JSValueRef *exception);
extern JSObjectRef JSGetMemoryUsageStatistics(JSContextRef context);
extern void JSSynchronousGarbageCollectForDebugging(JSContextRef context);

// WebKit's own run loop is GLib's default one only where JavaScriptCore knows the main thread when its first context is made. No
// public function says so; WebKitGTK calls this one, which the library exports for it.
extern void _ZN3WTF20initializeMainThreadEv(void) __attribute__((weak));
static inline bool hybrid_jsc_initialize_main_thread(void) {
  if (!_ZN3WTF20initializeMainThreadEv) return false;
  _ZN3WTF20initializeMainThreadEv();
  return true;
}
