import HTML
import Names

/// The states of form controls as their markup sets them (HTML, 4.10).
struct FormState {
  let tree: ElementTree
  /// What counts the steps of comparing with patterns, and remembers their answers.
  private let memory: MatchMemory?
  /// Whether to answer as if no control were disabled.
  private let ignoresDisabled: Bool
  /// What is known already where nothing remembers it.
  private let known: FormGroups?

  init(
    _ tree: ElementTree, _ memory: MatchMemory? = nil, ignoresDisabled: Bool = false, groups: FormGroups? = nil
  ) {
    self.tree = tree
    self.memory = memory
    self.ignoresDisabled = ignoresDisabled
    known = groups
  }

  private var groups: FormGroups { known ?? memory?.formGroups(of: tree) ?? FormGroups(tree) }

  /// Whether being disabled keeps a control from being validated and edited.
  private func isBarred(_ element: Int) -> Bool { !ignoresDisabled && isDisabled(element) }

  private func name(_ element: Int) -> Name { tree.elements[element].name }

  func has(_ element: Int, _ attribute: Name) -> Bool {
    tree.elements[element].hasAttributes && tree.document.hasAttribute(tree.elements[element].node, attribute)
  }

  func value(_ element: Int, _ attribute: Name) -> String? {
    tree.elements[element].hasAttributes ? tree.document.value(tree.elements[element].node, attribute) : nil
  }

  private func isHTML(_ element: Int, _ name: Name) -> Bool {
    tree.elements[element].name == name && tree.elements[element].namespace == .html
  }

  /// An `<input>`'s type, `text` where it is missing or not known.
  func inputType(_ element: Int) -> String {
    guard let type = value(element, .type)?.lowercased(), HTMLNames.inputTypes.contains(type) else { return "text" }
    return type
  }

  // MARK: Disabled (4.10.18.5)

  func isDisabled(_ element: Int) -> Bool {
    switch name(element) {
    case .option:
      if has(element, .disabled) { return true }
      let parent = Int(tree.elements[element].parent)
      if parent >= 0, isHTML(parent, .optgroup), has(parent, .disabled) { return true }
      return isInDisabledSelect(element)
    case .optgroup:
      return has(element, .disabled) || isInDisabledSelect(element)
    default:
      return has(element, .disabled) || isInDisabledFieldset(element)
    }
  }

  /// DEVIATION: in browsers, what is in a disabled `<select>` is disabled with it.
  private func isInDisabledSelect(_ element: Int) -> Bool {
    var ancestor = Int(tree.elements[element].parent)
    while ancestor >= 0, isHTML(ancestor, .optgroup) { ancestor = Int(tree.elements[ancestor].parent) }
    return ancestor >= 0 && isHTML(ancestor, .select) && isDisabled(ancestor)
  }

  private func isInDisabledFieldset(_ element: Int) -> Bool {
    var child = element
    var ancestor = Int(tree.elements[element].parent)
    while ancestor >= 0 {
      if isHTML(ancestor, .fieldset), has(ancestor, .disabled), !isFirstLegend(child) { return true }
      child = ancestor
      ancestor = Int(tree.elements[ancestor].parent)
    }
    return false
  }

  private func isFirstLegend(_ element: Int) -> Bool {
    isHTML(element, .legend) && groups.isFirstLegend(element, in: tree)
  }

  // MARK: Checked, default, indeterminate

  func isChecked(_ element: Int) -> Bool {
    switch name(element) {
    case .input:
      let type = inputType(element)
      guard type == "checkbox" || type == "radio", has(element, .checked) else { return false }
      // Of a group's radio buttons the last one that is checked stays so.
      guard type == "radio", let name = groupName(element) else { return true }
      return !groups.isCheckedLater(element, named: name)
    case .option:
      return isSelected(element)
    default:
      return false
    }
  }

  /// HTML, 4.10.7: of a drop-down the last selected option counts, else the first that is not disabled.
  private func isSelected(_ option: Int) -> Bool {
    let select = groups.select(around: option)
    guard select >= 0, !has(select, .multiple) else { return has(option, .selected) }
    return groups.selectedOption(of: select) == option
  }

  /// What the radio buttons of a group have as their name; `nil` for a button without a group.
  private func groupName(_ element: Int) -> String? { value(element, .name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether a radio button or another one of its group is checked.
  private func isGroupChecked(_ element: Int) -> Bool {
    guard let name = groupName(element) else { return has(element, .checked) }
    return groups.isAnyChecked(element, named: name)
  }

  func isIndeterminate(_ element: Int) -> Bool {
    switch name(element) {
    case .progress: return !has(element, .value)
    case .input:
      return inputType(element) == "radio" && !isGroupChecked(element)
    default: return false
    }
  }

  func isDefault(_ element: Int) -> Bool {
    switch name(element) {
    case .option: return has(element, .selected)
    case .input:
      let type = inputType(element)
      if type == "checkbox" || type == "radio" { return has(element, .checked) }
      return (type == "submit" || type == "image") && groups.isFirstSubmit(element)
    case .button: return isSubmitButton(element) && groups.isFirstSubmit(element)
    default: return false
    }
  }

  func isSubmitButton(_ element: Int) -> Bool {
    let type = value(element, .type)?.lowercased() ?? "submit"
    return type != "button" && type != "reset"
  }

  // MARK: Text fields

  private func currentValue(_ element: Int) -> String {
    name(element) == .textarea
      ? tree.document.textContent(tree.elements[element].node) : value(element, .value) ?? ""
  }

  func showsPlaceholder(_ element: Int) -> Bool {
    guard name(element) == .textarea || name(element) == .input else { return false }
    if name(element) == .input {
      let type = inputType(element)
      guard HTMLNames.textTypes.contains(type) || type == "number" else { return false }
    }
    // As in browsers, an empty placeholder is shown, too.
    guard value(element, .placeholder) != nil else { return false }
    return currentValue(element).isEmpty
  }

  func isReadWrite(_ element: Int) -> Bool {
    switch name(element) {
    case .input:
      return HTMLNames.readOnlyTypes.contains(inputType(element)) && !has(element, .readonly) && !isBarred(element)
    case .textarea:
      return !has(element, .readonly) && !isBarred(element)
    default:
      var current = element
      while current >= 0 {
        if let editable = value(current, .contenteditable)?.lowercased() {
          if ["", "true", "plaintext-only"].contains(editable) { return true }
          if editable == "false" { return false }
        }
        current = Int(tree.elements[current].parent)
      }
      return false
    }
  }

  func isRequired(_ element: Int) -> Bool {
    switch name(element) {
    case .input:
      return has(element, .required)
        && !["hidden", "range", "color", "submit", "image", "reset", "button"].contains(inputType(element))
    case .select, .textarea: return has(element, .required)
    default: return false
    }
  }

  // MARK: Constraint validation (4.10.21)

  /// Whether a control, form or fieldset satisfies its constraints; `nil` where none are asked of it.
  func validity(_ element: Int) -> Bool? {
    switch name(element) {
    case .form, .fieldset:
      let range = element + 1..<Int(tree.elements[element].subtreeEnd)
      return !range.contains { name($0) != .fieldset && controlValidity($0) == false }
    default:
      return controlValidity(element)
    }
  }

  private func controlValidity(_ element: Int) -> Bool? {
    guard tree.elements[element].namespace == .html else { return nil }
    switch name(element) {
    case .button: return isSubmitButton(element) && !isBarred(element) ? true : nil
    case .select:
      guard !isBarred(element) else { return nil }
      guard has(element, .required) else { return true }
      return (element + 1..<Int(tree.elements[element].subtreeEnd)).contains {
        isHTML($0, .option) && isSelected($0) && !(value($0, .value) ?? "-").isEmpty
      }
    case .textarea:
      guard !isBarred(element), !has(element, .readonly) else { return nil }
      return !(has(element, .required) && currentValue(element).isEmpty)
    case .input: return inputValidity(element)
    case .output, .object: return nil
    default: return nil
    }
  }

  private func inputValidity(_ element: Int) -> Bool? {
    let type = inputType(element)
    // DEVIATION: images that submit are not validated in browsers.
    guard !isBarred(element), !["hidden", "reset", "button", "image"].contains(type) else { return nil }
    if HTMLNames.readOnlyTypes.contains(type), has(element, .readonly) { return nil }
    let value = currentValue(element)
    if isRequired(element) {
      switch type {
      case "checkbox": if !has(element, .checked) { return false }
      case "radio": if !isGroupChecked(element) { return false }
      case "number": if Double(value) == nil { return false }
      default: if value.isEmpty { return false }
      }
    }
    if !value.isEmpty {
      switch type {
      case "email": if !Self.isEmail(value, multiple: has(element, .multiple)) { return false }
      case "url": if !Self.isAbsoluteURL(value) { return false }
      default: break
      }
      if HTMLNames.textTypes.contains(type), let pattern = self.value(element, "pattern") {
        let isList = type == "email" && has(element, .multiple)
        let values = isList ? value.split(separator: ",").map(String.init) : [value]
        if values.contains(where: { !matches(pattern, $0) }) { return false }
      }
    }
    return isInRange(element) != false
  }

  private func matches(_ pattern: String, _ value: String) -> Bool {
    guard let memory else { return PatternConstraint.matches(pattern, value) ?? true }
    return memory.matches(pattern: pattern, value)
  }

  static func isEmail(_ text: String, multiple: Bool) -> Bool {
    let addresses = multiple ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
    return addresses.allSatisfy { address in
      let parts = address.drop { $0 == " " }.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
      return parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        !label.isEmpty && label.count <= 63 && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
      }
    }
  }

  static func isAbsoluteURL(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
    return text[..<colon].utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// Whether a number is within `min` and `max`; `nil` where the control has no range.
  func isInRange(_ element: Int) -> Bool? {
    guard name(element) == .input else { return nil }
    let type = inputType(element)
    if type == "range" { return isBarred(element) ? nil : true }
    guard type == "number", !isBarred(element), !has(element, .readonly) else { return nil }
    let minimum = value(element, .min).flatMap { Double($0) }
    let maximum = value(element, .max).flatMap { Double($0) }
    guard minimum != nil || maximum != nil else { return nil }
    guard let number = Double(currentValue(element)) else { return true }
    return number >= minimum ?? -.infinity && number <= maximum ?? .infinity
  }
}
