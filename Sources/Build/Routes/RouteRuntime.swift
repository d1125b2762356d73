/// The part of generated code that is the same for every site: files of `Runtimes`, which the program carries.
enum RouteRuntime {
  /// Decides URLs, in Swift.
  static let swiftMatcher = code(PackageResources.RouteMatcher_swift)
  /// Sends the requests of the API, in Swift.
  static let swiftClient = code(PackageResources.APIClient_swift)
  /// Decides URLs, in Kotlin.
  static let kotlinMatcher = code(PackageResources.RouteMatcher_kt)
  /// Sends the requests of the API, in Kotlin.
  static let kotlinClient = code(PackageResources.APIClient_kt)

  /// A file from its first blank line on: generated code has imports of its own.
  private static func code(_ file: [UInt8]) -> String {
    let text = String(decoding: file, as: UTF8.self)
    guard let head = text.firstRange(of: "\n\n") else { return text }
    return "\n" + text[head.upperBound...]
  }
}
