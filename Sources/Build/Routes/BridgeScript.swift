/// The script that carries messages between a page in a web view and the app's session.
public enum BridgeScript {
  /// The script's text.
  public static let text = "(function () {})();\n"
}
