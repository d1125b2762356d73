import CSS
import CSSValues
import Composition
import Diagnostics
import HTML
import Names
import PageFormat

/// Reads and checks the bindings and handlers of a Token page.
struct BindingCollector {
  let document: Document
  let registry: ComponentRegistry
  let source: SourceFile
  let scripts: PageScripts
  private let suggestions = Suggestion.Budget()
  private(set) var result = PageBindings()
  private(set) var diagnostics: DiagnosticSink
  /// The variables of the loops around an element, the innermost last.
  private var scope: [(name: String, depth: Int)] = []
  private var shapeCompiler = ValueShapeCompiler()
  /// By a property and the text around what data gives it: whether values of such a form are known.
  private var shapesByPieces: [[String]: Bool] = [:]
  /// Every loop variable of the page.
  private var loopVariables: Set<String> = ["item", "index"]

  init(
    _ document: Document, registry: ComponentRegistry, source: SourceFile, scripts: PageScripts,
    diagnostics: DiagnosticSink
  ) {
    self.document = document
    self.registry = registry
    self.source = source
    self.scripts = scripts
    self.diagnostics = diagnostics
    result.scriptFiles = scripts.files
    result.scriptLines = scripts.lines
  }

  /// Walks the document.
  mutating func collect() {
    let root = document.documentElement
    guard root.exists else { return }
    collectLoopVariables(root)
    var node = root
    var depth = 0
    while node.exists {
      scope.removeAll { $0.depth >= depth }
      switch document.kind(node) {
      case .element: visit(node, depth: depth)
      case .text: visitText(node)
      default: break
      }
      // Pre-order, with the depth kept along.
      if document.firstChild(node).exists {
        node = document.firstChild(node)
        depth += 1
        continue
      }
      while node.exists, node != root, !document.nextSibling(node).exists {
        node = document.parent(node)
        depth -= 1
      }
      node = node == root ? .none : document.nextSibling(node)
    }
  }

  private static let loop = Name("t:for")
  private static let data = Name("t:data")

  private mutating func collectLoopVariables(_ root: NodeID) {
    var node = root
    while node.exists {
      if document.isElement(node), let text = document.value(node, Self.loop) ?? document.value(node, Self.data),
        let loop = try? BindingParser.repetition(text, allowsOnlyPath: true)
      {
        loopVariables.formUnion([loop.item, loop.index])
      }
      node = document.next(after: node)
    }
  }

  // MARK: Elements

  private mutating func visit(_ node: NodeID, depth: Int) {
    let tag = document.name(node).string
    let component = registry.component(tag)
    if !Self.withoutComponent.contains(tag) { result.components[node] = component?.name ?? "view" }
    if tag == "tableRow" || tag == "tableSection" { scope += ["item", "index", "section"].map { ($0, depth) } }
    // A loop's variables are known to its own element's attributes, whatever their order.
    for attribute in document.attributes(node) where attribute.name == Self.loop {
      repetition(attribute, .repetition, of: node, depth: depth)
    }
    for attribute in document.attributes(node) where attribute.name != Self.loop {
      let name = attribute.name.string
      if attribute.name == Self.data {
        if component?.hasRows == true {
          repetition(attribute, .data, of: node, depth: depth)
        } else {
          diagnostics.report(
            .repetitionMisplaced, "`t:data` on `\(tag)` does nothing", in: source, at: attribute.sourceRange,
            help: "use `t:for`")
        }
      } else if name.hasPrefix("@") {
        event(attribute, String(name.dropFirst()), of: node)
      } else {
        CompositionNames.reportUnknown(attribute, in: source, &diagnostics)
        noteSwitch(attribute, of: node, component)
        template(attribute, of: node)
      }
    }
    if scripts.looksUp(node, in: document) { result.scripted.insert(node) }
  }

  /// As in HTML, a boolean attribute without a value is on; hosts are given a word.
  private mutating func noteSwitch(_ attribute: Document.Attribute, of node: NodeID, _ component: Component?) {
    guard let component, TokenPropertyText.trimmed(document.value(attribute)).isEmpty,
      registry.property(attribute.name.string, of: component)?.type == .boolean
    else { return }
    result.switchedOn[node, default: []].insert(attribute.name)
  }

  private static let withoutComponent: Set<String> = ["html", "head", "title", "style", "link", "script", "meta"]

  private mutating func repetition(
    _ attribute: Document.Attribute, _ target: PageBindingTarget, of node: NodeID, depth: Int
  ) {
    let value = document.value(attribute)
    do throws(BindingFault) {
      let loop = try BindingParser.repetition(value, allowsOnlyPath: target == .data)
      check(loop.source, in: attribute)
      scope += [(loop.item, depth), (loop.index, depth)]
      add(
        .init(target: target, name: loop.item, index: loop.index, text: loop.sourceText, expression: loop.source),
        to: node)
    } catch {
      report(error, .bindingSyntax, in: attribute)
    }
  }

  private mutating func event(_ attribute: Document.Attribute, _ event: String, of node: NodeID) {
    let value = document.value(attribute)
    do throws(BindingFault) {
      if event == "bind" || event == "class" {
        // Both forms are in use: `@class="item.kind"` and `@class="{{ item.kind }}"`.
        let isBraced = BindingParser.mentionsBinding(value)
        var expression = BindingExpression.null
        if isBraced {
          guard let braced = braced(attribute) else { return }
          expression = braced
        } else {
          expression = try BindingParser.path(value)
        }
        check(expression, in: attribute)
        let tag = document.name(node).string
        if event == "bind", registry.component(tag) != nil, !registry.hasValue(tag) {
          diagnostics.report(
            .bindingWithoutValue, "`@bind` on `\(tag)` does nothing: readers change nothing in it", in: source,
            at: attribute.sourceRange, help: "show data as `{{ \(value.prefix(40)) }}`, in the text or an attribute")
          return
        }
        add(
          .init(
            target: event == "bind" ? .value : .classes, text: isBraced ? expression.text : value,
            expression: expression), to: node)
        return
      }
      if !Self.events.contains(event) { reportUnknown(event, attribute, of: node) }
      let call = try BindingParser.handler(value)
      for argument in call.arguments { check(argument, in: attribute) }
      result.handlers[node, default: []].append(.init(event: event, call: call))
      let function = call.function.split(separator: ".").first.map(String.init) ?? call.function
      if !scripts.defines(function) {
        let near = suggestions.nearest(to: function, in: scripts.names)
        diagnostics.report(
          .handlerUndefined, "no script of the page defines `\(function)`", in: source,
          at: place(of: attribute).range(0),
          help: near.map { "did you mean `\($0)`?" })
      }
    } catch {
      report(error, .bindingSyntax, in: attribute)
    }
  }

  /// Events of a team's own components may have any name that is not near to one of the dialect's.
  private mutating func reportUnknown(_ event: String, _ attribute: Document.Attribute, of node: NodeID) {
    let tag = document.name(node).string
    if let near = Suggestion.nearest(to: event, in: Self.events) {
      diagnostics.report(
        .eventUnknown, "no component has the event `\(event)`", in: source, at: attribute.sourceRange,
        help: "did you mean `@\(near)`?")
    } else if registry.component(tag) != nil, !registry.isOwn(tag) {
      diagnostics.report(
        .eventUnknown, "`\(tag)` has no event `\(event)`", in: source, at: attribute.sourceRange,
        help: "a tap is `@click`; events of other names are those of a team's own components")
    }
  }

  /// The events that components emit, and the other names that may come after `@`; an app's own components may have
  /// others.
  private static let events = [
    "bind", "class", "click", "textChange", "change", "beginEditing", "endEditing", "clear", "return", "search",
    "headerRefresh", "footerRefresh", "indexChange", "startLoad", "receiveContent", "finish", "failLoad",
    "receiveJSMessage", "appear", "disappear", "scroll", "longPress", "swipe", "swipeLeft", "swipeRight", "swipeUp",
    "swipeDown",
  ]

  /// An attribute's text with `{{ … }}` in it; `nil` where a fault was reported.
  private mutating func braced(_ attribute: Document.Attribute) -> BindingExpression? {
    var faults: [BindingFault] = []
    let expression = BindingParser.template(document.value(attribute), faults: &faults)
    for fault in faults { report(fault, Self.code(of: fault), in: attribute) }
    return faults.isEmpty ? expression : nil
  }

  private mutating func template(_ attribute: Document.Attribute, of node: NodeID) {
    let value = document.value(attribute)
    // Styles hold braces of their own.
    guard BindingParser.mentionsBinding(value), let expression = braced(attribute) else { return }
    check(expression, in: attribute)
    if attribute.name == .style {
      boundStyle(attribute, of: node)
      return
    }
    let name = attribute.name.string
    addShapes(ofRows: name, expression, value, of: node, at: place(of: attribute).range(0))
    add(.init(target: .attribute, name: name, text: value, expression: expression), to: node)
  }

  /// Devices lay a table's rows out with what data gives it for them, as a build does with what is written out.
  private mutating func addShapes(
    ofRows name: String, _ expression: BindingExpression, _ value: String, of node: NodeID, at place: Range<Int>
  ) {
    guard document.name(node) == .table, let property = TokenPropertyText.rowProperties[name.camelCased] else { return }
    addShapes(property, expression)
    if hasShapes(property, expression) { return }
    diagnostics.report(
      .boundStyleUnknown, "no \(property == "height" ? property : "margin") can be written as `\(value.prefix(60))`",
      in: source, at: place)
  }

  /// The declarations of a `style` attribute with `{{ … }}` in it, each a binding of its own.
  private mutating func boundStyle(_ attribute: Document.Attribute, of node: NodeID) {
    let style = BoundStyle(document.value(attribute))
    let place = place(of: attribute)
    for obstacle in style.obstacles {
      diagnostics.report(
        .boundStyleUnknown, obstacle.message, in: source, at: place.range(obstacle.offset), help: obstacle.help)
    }
    for declaration in style.declarations {
      var faults: [BindingFault] = []
      let expression = BindingParser.template(declaration.value, faults: &faults)
      let meaning = TokenDeclarationReader.meaning(declaration.property)
      if meaning == .native {
        addShapes(
          ofRows: declaration.property, expression, declaration.value, of: node, at: place.range(declaration.offset))
        add(
          .init(
            target: .attribute, name: declaration.property.camelCased, text: declaration.value, expression: expression),
          to: node)
        continue
      }
      addShapes(declaration.property, expression)
      guard hasShapes(declaration.property, expression) else {
        let near =
          meaning == nil ? Suggestion.nearest(to: declaration.property, in: PropertyTable.names) : nil
        diagnostics.report(
          .boundStyleUnknown,
          meaning == nil
            ? "`\(declaration.property)` is not a CSS property"
            : "no value of `\(declaration.property)` can be written as `\(declaration.value.prefix(60))`",
          in: source, at: place.range(declaration.offset), help: near.map { "did you mean `\($0)`?" })
        continue
      }
      add(
        .init(
          target: .declaration, name: declaration.property, text: declaration.value, expression: expression), to: node)
    }
  }

  /// The text around what data gives.
  private static func pieces(_ expression: BindingExpression) -> [String] {
    guard case .join(let parts) = expression else { return ["", ""] }
    var pieces = [""]
    for part in parts {
      if case .text(let text) = part { pieces[pieces.count - 1] += text } else { pieces.append("") }
    }
    return pieces
  }

  private mutating func addShapes(_ property: String, _ expression: BindingExpression) {
    let pieces = Self.pieces(expression)
    guard pieces.count - 1 <= ValueShape.maximumNumbers else { return }
    guard shapesByPieces[[property] + pieces] == nil else { return }
    let shapes = shapeCompiler.shapes(of: property, pieces: pieces)
    shapesByPieces[[property] + pieces] = !shapes.isEmpty
    for shape in shapes
    where !result.valueShapes.contains(where: { $0.property == property && $0.shape == shape.shape }) {
      result.valueShapes.append(shape)
    }
  }

  private func hasShapes(_ property: String, _ expression: BindingExpression) -> Bool {
    shapesByPieces[[property] + Self.pieces(expression)] == true
  }

  private mutating func add(_ binding: PageBindings.Binding, to node: NodeID) {
    result.bindings[node, default: []].append(binding)
  }

  // MARK: Texts

  private mutating func visitText(_ node: NodeID) {
    let parent = document.name(document.parent(node))
    guard parent != .script, parent != .style,
      document.utf8(node).contains(UInt8(ascii: "{"))
        || document.utf8(node).contains(UInt8(ascii: "}"))
    else { return }
    let text = document.text(node)
    guard BindingParser.mentionsBinding(text) else { return }
    var faults: [BindingFault] = []
    let expression = BindingParser.template(text, faults: &faults)
    let place = place(ofText: node, text)
    for fault in faults {
      diagnostics.report(
        Self.code(of: fault), fault.message, in: source, at: place.range(fault.offset), help: fault.help)
    }
    for (name, offset) in expression.variables { check(name, at: place.range(offset)) }
    guard !expression.variables.isEmpty else { return }
    add(.init(target: .text, text: text, expression: expression), to: node)
  }

  private static func code(of fault: BindingFault) -> DiagnosticCode {
    fault.message.contains("{{") ? .bindingBraces : .bindingSyntax
  }

  // MARK: Checks

  private mutating func check(_ expression: BindingExpression, in attribute: Document.Attribute) {
    let place = place(of: attribute)
    for (name, offset) in expression.variables { check(name, at: place.range(offset)) }
  }

  private mutating func check(_ name: String, at range: Range<Int>) {
    let known = scope.map(\.name)
    if known.contains(name) { return }
    if loopVariables.contains(name) {
      diagnostics.report(
        .bindingUnknownVariable, "`\(name)` is a loop's variable, and no loop with it is around this", in: source,
        at: range, help: known.isEmpty ? "repeat the element with t:for" : "the loops here have \(Self.list(known))")
      return
    }
    // A slip of the hand: the same letters in another order, or one more or less that is not a plural.
    guard name.utf8.count >= 3, let near = suggestions.nearest(to: name, in: known), near.utf8.count == name.utf8.count,
      near.utf8.sorted() == name.utf8.sorted()
    else { return }
    diagnostics.report(
      .bindingUnknownVariable, "`\(name)` is not a variable of the surrounding loops", in: source, at: range,
      help: "did you mean `\(near)`?")
  }

  private static func list(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { "`\($0)`" }.joined(separator: ", ")
  }

  private mutating func report(_ fault: BindingFault, _ code: DiagnosticCode, in attribute: Document.Attribute) {
    diagnostics.report(code, fault.message, in: source, at: place(of: attribute).range(fault.offset), help: fault.help)
  }

  // MARK: Places

  /// Where a text is in the source; the places of its parts are not known where characters were written as references.
  private struct Place {
    var whole: Range<Int>
    var areOffsetsKnown: Bool

    func range(_ offset: Int) -> Range<Int> {
      guard areOffsetsKnown else { return whole }
      let start = max(0, min(whole.lowerBound + offset, whole.upperBound))
      return start..<min(whole.upperBound, start + 1)
    }
  }

  private func place(of attribute: Document.Attribute) -> Place {
    let value = document.utf8(of: attribute)
    let start = attribute.valueSourceOffset
    guard start > 0, start + value.count <= source.bytes.count,
      source.bytes[start..<start + value.count].elementsEqual(value)
    else { return Place(whole: attribute.sourceRange, areOffsetsKnown: false) }
    return Place(whole: start..<start + value.count, areOffsetsKnown: true)
  }

  private func place(ofText node: NodeID, _ text: String) -> Place {
    let range = document.sourceRange(node)
    let isWritten =
      range.count == text.utf8.count && range.upperBound <= source.bytes.count
      && source.bytes[range].elementsEqual(text.utf8)
    return Place(whole: range, areOffsetsKnown: isWritten)
  }
}
