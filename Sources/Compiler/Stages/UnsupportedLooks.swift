import CSS
import CSSValues
import Diagnostics
import HTML
import Names
import PageFormat
import Style

/// What styles of a Token page's elements ask for and hosts do not draw.
enum UnsupportedLooks {
  /// Properties of which hosts draw the initial value only: those of what is below a view, and of the screen around it.
  private static let missing: [PropertyID] = [.backdropFilter, .mixBlendMode, .backgroundAttachment]
  /// Properties that may refer to elements of the page, of which hosts have none.
  private static let referring: [PropertyID] = [.filter, .clipPath, .maskImage]

  /// The properties of a style whose values are not drawn.
  static func properties(of style: ComputedStyle) -> [PropertyID] {
    (missing + referring).filter { property in
      let text = style.serialized(property)
      return text != initial[property] && isUndrawn(property, text)
    }
  }

  /// Whether a declaration asks for what is not drawn, where ``properties(of:)`` names its property.
  static func isAsking(_ property: PropertyID, _ value: CSSValue) -> Bool {
    value.text != initial[property] && isUndrawn(property, value.text)
  }

  private static func isUndrawn(_ property: PropertyID, _ text: String) -> Bool {
    switch property {
    case .backgroundAttachment: text.contains("fixed")
    case .filter, .clipPath: text.contains("url(")
    // Images are masks too.
    case .maskImage: text.contains("url(\"#") || text.contains("url(#")
    default: true
    }
  }

  /// What is said of a property.
  static func message(_ property: PropertyID, _ name: String) -> (text: String, help: String) {
    switch property {
    case .backgroundAttachment:
      (
        "`\(name)` keeps nothing in place: hosts scroll the background along",
        "put the image into an element with `position: fixed`"
      )
    default:
      (
        "`\(name)` is not drawn by hosts",
        "use an image, a background color or `opacity`, or show the page in a web view"
      )
    }
  }

  /// Whether the text of a `style` attribute sets a property to what is not drawn: an element has others from the browser's own
  /// rules, which platforms draw in their own way.
  static func isNamed(_ property: PropertyID, in text: String) -> Bool {
    let words = Set(text.lowercased().split { !($0.isLetter || $0 == "-") })
    return words.contains { property.name == $0 || property.name.hasPrefix($0 + "-") }
  }

  private static let initial: [PropertyID: String] = {
    let style = ComputedStyle()
    return Dictionary(uniqueKeysWithValues: (missing + referring).map { ($0, style.serialized($0)) })
  }()
}

extension PageReading {
  /// Warns of each declaration of a sheet whose value hosts do not draw, and of elements with such values of their own.
  mutating func reportUnsupportedLooks(in layouts: [ViewportLayout], _ document: Document, _ sheets: PageStyleSheets) {
    let missing = Set(layouts.flatMap(\.styles.styles).flatMap(UnsupportedLooks.properties))
    guard !missing.isEmpty else { return }
    var found: Set<PropertyID> = []
    var queue = sheets.sheets
    while let collected = queue.popLast() {
      let sheet = collected.sheet
      var known: Set<Range<UInt32>> = []
      for declaration in sheet.blocks.lazy.flatMap(\.declarations) {
        guard case .known(let property) = declaration.property, missing.contains(property),
          case .value(let value) = declaration.value, UnsupportedLooks.isAsking(property, value)
        else { continue }
        found.insert(property)
        // The longhands of a shorthand are in one place.
        guard known.insert(declaration.range).inserted else { continue }
        let range = Int(declaration.range.lowerBound)..<Int(declaration.range.upperBound)
        let written = String(decoding: sheet.source.bytes[range], as: UTF8.self)
        let message = UnsupportedLooks.message(property, written)
        diagnostics.report(.lookNotShown, message.text, in: sheet.source, at: range, help: message.help)
      }
      queue += collected.imports.compactMap(\.self)
    }
    reportOwnLooks(missing.subtracting(found), in: layouts, document)
  }

  /// Warns of values that no sheet asks for, at the first element whose `style` has each.
  private mutating func reportOwnLooks(
    _ properties: Set<PropertyID>, in layouts: [ViewportLayout], _ document: Document
  ) {
    var known: Set<Int> = []
    for property in properties.sorted(by: { $0.rawValue < $1.rawValue }) {
      for layout in layouts {
        let asking = layout.styles.styles.map { UnsupportedLooks.properties(of: $0).contains(property) }
        let element = layout.styles.elements.indices.first { index in
          let style = layout.styles.elements[index]
          guard style >= 0, asking[Int(style)] else { return false }
          return document.value(NodeID(UInt32(index)), .style).map { UnsupportedLooks.isNamed(property, in: $0) }
            ?? false
        }
        guard let element else { continue }
        if known.insert(element).inserted {
          let message = UnsupportedLooks.message(property, property.name)
          diagnostics.report(
            Diagnostic(
              .lookNotShown, message.text, in: source, at: document.sourceRange(NodeID(UInt32(element))),
              help: message.help))
        }
        break
      }
    }
  }
}
