import Diagnostics
import Foundation
import Testing

@testable import HTML

/// The memory that parsing takes: at most 64 bytes a byte of input and 200 bytes a node, whatever the markup.
///
/// Peaks are a whole process's, so that each is measured in one of its own, which runs the probe below and nothing else.
@Suite struct MemoryTests {
  /// Markup that makes many nodes, attributes, open elements or errors of few bytes, half a megabyte of each.
  private static let pieces: [String: String] = [
    "text": "Lorem ipsum &amp; dolor ", "elements": "<b>", "formatting": "<a><b>x</p>", "attributes": "<p a=1 b c d=e>",
    "duplicates": "<p a a a a a a a a>", "references": "&notit;&#x1F600;", "foster": "<table>x<b>",
    "foreign": "<svg><g>",
    "errors": "</x a>\0", "comments": "<!-->", "templates": "<template><p>", "select": "<select><option>x",
    "names": "<#>", "nul": "\0\u{1}",
  ]
  private static let size = 512 << 10

  private static func input(_ name: String) -> [UInt8] {
    let piece = Array((pieces[name] ?? "").utf8)
    var bytes: [UInt8] = Array("<!DOCTYPE html>".utf8)
    // Each element has a name of its own.
    var number = 0
    while bytes.count < size {
      for byte in piece {
        if byte == UInt8(ascii: "#") { bytes += "n\(number)".utf8 } else { bytes.append(byte) }
      }
      number += 1
    }
    return bytes
  }

  private static let probed = ProcessInfo.processInfo.environment["HYBRID_MEMORY_PROBE"]

  /// A line of `/proc/self/status`, in bytes.
  private static func status(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return (line.flatMap { Int($0.filter(\.isNumber)) } ?? 0) << 10
  }

  /// Runs only in the process of its own: prints the peak's growth in bytes, the input's bytes and the nodes.
  @Test(.enabled(if: MemoryTests.probed != nil, "runs in the processes that the test below starts"))
  func probe() throws {
    let name = try #require(Self.probed)
    let isToken = name.hasPrefix("token ")
    let source = SourceFile(path: "page.html", bytes: Self.input(isToken ? String(name.dropFirst(6)) : name))
    // What is loaded once is not a parser's: names, tables of references, libxml2.
    var warm = DiagnosticSink(limit: 0)
    _ = HTMLParser.parse(SourceFile(path: "a.html", text: "<p a=&amp;>"), diagnostics: &warm)
    _ = TokenParser.parse(SourceFile(path: "a.html", text: "<p a=&amp;>"), diagnostics: &warm)
    _ = source.position(at: 0)
    let before = Self.status("VmHWM")
    var diagnostics = DiagnosticSink()
    let document =
      isToken
      ? TokenParser.parse(source, diagnostics: &diagnostics) : HTMLParser.parse(source, diagnostics: &diagnostics)
    let growth = Self.status("VmHWM") - before
    print("memory \(growth) \(source.bytes.count) \(document?.nodeCount ?? 0)")
  }

  @Test(
    .enabled(
      if: MemoryTests.probed == nil && FileManager.default.fileExists(atPath: "/proc/self/exe"), "needs Linux's /proc"),
    arguments: pieces.keys.sorted() + ["token elements", "token attributes", "token errors"])
  func memoryIsBounded(_ name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--testing-library", "swift-testing", "--filter", "MemoryTests/probe"]
    var environment = ProcessInfo.processInfo.environment
    environment["HYBRID_MEMORY_PROBE"] = name
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("memory ") }, "\(text)")
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 3)
    let (growth, bytes, nodes) = (numbers[0], numbers[1], numbers[2])
    #expect(growth <= 64 * bytes + 200 * nodes, "\(name): \(growth) for \(bytes) bytes and \(nodes) nodes")
    if ProcessInfo.processInfo.environment["HYBRID_PRINT_MEMORY"] != nil {
      print(
        "\(name): \(growth / bytes) a byte, \(growth / max(1, nodes)) a node, \(100 * growth / (64 * bytes + 200 * nodes)) %"
      )
    }
  }
}
