import CSS
import CSSValues
import HTML
import Names

// The pseudo-classes without arguments, in the state that the markup gives (HTML, 4.16.3).
extension ElementMatcher {
  func matchesPseudoClass(_ pseudo: PseudoClass, _ element: Int) -> Bool {
    let record = elements[element]
    switch pseudo {
    case .root: return record.parent < 0 && isRootElement(element)
    case .scope: return scopeRoot >= 0 ? element == scopeRoot : record.parent < 0 && isRootElement(element)
    case .empty: return tree.isEmpty(element)
    case .firstChild: return record.previousSibling < 0
    case .lastChild: return record.nextSibling < 0
    case .onlyChild: return record.previousSibling < 0 && record.nextSibling < 0
    case .firstOfType: return memory.typePosition(element, in: tree).position == 1
    case .lastOfType:
      let (position, count) = memory.typePosition(element, in: tree)
      return position == count
    case .onlyOfType: return memory.typePosition(element, in: tree).count == 1
    case .hover: return holds(.hover, element, atRest: false)
    case .active: return holds(.active, element, atRest: false)
    case .focus: return holds(.focus, element, atRest: false)
    case .focusVisible: return holds(.focusVisible, element, atRest: false)
    case .focusWithin: return holds(.focusWithin, element, atRest: false)
    case .target: return holds(.target, element, atRest: false)
    case .popoverOpen where memory.probe?.supposesUnseen != true:
      return record.namespace == .html && record.hasAttributes && tree.document.hasAttribute(record.node, .popover)
        && holds(.open, element, atRest: false)
    case .visited, .never, .host, .fullscreen, .pictureInPicture, .modal, .popoverOpen, .autofill, .userValid,
      .userInvalid:
      guard let probe = memory.probe, probe.supposesUnseen else { return false }
      return !probe.isNegated
    default:
      guard record.namespace != .other || pseudo == .defined else { return false }
      return matchesForm(pseudo, element)
    }
  }

  private func isRootElement(_ element: Int) -> Bool {
    tree.document.parent(elements[element].node) == .document
      && elements[element].previousSibling < 0
  }

  /// Whether a state holds: as the markup says, or as a probe supposes.
  func holds(_ state: ElementState, _ element: Int, atRest: @autoclosure () -> Bool) -> Bool {
    guard let probe = memory.probe else { return atRest() }
    return probe.holds(state, element, tree, atRest: atRest())
  }

  /// As ``holds(_:_:atRest:)``, for a condition that the state's absence meets.
  private func holdsNot(_ state: ElementState, _ element: Int, atRest: @autoclosure () -> Bool) -> Bool {
    guard let probe = memory.probe else { return atRest() }
    probe.isNegated.toggle()
    defer { probe.isNegated.toggle() }
    return probe.holds(state, element, tree, atRest: atRest())
  }

  private func matchesForm(_ pseudo: PseudoClass, _ element: Int) -> Bool {
    let form = FormState(tree, memory)
    let name = elements[element].name
    let isHTML = elements[element].namespace == .html
    switch pseudo {
    case .link, .anyLink: return isLink(element)
    case .defined:
      return !isHTML || !name.string.contains("-") || HTMLNames.reservedHyphenated.contains(name)
    case .enabled:
      return isHTML && HTMLNames.disableable.contains(name)
        && !holdsNot(.disabled, element, atRest: form.isDisabled(element))
    case .disabled:
      return isHTML && HTMLNames.disableable.contains(name)
        && holds(.disabled, element, atRest: form.isDisabled(element))
    case .checked: return isHTML && holds(.checked, element, atRest: form.isChecked(element))
    case .indeterminate: return isHTML && form.isIndeterminate(element)
    case .default: return isHTML && form.isDefault(element)
    case .placeholderShown:
      countValues(element)
      return isHTML && holds(.placeholderShown, element, atRest: form.showsPlaceholder(element))
    case .readWrite: return isHTML && withEnabled(element) { $0.isReadWrite(element) }
    case .readOnly:
      memory.probe?.isNegated.toggle()
      defer { memory.probe?.isNegated.toggle() }
      return isHTML && !withEnabled(element) { $0.isReadWrite(element) }
    case .required: return isHTML && form.isRequired(element)
    case .optional:
      // DEVIATION: buttons, which cannot be required, are optional in browsers.
      return isHTML && [.input, .select, .textarea, .button].contains(name) && !form.isRequired(element)
    case .valid:
      guard isHTML, let isValid = validity(element) else { return false }
      return !holdsNot(.invalid, element, atRest: !isValid)
    case .invalid:
      guard isHTML, let isValid = validity(element) else { return false }
      return holds(.invalid, element, atRest: !isValid)
    case .inRange:
      countValues(element)
      return isHTML && withEnabled(element) { $0.isInRange(element) == true }
    case .outOfRange:
      countValues(element)
      return isHTML && withEnabled(element) { $0.isInRange(element) == false }
    case .open:
      return isHTML && (name == .details || name == .dialog)
        && holds(.open, element, atRest: form.has(element, .open))
    default: return false
    }
  }

  /// Whether something holds of a control's markup that holds of no disabled one, in whatever state it is.
  private func withEnabled(_ element: Int, _ isMet: (FormState) -> Bool) -> Bool {
    guard memory.probe != nil, [.input, .select, .textarea, .button].contains(elements[element].name) else {
      return isMet(FormState(tree, memory))
    }
    return isMet(FormState(tree, memory, ignoresDisabled: true))
      && !holdsNot(.disabled, element, atRest: FormState(tree, memory).isDisabled(element))
  }

  /// Whether an element is valid as its markup has it; `nil` where it is not validated, as a control that is disabled in
  /// the current state.
  private func validity(_ element: Int) -> Bool? {
    countValues(element)
    guard memory.steps <= memory.maximumSteps else { return nil }
    var isValid: Bool?
    let isValidated = withEnabled(element) { form in
      isValid = form.validity(element)
      return isValid != nil
    }
    return isValidated ? isValid : nil
  }

  /// Counts the bytes of a control's value, or of those in a form: they are read for each question.
  private func countValues(_ element: Int) {
    let document = tree.document
    memory.steps &+= Int(elements[element].subtreeEnd) - element
    for place in element..<Int(elements[element].subtreeEnd) {
      let node = elements[place].node
      if elements[place].hasAttributes {
        memory.countBytes(document.attributes(node).reduce(0) { $0 + document.utf8(of: $1).count })
      }
      guard elements[place].name == .textarea else { continue }
      var child = document.firstChild(node)
      while child.exists {
        if document.kind(child) == .text { memory.countBytes(document.utf8(child).count) }
        child = document.nextSibling(child)
      }
    }
  }

  private func isLink(_ element: Int) -> Bool {
    let record = elements[element]
    guard record.hasAttributes else { return false }
    switch record.namespace {
    case .html: return (record.name == .a || record.name == .area) && tree.document.hasAttribute(record.node, .href)
    case .svg:
      return record.name == .a
        && tree.document.attributes(record.node).contains {
          $0.name == .href || ($0.namespace == .xlink && $0.name == .href) || $0.name == .xlinkHref
        }
    default: return false
    }
  }
}

/// Sets of HTML's names that rules ask for.
enum HTMLNames {
  /// Elements that can be disabled.
  static let disableable: Set<Name> = [.button, .input, .select, .textarea, .fieldset, .optgroup, .option]
  /// Names with a hyphen that are not custom elements.
  static let reservedHyphenated: Set<Name> = [
    "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
    "font-face-name", "missing-glyph",
  ]
  /// The types of `<input>` that hold one line of text.
  static let textTypes: Set<String> = ["text", "search", "url", "tel", "email", "password"]
  /// The types of `<input>` to which `readonly` applies.
  static let readOnlyTypes: Set<String> = [
    "text", "search", "url", "tel", "email", "password", "date", "month", "week", "time", "datetime-local", "number",
  ]
  /// The known types of `<input>`.
  static let inputTypes: Set<String> = [
    "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local",
    "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset", "button",
  ]
}
