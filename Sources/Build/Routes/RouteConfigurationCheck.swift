import Diagnostics
import Routing

/// Checks the patterns and properties of `routes`, `navigation` and `app` where they are.
enum RouteConfigurationCheck {
  static func check(_ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    for element in value["routes"]?.elements ?? [] {
      guard let pattern = element["pattern"] ?? element["urlPattern"], let text = pattern.string else { continue }
      do {
        _ = try Routing.Router.routePattern(of: Route(pattern: text, isURLPattern: element["urlPattern"] != nil))
      } catch {
        report(error, in: pattern, &checker)
      }
    }
    for rule in value["navigation"]?["rules"]?.elements ?? [] {
      for pattern in rule["patterns"]?.elements ?? [] {
        do {
          _ = try NavigationPattern(pattern.string ?? "")
        } catch {
          report(error, in: pattern, &checker)
        }
      }
      for property in rule["properties"]?.members ?? [] { check(property.key.name, property.value, &checker) }
    }
    checkApplication(value["app"], &checker)
  }

  private static func report(_ error: RoutePatternError, in value: LocatedValue, _ checker: inout ConfigurationChecker)
  {
    checker.report(
      .badRoutePattern, "the pattern `\(value.string ?? "")` cannot be read: \(error.message)", value.location,
      help: "the fault is at its character \(error.offset + 1)")
  }

  // MARK: Properties

  private static let choices: [String: [String]] = [
    "context": ["default", "modal"],
    "presentation": ["default", "push", "pop", "replace", "replace_root", "clear_all", "refresh", "none"],
    "modal_style": ["medium", "large", "full", "page_sheet", "form_sheet"],
    "query_string_presentation": ["default", "replace"],
  ]
  private static let flags: Set<String> = [
    "pull_to_refresh_enabled", "animated", "historical_location", "modal_dismiss_gesture_enabled",
  ]

  private static func check(_ name: String, _ value: LocatedValue, _ checker: inout ConfigurationChecker) {
    if let known = choices[name] {
      if let text = value.string, known.contains(text) { return }
      let nearest = value.string.flatMap { Suggestion.nearest(to: $0, in: known) }
      checker.report(
        .navigationProperty, "\(name) must be one of \(known.joined(separator: ", ")), not \(value.found)",
        value.location, help: nearest.map { "did you mean `\($0)`?" })
    } else if flags.contains(name), value.boolean == nil {
      checker.report(.navigationProperty, "\(name) must be true or false, not \(value.found)", value.location)
    }
  }

  // MARK: The app

  private static func checkApplication(_ app: LocatedValue?, _ checker: inout ConfigurationChecker) {
    if let scheme = app?["scheme"], let text = scheme.string {
      let isScheme =
        text.utf8.first.map { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A } ?? false
        && text.utf8.allSatisfy {
          ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || "+-.".utf8.contains($0)
        }
      if !isScheme || ["http", "https"].contains(text.lowercased()) {
        checker.report(
          .configurationValue, "app.scheme must be a scheme of the app's own, not \(scheme.found)", scheme.location,
          help: "letters, digits, + - and ., without ://")
      }
    }
    for host in app?["hosts"]?.elements ?? [] {
      let text = host.string ?? ""
      if text.utf8.contains(where: { $0 <= 0x20 || "/:?#@".utf8.contains($0) }) || Routing.Router.host(text) == nil {
        checker.report(
          .configurationValue, "app.hosts must hold names of hosts, not \(host.found)", host.location,
          help: "such as example.com, without a scheme or path")
      }
    }
    for android in app?["android"]?.elements ?? [] {
      for print in android["fingerprints"]?.elements ?? [] {
        let pairs = (print.string ?? "").split(separator: ":", omittingEmptySubsequences: false)
        if pairs.count != 32 || !pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
          checker.report(
            .configurationValue, "a fingerprint must be 32 pairs of hexadecimal digits with colons, not \(print.found)",
            print.location, help: "keytool -list -v prints it as SHA256")
        }
      }
    }
  }
}
