import Compiler
import Diagnostics
import Foundation
import Testing

@testable import Build

/// Every file under Fixtures/Configuration with what is said about it.
@Suite struct ConfigurationTests {
  static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
    !$0.hasSuffix(".expected")
  }.sorted()
  static let folder = Fixtures.folder.appendingPathComponent("Configuration")

  @Test(arguments: files) func reading(_ name: String) throws {
    let url = Self.folder.appendingPathComponent(name)
    let answer = ConfigurationReader.read(SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: url))))
    let text = answer.diagnostics.isEmpty ? Self.dump(answer.configuration) : answer.diagnostics.map(Self.line).joined()
    try Fixtures.expect(text, equals: Self.folder.appendingPathComponent(name + ".expected"))
  }

  /// A file that was named by mistake gets into no log.
  @Test(
    arguments: [
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIGFiY2RlZmdo\n-----END PRIVATE KEY-----\n",
      "name: a\nkey: |\n  -----BEGIN PRIVATE KEY-----\n  MC4CAQAwBQYDK2VwBCIEIGFiY2RlZmdo\n  -----END PRIVATE KEY-----\n",
      "MC4CAQAwBQYDK2VwBCIEIGFiY2RlZmdo\n", "\"MC4CAQAwBQYDK2VwBCIEIGFiY2RlZmdo\"",
      "- MC4CAQAwBQYDK2VwBCIEIGFiY2RlZmdo",
    ], ["key.pem", "key.json", "key.yml"])
  func keysAreNotShown(text: String, path: String) {
    let answer = ConfigurationReader.read(SourceFile(path: path, text: text))
    #expect(!answer.diagnostics.isEmpty)
    for problem in answer.diagnostics {
      #expect(problem.severity == .error)
      let shown = [problem.message, problem.help ?? "", problem.sourceLine ?? ""].joined()
      #expect(!shown.contains("MC4") && !shown.contains("BEGIN"), "\(path): \(shown)")
    }
  }

  @Test(arguments: ["CON", "nul", "aux.x", "Com1", "lpt9.txt"]) func namesThatAreDevices(name: String) {
    let text = """
      viewports:
      - {name: \(name), width: 320, height: 480, scale: 1}
      packages:
      - {name: \(name), include: [a]}
      """
    let problems = ConfigurationReader.read(SourceFile(path: "hybrid.yml", text: text)).diagnostics
    #expect(problems.map { "\($0.location?.line ?? 0) \($0.code.name)" } == ["2 HYB0205", "4 HYB0205"])
    #expect(problems.allSatisfy { $0.message.contains("not a device of Windows") })
  }

  /// Each pattern may be compared with each path: there are only so many, with each choice of their braces.
  @Test func patternsAreBounded() {
    func problems(_ count: Int) -> [String] {
      let patterns = (0..<count).map { "  - \"**/\($0 + 1000)/{a,b,c,d}{a,b,c,d}*\"\n" }.joined()
      return ConfigurationReader.read(SourceFile(path: "hybrid.yml", text: "exclude:\n" + patterns)).diagnostics.map {
        "\($0.location?.line ?? 0) \($0.code.name)"
      }
    }
    // 16 patterns of 11 characters each.
    #expect(problems(93) == [])
    #expect(problems(94) == ["95 HYB0205"])
    #expect(problems(2_000) == ["95 HYB0205"])
  }

  static func line(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.line):\($0.column)-\($0.endColumn)" } ?? "-"
    return "\(place) \(diagnostic.code.name) \(diagnostic.message)\(diagnostic.help.map { " | " + $0 } ?? "")\n"
  }

  static func dump(_ value: SiteConfiguration) -> String {
    var text = "name \(value.name)\nversion \(value.version)\nsequence \(value.sequence)\n"
    text +=
      "runtimeVersion \(value.runtimeVersion ?? "-")\ndialect \(value.compiler.dialect)\nbase \(value.compiler.base)\n"
    for viewport in value.compiler.viewports {
      text += "viewport \(viewport.name): \(viewport.width) × \(viewport.height) @ \(viewport.scale), "
      text += "font \(viewport.fontScale), safe area top \(viewport.safeArea.top)\n"
    }
    text += "features \(value.compiler.features)\ncolor schemes \(value.compiler.colorSchemes.map(\.rawValue))\n"
    text += "fonts \(value.compiler.fonts)\nallow remote \(value.compiler.allowsRemote)\n"
    for package in value.packages {
      text += "package \(package.name): \(package.include.map(\.text)) on demand \(package.isOnDemand)\n"
    }
    for route in value.routes { text += "route \(route.pattern) → \(route.page ?? "-")\n" }
    text += "navigation \(value.navigation?.compact ?? "-")\napi \(value.api?.compact ?? "-")\n"
    text += "components \(value.components)\ninclude \(value.include?.map(\.text) ?? ["everything"])\n"
    text += "exclude \(value.exclude.map(\.text))\nbudgets \(value.budgets)\n"
    return text
  }

  @Test func schemaIsCurrent() throws {
    try Fixtures.expect(
      ConfigurationSchema.schema, equals: Fixtures.repository.appendingPathComponent("schema/hybrid.schema.json"))
  }

  @Test func referenceIsCurrent() throws {
    let file = Fixtures.repository.appendingPathComponent("docs/reference/configuration.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let begin = "<!-- keys: written by the tests -->\n"
    let end = "<!-- end of keys -->"
    let head = try #require(text.range(of: begin))
    let tail = try #require(text.range(of: end))
    let current = text[..<head.upperBound] + ConfigurationSchema.reference + text[tail.lowerBound...]
    try Fixtures.expect(String(current), equals: file)
  }

  @Test func sizes() {
    #expect(
      [0, 999, 1_000, 1_049, 9_949, 9_951, 312_400, 999_499, 999_500, 1_400_000, 25_000_000_000].map(ByteSize.text)
        == ["0 B", "999 B", "1 kB", "1 kB", "9.9 kB", "10 kB", "312 kB", "999 kB", "1 MB", "1.4 MB", "25 GB"])
    #expect(
      ["500 kB", "2MB", "1.5 MiB", "900", "3 parsecs", "", "-1", "1e3"].map(ByteSize.parse)
        == [500_000, 2_000_000, 1_572_864, 900, nil, nil, nil, nil])
  }

  @Test func deepNestingIsRefused() {
    for text in [String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000) + "x"] {
      let answer = ConfigurationReader.read(SourceFile(path: "hybrid.yml", text: text))
      #expect(answer.diagnostics.map(\.code) == [.configurationSyntax])
    }
  }
}
