/// The answer to a form that was sent as an `XMLHttpRequest` and that names no place to go to next.
public struct FormAnswer: Hashable, Sendable {
  /// Where the form was sent to: an absolute URL.
  public var url: String
  /// The status, from 200 to 299.
  public var status: Int

  /// An answer from its parts.
  public init(url: String, status: Int) {
    self.url = url
    self.status = status
  }

  init(_ message: BridgeMessage) {
    self.init(url: message.text("submittedTo") ?? "", status: message.integer("statusCode") ?? 200)
  }
}
