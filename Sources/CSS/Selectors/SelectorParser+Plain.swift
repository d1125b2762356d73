import Names

// OPTIMIZATION: most selectors of a sheet are names, plain pseudo-classes and combinators. They are read in one pass over
// the tokens' memory, without errors; what is anything else is read by the general parser from the beginning.
extension SelectorParser {
  /// Reads a list at the top level; `nil`, with nothing added, where it holds more than names, plain pseudo-classes, one
  /// pseudo-element at its end, and combinators.
  mutating func parsePlainList(_ stream: TokenStream, _ range: Range<Int>) -> UInt32? {
    guard namespaces.byDefault == nil, !range.isEmpty else { return nil }
    let tokens = UnsafePointer(stream.tokenMemory)
    let firstComponent = builder.components.count
    let firstSelector = builder.selectors.count
    var position = range.lowerBound
    while true {
      guard parsePlain(stream, tokens, &position, range.upperBound) else {
        builder.components.removeSubrange(firstComponent...)
        builder.selectors.removeSubrange(firstSelector...)
        return nil
      }
      if position == range.upperBound { break }
      // At a comma.
      position += 1
      while position < range.upperBound, tokens[position].kind == .whitespace { position += 1 }
    }
    builder.lists.append(
      SelectorList(start: UInt32(firstSelector), count: UInt32(builder.selectors.count - firstSelector)))
    return UInt32(builder.lists.count - 1)
  }

  /// Reads one selector, up to a comma or the end; false where it is not plain.
  private mutating func parsePlain(
    _ stream: TokenStream, _ tokens: UnsafePointer<Token>, _ position: inout Int, _ end: Int
  ) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    plainCompounds.removeAll(keepingCapacity: true)
    var (ids, classes, types): (UInt32, UInt32, UInt32) = (0, 0, 0)
    var states: DynamicStates = []
    var pseudoElement: PseudoElement?
    var combinator = Combinator.descendant
    while true {
      let start = scratch.count
      plainCompounds.append((combinator, start))
      if position < end, tokens[position].kind == .ident {
        scratch.append(named(.type, tokens[position], stream))
        types += 1
        position += 1
      }
      simple: while position < end {
        switch tokens[position].kind {
        case .hash where tokens[position].flags.contains(.id):
          scratch.append(named(.id, tokens[position], stream))
          ids += 1
          position += 1
        case .delim where tokens[position].match == 0x2E && position + 1 < end && tokens[position + 1].kind == .ident:
          scratch.append(named(.className, tokens[position + 1], stream))
          classes += 1
          position += 2
        case .colon:
          let isElement = position + 1 < end && tokens[position + 1].kind == .colon
          position += isElement ? 2 : 1
          guard position < end, tokens[position].kind == .ident,
            let pseudo = plainPseudo(tokens[position], stream, isElement: isElement)
          else { return false }
          position += 1
          switch pseudo {
          case .state(let state):
            scratch.append(SelectorComponent(.pseudoClass, detail: state.rawValue))
            states.formUnion(state.dynamicStates)
            classes += 1
          case .element(let element):
            pseudoElement = element
            types += 1
            break simple
          }
        default: break simple
        }
      }
      guard scratch.count > start || pseudoElement != nil else { return false }

      // What leads to the next compound.
      var hasSpace = false
      while position < end, tokens[position].kind == .whitespace {
        position += 1
        hasSpace = true
      }
      if position == end || tokens[position].kind == .comma { break }
      guard pseudoElement == nil else { return false }
      switch tokens[position].delimiter {
      case 0x3E: combinator = .child
      case 0x2B: combinator = .nextSibling
      case 0x7E: combinator = .subsequentSibling
      default:
        guard hasSpace else { return false }
        combinator = .descendant
        continue
      }
      position += 1
      while position < end, tokens[position].kind == .whitespace { position += 1 }
    }
    appendPlain(Specificity(ids, classes, types), states, pseudoElement)
    return true
  }

  /// Writes the compounds from right to left.
  private mutating func appendPlain(
    _ specificity: Specificity, _ states: DynamicStates, _ pseudoElement: PseudoElement?
  ) {
    let start = builder.components.count
    if let pseudoElement {
      builder.components.append(SelectorComponent(.pseudoElement, detail: pseudoElement.rawValue))
      builder.components.append(.combinator(.pseudoElement))
    }
    var end = scratch.count
    for index in stride(from: plainCompounds.count - 1, through: 0, by: -1) {
      let compound = plainCompounds[index]
      for component in compound.start..<end { builder.components.append(scratch[component]) }
      if index > 0 { builder.components.append(.combinator(compound.combinator)) }
      end = compound.start
    }
    builder.selectors.append(
      Selector(
        start: UInt32(start), count: UInt32(builder.components.count - start), specificity: specificity,
        pseudoElement: pseudoElement, pseudoArgument: .empty, dynamicStates: states, mentionsScope: false))
  }

  private enum PlainPseudo {
    case state(PseudoClass)
    case element(PseudoElement)
  }

  /// What a name behind one or two colons is, looked up once a spelling; `nil` is what the general parser has to look at.
  private mutating func plainPseudo(_ token: Token, _ stream: TokenStream, isElement: Bool) -> PlainPseudo? {
    let tag: UInt32 = isElement ? 2 : 1
    let number: Int
    if let found = stream.withText(token, { known.find($0, tag: tag) }) {
      number = found
    } else {
      let name = stream.lowercasedName(token).string
      if let element = isElement ? PseudoElement.named(name) : PseudoElement.legacy(name) {
        // The arguments of these are their names.
        number = element == .vendor || element == .scrollbarPart ? -1 : 256 + Int(element.rawValue)
      } else if !isElement, let state = PseudoClass.named(name), state != .scope {
        number = Int(state.rawValue)
      } else {
        number = -1
      }
      stream.withText(token) { known.insert($0, tag: tag, number) }
    }
    if number >= 256 { return PseudoElement(rawValue: UInt8(number - 256)).map(PlainPseudo.element) }
    return number < 0 ? nil : PseudoClass(rawValue: UInt8(number)).map(PlainPseudo.state)
  }
}
