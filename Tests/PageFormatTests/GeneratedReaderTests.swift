import CSSValues
import Page
import PageFormat
import PageFormatSchema
import TestSupport
import Testing

/// The files as any Protocol Buffers library reads them: the generated messages, not the reader by hand.
struct GeneratedReaderTests {
  @Test func pageDecodesWithTheGeneratedMessages() throws {
    let bytes = SamplePage.page().encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.formatVersion == 2)
    #expect(page.source == "news/index.html")
    #expect(page.dialect == .web)
    #expect(page.nodeCount == 7)
    #expect(Array(page.nodes.kind) == [1, 1, 1, 2, 3, 5, 1])
    // A byte for the width, then one for each node.
    #expect(page.nodes.subtreeSize.count == 8)
    #expect(page.nodes.attributeStart.count == 9)
    // Writing it again gives the same bytes: fields in order, defaults left out.
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
  }

  /// Nothing that the product writes is unknown to the schema.
  @Test func statesOfClassesDecodeWithTheGeneratedMessages() throws {
    var model = SamplePage.page()
    let (classes, viewport) = (model.strings.intern("hot"), model.strings.intern("390x844@3"))
    model.classStates = [
      PageClassState(node: 1, classes: classes, rows: [.init(node: 2, style: 0)]),
      PageClassState(node: 1, classes: classes, rows: [], viewport: viewport, colorScheme: .dark),
    ]
    let bytes = model.encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.unknownFields.data.isEmpty && page.classStates.unknownFields.data.isEmpty)
    #expect(page.layoutInput.unknownFields.data.isEmpty && page.states.unknownFields.data.isEmpty)
    #expect(page.variants.allSatisfy { $0.unknownFields.data.isEmpty })
    #expect(Array(page.classStates.colorScheme) == [0, 2])
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
    let reader = try PageReader(FileBytes(bytes))
    try reader.validate()
    #expect(reader.classStateViewport(0) == nil)
    #expect(reader.classStateViewport(1)?.name == "390x844@3" && reader.classStateViewport(1)?.colorScheme == .dark)
    #expect(reader.classStateRows(0) == [.init(node: 2, style: 0)] && reader.classStateRows(1).isEmpty)
  }

  @Test func whatNodesAreLaidOutAsDecodesWithTheGeneratedMessages() throws {
    var model = SamplePage.page()
    model.layoutInput.boxes = Array(repeating: PageBox(), count: model.nodes.count)
    model.layoutInput.boxes[1] = PageBox(.replaced, children: .generated)
    model.layoutInput.facts = [PageFactRow(node: 1, bytes: model.encodeFacts([.text("text")]))]
    var variant = PageVariant(environment: Viewport(name: "", width: 390, height: 844))
    variant.boxes = [.init(node: 1, box: PageBox(.select, children: .none)), .init(node: 2, box: .leftOut)]
    variant.facts = [PageFactRow(node: 1, bytes: [])]
    model.layoutInput.variants = [variant]
    let bytes = model.encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.layoutInput.unknownFields.data.isEmpty && page.variants[0].unknownFields.data.isEmpty)
    #expect(Array(page.layoutInput.box.prefix(3)) == [0, 3 | 32, 0] && Array(page.variants[0].box) == [7 | 64, 128])
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
    let reader = try PageReader(FileBytes(bytes))
    try reader.validate()
    let input = try reader.readLayoutInput()
    #expect(input.boxes == model.layoutInput.boxes && input.variants[0].boxes == variant.boxes)
    #expect(input.variants[0].facts == variant.facts && input.facts == model.layoutInput.facts)
    #expect(try reader.facts(variant.facts[0]).isEmpty)
    #expect(input.boxes[1].children == .generated && input.variants[0].boxes[1].box.isLeftOut)
    // What no writer writes is as if it were not there; a node that is none is reported.
    #expect(PageBox(stored: 0x7F) == PageBox(.generic) && PageBox(.graphic) == PageBox())
    model.layoutInput.variants[0].boxes[1].node = 99
    let broken = try PageReader(FileBytes(model.encode()))
    #expect(throws: PageFormatError.self) { try broken.validate() }
  }

  @Test func keyframesDecodeWithTheGeneratedMessages() throws {
    var model = SamplePage.page()
    model.keyframes = [
      PageKeyframes(
        name: "fade",
        frames: [
          .init(offset: 0, declarations: [LocalDeclaration(.opacity, .number(0))]),
          .init(
            offset: 0.5,
            declarations: [LocalDeclaration(.opacity, .number(1)), LocalDeclaration(.color, .color(.currentColor))]),
        ]),
      PageKeyframes(name: "fade", frames: [], viewport: "390x844@3", colorScheme: .dark),
    ]
    let bytes = model.encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.unknownFields.data.isEmpty && page.keyframes.unknownFields.data.isEmpty)
    #expect(page.keyframes.name.count == 3 && page.keyframes.offset.count == 16)
    #expect(Array(page.keyframes.colorScheme) == [0, 2])
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
    let reader = try PageReader(FileBytes(bytes))
    try reader.validate()
    #expect(try (0..<reader.keyframesCount).map { try reader.keyframes($0) } == model.keyframes)
    #expect(reader.keyframes(in: nil)["fade"] == model.keyframes[0])
    #expect(reader.dump().contains("keyframes fade: 0.0 { opacity: 0 }, 0.5 { opacity: 1; color: currentcolor }"))
  }

  @Test func framesOutOfOrderAreRefused() throws {
    var model = SamplePage.page()
    for offsets in [[0.5, 0.2], [0, 0], [-1], [2], [.nan]] {
      model.keyframes = [PageKeyframes(name: "a", frames: offsets.map { .init(offset: $0, declarations: []) })]
      let reader = try PageReader(FileBytes(model.encode()))
      #expect(throws: PageFormatError.self) { try reader.validate() }
      #expect(reader.keyframes(in: nil).isEmpty)
    }
  }

  @Test func semanticsDecodeWithTheGeneratedMessages() throws {
    var model = SamplePage.page()
    model.semantics = [
      PageSemantics(node: 0, role: .document, name: "News"),
      PageSemantics(
        node: 2, role: .link, states: [.focusable, .namedByContent], name: "Hello wide world",
        description: "opens here",
        properties: [.init(.target, "a.html"), .init(.current, "page")]),
      PageSemantics(node: 6, role: .generic, states: .hidden),
    ]
    let bytes = model.encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.unknownFields.data.isEmpty && page.semantics.unknownFields.data.isEmpty)
    #expect(page.semantics.node.count == 4 && page.semantics.property.count == 2)
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
    let reader = try PageReader(FileBytes(bytes))
    try reader.validate()
    #expect((0..<reader.semanticCount).map { reader.semantics(at: $0) } == model.semantics)
    #expect(reader.semantics(2) == model.semantics[1] && reader.semantics(3) == nil)
    #expect(reader.semantics(2)?[.current] == "page" && reader.semantics(2)?[.level] == nil)
    #expect(reader.dump().contains("semantics 2: link “Hello wide world” description “opens here” focusable"))
  }

  /// Numbers that are out of place are found, whatever the file says.
  @Test func wrongSemanticsAreRefused() throws {
    func fault(_ change: (inout PageModel) -> Void) throws -> String? {
      var model = SamplePage.page()
      model.semantics = [PageSemantics(node: 1, role: .button), PageSemantics(node: 2, role: .link)]
      change(&model)
      let reader = try PageReader(FileBytes(model.encode()))
      do {
        try reader.validate()
        return nil
      } catch { return error.field }
    }
    #expect(try fault { _ in } == nil)
    #expect(try fault { $0.semantics[1].node = 1 } == "semantics.node")
    #expect(try fault { $0.semantics[1].node = 7 } == "semantics.node")
  }

  @Test func pseudoElementsDecodeWithTheGeneratedMessages() throws {
    var model = SamplePage.page()
    let states = PageNodeStates(
      node: 2, conditions: [PageStateCondition(node: 1, state: .hover)], rows: [.init(mask: 1, style: 0)])
    model.pseudoStyles = [
      PagePseudoStyle(node: 2, pseudo: .firstLine, style: 1),
      PagePseudoStyle(node: 2, pseudo: .selection, style: 0, states: states),
      PagePseudoStyle(node: 6, pseudo: .placeholder, style: 1),
    ]
    var variant = PageVariant(environment: Viewport(name: "", width: 390, height: 844))
    variant.width = PageRange(0, 500)
    var other = PageVariant(environment: Viewport(name: "", width: 768, height: 1024))
    other.hasOwnPseudoStyles = true
    other.pseudoStyles = [PagePseudoStyle(node: 6, pseudo: .placeholder, style: 0)]
    model.layoutInput.variants = [variant, other]
    let bytes = model.encode()
    let page = try ProtoPage(serializedBytes: bytes)
    #expect(page.unknownFields.data.isEmpty && page.pseudoStyles.unknownFields.data.isEmpty)
    #expect(page.variants.allSatisfy { $0.unknownFields.data.isEmpty })
    #expect(Array(page.pseudoStyles.pseudo) == [2, 4, 1] && page.variants[1].flags == 8)
    #expect(Array(page.pseudoStyles.states.node) == [1, 1])
    let again: [UInt8] = try page.serializedBytes()
    #expect(again == bytes)
    let reader = try PageReader(FileBytes(bytes))
    try reader.validate()
    #expect(try reader.pseudoStyles().styles(of: 2) == Array(model.pseudoStyles.prefix(2)))
    #expect(try reader.pseudoStyles(in: variant.environment).styles(of: 6).map(\.style) == [1])
    #expect(try reader.pseudoStyles(in: other.environment).styles(of: 6).map(\.style) == [0])
    #expect(try reader.pseudoStyles(in: other.environment).styles(of: 2).isEmpty)
    // What points nowhere is reported.
    for fault in [
      PagePseudoStyle(node: 99, pseudo: .backdrop, style: 0), PagePseudoStyle(node: 6, pseudo: .backdrop, style: 99),
      PagePseudoStyle(node: 1, pseudo: .backdrop, style: 0),
    ] {
      var broken = model
      broken.pseudoStyles.append(fault)
      let reader = try PageReader(FileBytes(broken.encode()))
      #expect(throws: PageFormatError.self) { try reader.validate() }
    }
  }

  /// Which texts are first lines and letters, and what images show.
  @Test func partsAndImagesDecodeWithTheGeneratedMessages() throws {
    var model = SamplePage.layout()
    model.lines[0].parts = [.firstLine, .firstLetter]
    model.images = [(node: 4, source: model.strings.intern("small.png"))]
    let bytes = model.encode(for: SamplePage.page())
    let layout = try ProtoLayout(serializedBytes: bytes)
    #expect(layout.unknownFields.data.isEmpty && layout.lines.unknownFields.data.isEmpty)
    #expect(Array(layout.lines.parts) == [3, 0] && layout.images.node.count == 2)
    let again: [UInt8] = try layout.serializedBytes()
    #expect(again == bytes)
    let (reader, page) = (try LayoutReader(FileBytes(bytes)), try PageReader(FileBytes(SamplePage.page().encode())))
    try reader.validate(for: page)
    #expect(reader.lines(3, in: page).map(\.parts) == [[.firstLine, .firstLetter], []])
    #expect(reader.image(4) == "small.png" && reader.image(2) == nil)
  }

  @Test func layoutDecodesWithTheGeneratedMessages() throws {
    let bytes = SamplePage.layout().encode(for: SamplePage.page())
    let layout = try ProtoLayout(serializedBytes: bytes)
    #expect(layout.viewport.name == "390x844@3")
    #expect(layout.viewport.width == 390)
    // Two bytes a number: 0, 512 and 32.
    #expect(Array(layout.frames.x.prefix(7)) == [2, 0, 0, 0, 2, 32, 0])
    #expect(layout.contentHeight == 900 * 64)
    #expect(layout.fonts.map(\.family) == ["DejaVu Sans"])
    #expect(layout.unknownFields.data.isEmpty)
    let again: [UInt8] = try layout.serializedBytes()
    #expect(again == bytes)
  }
}
