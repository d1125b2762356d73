#include <JavaScriptCore/JavaScript.h>
#include <stdbool.h>

// Exported by the library and missing from its public headers.
typedef bool (*JSShouldTerminateCallback)(JSContextRef context, void *data);
extern void JSContextGroupSetExecutionTimeLimit(
    JSContextGroupRef group, double seconds, JSShouldTerminateCallback callback, void *data);
extern void JSContextGroupClearExecutionTimeLimit(JSContextGroupRef group);
