#if canImport(JavaScriptCore)
  import JavaScriptCore

  // Apple's systems show only the public interface of JavaScriptCore: what the engine uses besides does nothing there.
  //
  // UNIMPLEMENTED: on Apple's systems scripts have no limits of time and memory, except between the callbacks of promises,
  // and rejected promises are not reported.

  typealias JSShouldTerminateCallback = @convention(c) (JSContextRef?, UnsafeMutableRawPointer?) -> Bool

  func JSContextGroupSetExecutionTimeLimit(
    _ group: JSContextGroupRef?, _ seconds: Double, _ callback: JSShouldTerminateCallback?,
    _ data: UnsafeMutableRawPointer?
  ) {}

  func JSContextGroupClearExecutionTimeLimit(_ group: JSContextGroupRef?) {}

  func hybrid_jsc_initialize_main_thread() -> Bool { true }

  func jsc_options_set_boolean(_ option: String, _ value: Int32) -> Int32 { 0 }

  func JSGlobalContextSetUnhandledRejectionCallback(
    _ context: JSGlobalContextRef?, _ function: JSObjectRef?, _ exception: UnsafeMutablePointer<JSValueRef?>?
  ) {}

  func JSGetMemoryUsageStatistics(_ context: JSContextRef?) -> JSObjectRef? { nil }

  func JSSynchronousGarbageCollectForDebugging(_ context: JSContextRef?) { JSGarbageCollect(context) }
#endif
