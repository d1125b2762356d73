import CSSValues
import Names
import Testing

@testable import CSS

struct PropertyTableTests {
  @Test func definitionsAreOrderedByRawValue() {
    for (index, definition) in PropertyTable.definitions.enumerated() {
      #expect(Int(definition.property.rawValue) == index)
    }
    #expect(PropertyTable.definitions.count == PropertyID.allCases.count)
  }

  @Test func everyInitialValueFollowsItsGrammar() {
    let parser = ValueParser(options: ParsingOptions(), property: nil)
    for property in PropertyID.allCases where !property.isShorthand && !property.isLogical {
      let initial = property.definition.initial
      #expect(parser.parse(property, TokenStream(text: initial).cursor) != nil, "\(property.name): \(initial)")
    }
  }

  /// The initial value of a field is what the property's initial value computes to.
  @Test func fieldsBeginAtTheInitialValue() throws {
    let parser = ValueParser(options: ParsingOptions(), property: nil)
    let initial = ComputedStyle()
    for property in PropertyID.allCases where !property.isShorthand && !property.isLogical {
      let value = try #require(parser.parse(property, TokenStream(text: property.definition.initial).cursor))
      var style = initial
      var context = ComputationContext(
        parent: initial, rootFont: initial.font, viewport: Viewport(width: 390, height: 844))
      Computation.apply(value, to: property, of: &style, &context)
      #expect(style.serialized(property) == initial.serialized(property), "\(property.name)")
    }
  }

  @Test func keywordsThatStandForOthersAreReadAsThese() {
    let parser = ValueParser(options: ParsingOptions(), property: nil)
    func read(_ property: PropertyID, _ text: String) -> String? {
      parser.parse(property, TokenStream(text: text).cursor)?.text
    }
    #expect(read(.width, "-webkit-fill-available") == "stretch")
    #expect(read(.overflowX, "overlay") == "auto")
    #expect(read(.writingMode, "tb-rl") == "vertical-rl")
    #expect(read(.unicodeBidi, "-webkit-isolate") == "isolate")
    #expect(read(.maskClip, "border") == "border-box")
    #expect(read(.maskOrigin, "padding, content-box") == "padding-box, content-box")
    #expect(read(.height, "min-content") == "min-content")
  }

  @Test func everyShorthandsLonghandsParseAsOne() {
    var parser = PropertyParser()
    for property in PropertyID.allCases where property.isShorthand {
      var declarations: [PropertyDeclaration] = []
      #expect(parser.parse(property, TokenStream(text: "inherit").cursor, into: &declarations), "\(property.name)")
      #expect(declarations.count == property.longhands.count)
    }
  }

  @Test func logicalPropertiesFollowTheDirection() {
    func physical(_ mode: WritingMode, _ direction: Direction) -> [String] {
      [PropertyID.marginInlineStart, .insetBlockStart, .borderStartEndRadius, .inlineSize].map {
        $0.physical(mode, direction).name
      }
    }
    #expect(physical(.horizontalTB, .ltr) == ["margin-left", "top", "border-top-right-radius", "width"])
    #expect(physical(.horizontalTB, .rtl) == ["margin-right", "top", "border-top-left-radius", "width"])
    #expect(physical(.verticalRL, .ltr) == ["margin-top", "right", "border-bottom-right-radius", "height"])
    #expect(physical(.sidewaysLR, .ltr) == ["margin-bottom", "left", "border-top-left-radius", "height"])
  }
}
