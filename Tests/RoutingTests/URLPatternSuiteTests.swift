import Foundation
import Routing
import Testing

/// `urlpatterntestdata.json` of the web platform tests, read where the external suites are.
///
/// All components are compared. The cases that pass are counted against the committed floor, and those in `leftOut` are all
/// that may fail.
@Suite struct URLPatternSuiteTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL
  private static let file = root.appendingPathComponent("../shared/conformance/routing/urlpatterntestdata.json")
  static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

  private static let components = [
    "protocol", "username", "password", "hostname", "port", "pathname", "search", "hash",
  ]

  /// The text of the patterns that are known to fail, and why.
  private static let leftOut: [String: String] = [:]

  @Test(.enabled(if: URLPatternSuiteTests.isThere, "the external suites are not here"))
  func everyCase() throws {
    let cases = try JSONSerialization.jsonObject(with: Self.data()) as? [[String: Any]] ?? []
    var passed = 0
    for (index, entry) in cases.enumerated() {
      let fault = Self.fault(of: entry)
      if fault == nil { passed += 1 }
      let pattern = String(
        decoding: try JSONSerialization.data(withJSONObject: entry["pattern"] ?? [], options: .sortedKeys),
        as: UTF8.self)
      if Self.leftOut[pattern] == nil { #expect(fault == nil, "case \(index) \(pattern)") }
    }
    let floor = try JSONSerialization.jsonObject(
      with: Data(contentsOf: Self.root.appendingPathComponent("Tests/conformance-floor.json")))
    #expect(passed >= (floor as? [String: Int])?["urlpattern"] ?? .max, "\(passed) of \(cases.count) pass")
  }

  /// The cases; surrogates without their pair, which no Swift string holds, become U+FFFD, as in every USVString.
  private static func data() throws -> Data {
    let text = try String(contentsOf: file, encoding: .utf8)
    let lone = try NSRegularExpression(
      pattern: #"(?i)\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}"#)
    let range = NSRange(text.startIndex..., in: text)
    return Data(lone.stringByReplacingMatches(in: text, range: range, withTemplate: "\\\\ufffd").utf8)
  }

  /// What is wrong with the answer to a case (the steps of the suite's own harness).
  private static func fault(of entry: [String: Any]) -> String? {
    let expectedObject = entry["expected_obj"]
    let arguments = entry["pattern"] as? [Any] ?? []
    let pattern: URLPattern
    do {
      pattern = try read(arguments)
    } catch {
      return expectedObject as? String == "error" ? nil : "an error: \(error)"
    }
    if expectedObject as? String == "error" { return "no error" }
    for component in components {
      let wanted = expected(component, in: entry, arguments)
      if pattern[component].pattern != wanted { return "\(component) is \(pattern[component].pattern), not \(wanted)" }
    }
    guard let inputs = entry["inputs"] as? [Any] else { return nil }
    let match = match(pattern, inputs)
    guard let wanted = entry["expected_match"] as? [String: Any] else { return match == nil ? nil : "a match" }
    guard let match else { return "no match" }
    for component in components {
      let isEmpty = (entry["exactly_empty_components"] as? [String] ?? []).contains(component)
      let part = wanted[component] as? [String: Any] ?? ["input": "", "groups": isEmpty ? [:] : ["0": ""]]
      let groups = (part["groups"] as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
      let found = match[component]
      if found.input != part["input"] as? String || found.groups != groups { return "\(component) took \(found)" }
    }
    return nil
  }

  /// The pattern that a component should have.
  private static func expected(_ component: String, in entry: [String: Any], _ arguments: [Any]) -> String {
    if let object = entry["expected_obj"] as? [String: Any], let text = object[component] as? String { return text }
    if (entry["exactly_empty_components"] as? [String] ?? []).contains(component) { return "" }
    let first = arguments.first as? [String: Any] ?? [:]
    if let text = first[component] as? String, !text.isEmpty { return text }
    guard let base = first["baseURL"] as? String ?? (arguments.count > 1 ? arguments[1] as? String : nil),
      let parts = URLComponents(string: base), component != "username", component != "password"
    else { return "*" }
    let order = ["protocol", "hostname", "port", "pathname", "search", "hash"]
    let earlier: [String]
    switch component {
    case "hostname": earlier = ["protocol"]
    case "port": earlier = ["protocol", "hostname"]
    default: earlier = Array(order[..<(order.firstIndex(of: component) ?? 0)])
    }
    if earlier.contains(where: { first[$0] != nil }) { return "*" }
    switch component {
    case "protocol": return parts.scheme ?? ""
    case "hostname": return parts.host ?? ""
    case "port": return parts.port.map(String.init) ?? ""
    case "pathname": return parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    case "search": return parts.percentEncodedQuery ?? ""
    default: return parts.percentEncodedFragment ?? ""
    }
  }

  private struct NoSuchCall: Error {}

  private static func read(_ arguments: [Any]) throws -> URLPattern {
    let options = arguments.lazy.compactMap { ($0 as? [String: Any])?["ignoreCase"] as? Bool }.first ?? false
    guard let text = arguments.first as? String else {
      // Components beside a base cannot be written in Swift.
      guard arguments.count < 2 || arguments[1] is [String: Any] else { throw NoSuchCall() }
      return try URLPattern(input(arguments.first), ignoresCase: options)
    }
    if arguments.count > 2, arguments[1] is [String: Any] { throw NoSuchCall() }
    return try URLPattern(text, baseURL: arguments.count > 1 ? arguments[1] as? String : nil, ignoresCase: options)
  }

  private static func input(_ value: Any?) -> URLPatternInput {
    let values = value as? [String: Any] ?? [:]
    var input = URLPatternInput()
    input.protocol = values["protocol"] as? String
    input.username = values["username"] as? String
    input.password = values["password"] as? String
    input.hostname = values["hostname"] as? String
    input.port = values["port"] as? String
    input.pathname = values["pathname"] as? String
    input.search = values["search"] as? String
    input.hash = values["hash"] as? String
    input.baseURL = values["baseURL"] as? String
    return input
  }

  private static func match(_ pattern: URLPattern, _ inputs: [Any]) -> URLPattern.Match? {
    if let url = inputs.first as? String {
      return pattern.match(url, baseURL: inputs.count > 1 ? inputs[1] as? String : nil)
    }
    return inputs.count > 1 ? nil : pattern.match(input(inputs.first))
  }
}

extension URLPattern {
  fileprivate subscript(component: String) -> URLPatternComponent {
    switch component {
    case "protocol": self.protocol
    case "username": username
    case "password": password
    case "hostname": hostname
    case "port": port
    case "pathname": pathname
    case "search": search
    default: hash
    }
  }
}

extension URLPattern.Match {
  fileprivate subscript(component: String) -> URLPattern.ComponentMatch {
    switch component {
    case "protocol": self.protocol
    case "username": username
    case "password": password
    case "hostname": hostname
    case "port": port
    case "pathname": pathname
    case "search": search
    default: hash
    }
  }
}
