import Foundation
import HybridClient
import HybridGTK
import JSONValues

/// A desktop app of one's own: it shows a release of any example, and answers what the page's server and scripts ask.
///
///     example-app examples/todo/dist
///     example-app https://cdn.example.com/app/ --root 1.root.json
///     example-app examples/todo/dist --url https://example.com/account
@main @MainActor struct ExampleApp {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let source = arguments.first else {
      FileHandle.standardError.write(Data("usage: example-app FOLDER|ADDRESS [--root FILE] [--url URL]\n".utf8))
      exit(2)
    }
    func value(of option: String) -> String? {
      arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
    var settings = AppSettings(source: source)
    settings.url = value(of: "--url") ?? "/"
    // With a root of trust, releases are kept in a store and updates are installed while the app runs.
    if let root = value(of: "--root") { settings.root = Array(try Data(contentsOf: URL(fileURLWithPath: root))) }
    settings.device = DeviceTraits(width: 420, height: 760, scale: 1)
    settings.data = .object(["user": .string(NSUserName())])
    settings.traces = ProcessInfo.processInfo.environment["EXAMPLE_TRACE"] != nil

    let app = try HybridApp(settings)
    // A page of the network answered 401: the name goes along with the next request.
    app.onSignIn = { [unowned app] url, done in
      app.ask("Sign in to see this page", field: "Name") { name in
        guard let name, !name.isEmpty, let host = URL(string: url)?.host() else { return done(false) }
        app.cookies.setAuthorization("Bearer \(name)", for: host)
        done(true)
      }
    }
    // What the host does not know the app answers: `token.getLocation((place) => …)`.
    app.onCall = { [unowned app] function, arguments in
      guard function == "getLocation", let callback = arguments.first else { return nil }
      let place: JSONValue = .object(["latitude": .number(45.65), "longitude": .number(13.78)])
      // After the script that asks.
      Task { app.answer(callback, with: [place]) }
      return .null
    }
    app.run()
  }
}
