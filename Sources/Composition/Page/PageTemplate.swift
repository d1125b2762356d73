import Diagnostics
import HTML

/// Pages from data: a file such as `article/[slug].html` whose front matter has `pages` makes one page for each element of
/// a list, or with `size` one for every so many.
public enum PageTemplate {
  /// The most pages that one file may make.
  static let maximumPages = 100_000

  /// A page that a file makes.
  public typealias Made = (path: String, page: DerivedPage)

  /// The pages that a file makes, with their paths; `nil` where it is a page itself.
  ///
  /// - Parameters:
  ///   - path: the file's site path, with names in brackets.
  ///   - bytes: its text.
  ///   - composition: what pages are composed from.
  public static func expand(
    _ path: String, _ bytes: [UInt8], _ composition: SiteComposition
  ) -> (pages: [Made], diagnostics: [Diagnostic])? {
    let source = SourceFile(path: path, bytes: EncodingSniffer.decode(bytes).text)
    let fragment = Fragment(path: path, scan: MarkupScan(source, keepsCase: false))
    guard let pieces = fragment.frontMatter else { return nil }
    var sink = DiagnosticSink()
    // What is wrong with the front matter itself is reported when the page is compiled.
    guard let facts = fragment.readFrontMatter(&sink), let loop = facts["pages"] else { return nil }
    let place = fragment.scan.pieces[pieces.lowerBound].range
    func problem(_ fault: Fault) -> Diagnostic {
      Diagnostic(.pagesFromData, fault.message, in: source, at: place, help: fault.help)
    }
    do throws(Fault) {
      let list = try DataList(loop, in: composition)
      let names = bracketed(path)
      guard !names.isEmpty else {
        throw Fault(
          "the file's name has no part in brackets", help: "name it \(path.hasSuffix(".html") ? "[slug].html" : "")")
      }
      var pages: [Made] = []
      var faults: [Fault] = []
      if facts["size"] == nil {
        (pages, faults) = onePerElement(path, names, list)
      } else {
        pages = try paginated(path, names, list, facts)
      }
      var seen: Set<String> = []
      for index in pages.indices {
        pages[index].page.inputs = list.files
        if !seen.insert(pages[index].path).inserted {
          faults.append(
            Fault(
              "two elements of `\(list.key)` make the page `\(pages[index].path)`",
              help: "give every element a name of its own"))
        }
      }
      return (pages, faults.map(problem))
    } catch {
      return ([], [problem(error)])
    }
  }

  /// Why a file makes no pages, or not all.
  private struct Fault: Error {
    var message: String
    var help: String?

    init(_ message: String, help: String? = nil) {
      self.message = message
      self.help = help
    }
  }

  /// The list that pages are made of, and the names of its elements in them.
  private struct DataList {
    let header: LoopHeader
    let elements: [StaticValue]
    /// Where it is in the data, with dots.
    let key: String
    /// The data files on the way to it.
    let files: [String]

    /// The list of a loop such as `article in data.articles`.
    init(_ loop: StaticValue, in composition: SiteComposition) throws(Fault) {
      guard case .text(let text) = loop, let header = try? LoopHeader(text) else {
        throw Fault("`pages` is not a loop", help: "write `\"pages\": \"article in data.articles\"`")
      }
      guard case .path("data", let steps) = header.list else {
        throw Fault(
          "`pages` goes through the data of the site, not `\(text.prefix(60))`", help: "begin the list with `data.`")
      }
      var current = composition.data ?? .object(StaticObject())
      var key = ""
      var files: [String] = []
      for step in steps {
        guard case .name(let name) = step, case .object(let object) = current, let next = object[name] else {
          var help: String?
          if case .name(let name) = step, case .object(let object) = current {
            help = Suggestion.nearest(to: name, in: object.names).map { "did you mean `\($0)`?" }
          }
          throw Fault("there is no such list: `\(text.prefix(80))`", help: help)
        }
        key += key.isEmpty ? name : "." + name
        if let file = composition.dataFiles[key] { files.append(file) }
        current = next
      }
      guard case .list(let elements) = current else {
        throw Fault("`pages` goes through a list, not \(current.noun)")
      }
      guard elements.count <= maximumPages else { throw Fault("the list has more than \(maximumPages) elements") }
      (self.header, self.elements, self.key, self.files) = (header, elements, key, files)
    }
  }

  /// A page for each element of a list, named by its members.
  private static func onePerElement(
    _ path: String, _ names: [String], _ list: DataList
  ) -> (pages: [Made], faults: [Fault]) {
    var pages: [Made] = []
    var faults: [Fault] = []
    for (index, element) in list.elements.enumerated() {
      var output = path
      for name in names {
        let value = element[name] ?? (name == list.header.item ? element : nil)
        if let text = value?.plainText {
          if isSegment(text) {
            output = replacing("[\(name)]", text, in: output)
          } else {
            faults.append(
              Fault(
                "element \(index) of `\(list.key)`: `\(text.prefix(60))` cannot name a page",
                help: "use letters, digits, `-`, `_` and `.`"))
          }
        } else {
          faults.append(
            Fault(
              "element \(index) of `\(list.key)` has no `\(name)` that could name a page",
              help: "give every element a text `\(name)`"))
        }
      }
      guard !output.contains("[") else { continue }
      var page = DerivedPage(source: path)
      page.variables = [list.header.item: element, list.header.index ?? "index": .number(Double(index))]
      pages.append((output, page))
    }
    return (pages, faults)
  }

  /// The front matter of a page, or `nil` where it cannot be read or is missing.
  public static func frontMatter(_ path: String, _ bytes: [UInt8]) -> StaticObject? {
    let source = SourceFile(path: path, bytes: EncodingSniffer.decode(bytes).text)
    var unread = DiagnosticSink()
    return Fragment(path: path, scan: MarkupScan(source, keepsCase: false)).readFrontMatter(&unread)
  }

  /// The text of an HTML page's `<title>`; the file's name where it has none, or one that its build fills.
  ///
  /// - Parameters:
  ///   - path: the page's site path.
  ///   - bytes: its text.
  public static func title(_ path: String, _ bytes: [UInt8]) -> String {
    let source = SourceFile(path: path, bytes: EncodingSniffer.decode(bytes).text)
    var unread = DiagnosticSink()
    let title = HTMLParser.parse(source, diagnostics: &unread).title
    guard title.isEmpty || title.contains("{{") else { return title }
    let name = path.split(separator: "/").last ?? ""
    return String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
  }

  /// A page for every so many elements of a list, named by its number.
  private static func paginated(
    _ path: String, _ names: [String], _ list: DataList, _ facts: StaticObject
  ) throws(Fault) -> [Made] {
    let given = facts["size"] ?? .null
    guard case .number(let number) = given, number >= 1, number <= 10_000, number == number.rounded() else {
      throw Fault("`size` is a whole number from 1 to 10000, not \(given.noun)")
    }
    let first = facts["first"]
    if let first, first.plainText.map(isSegment) != true {
      throw Fault(
        "`first` cannot name a page: \(first.plainText.map { "`\($0.prefix(60))`" } ?? first.noun)",
        help: "use letters, digits, `-`, `_` and `.`, as in `\"first\": \"index\"`")
    }
    let size = Int(number)
    let elements = list.elements
    let count = max(1, (elements.count + size - 1) / size)
    func output(_ number: Int) -> String {
      let text = number == 1 ? first?.plainText ?? "1" : String(number)
      return names.reduce(path) { replacing("[\($1)]", text, in: $0) }
    }
    return (1...count).map { number in
      var page = DerivedPage(source: path)
      let range = (number - 1) * size..<min(elements.count, number * size)
      page.variables = [list.header.item: .list(Array(elements[range]))]
      page.facts["number"] = .number(Double(number))
      page.facts["count"] = .number(Double(count))
      page.facts["previous"] = number > 1 ? .text("/" + output(number - 1)) : .null
      page.facts["next"] = number < count ? .text("/" + output(number + 1)) : .null
      return (output(number), page)
    }
  }

  /// The names in brackets of a path.
  static func bracketed(_ path: String) -> [String] {
    path.split(separator: "[", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "]").map { String(part[..<$0]) }
    }.filter { !$0.isEmpty && !$0.contains("/") }
  }

  private static func replacing(_ name: String, _ text: String, in path: String) -> String {
    path.split(separator: name, omittingEmptySubsequences: false).joined(separator: text)
  }

  /// Whether a text may be a part of a file's name and of a URL without changes.
  private static func isSegment(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".")
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ($0.value >= 0x30 && $0.value <= 0x39) || "-_.".unicodeScalars.contains($0)
      }
  }
}
