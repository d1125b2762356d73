import HTML
import Names

/// What controls have in common with others of their form or list, found out in one pass over a page (HTML, 4.10).
///
/// Looking through a group for each of its members would take the square of their number.
struct FormGroups {
  private struct RadioGroup: Hashable {
    var form: Int32
    var name: String
  }

  /// The first legend below a parent.
  private var firstLegends: [Int32: Int32] = [:]
  /// The form that controls belong to by the markup around them; -1 where there is none.
  private var formsAround: [Int32] = []
  /// The form that a control names, where it names one.
  private var namedForms: [Int32: Int32] = [:]
  /// The last radio button of a group that is checked.
  private var lastChecked: [RadioGroup: Int32] = [:]
  /// A form's default button (4.10.21.2).
  private var firstSubmits: [Int32: Int32] = [:]
  /// The option of a drop-down that counts (4.10.7): the last selected one, else the first that is not disabled.
  private var selectedOptions: [Int32: Int32] = [:]
  /// The `<select>` around an element; -1 where there is none.
  private var selectsAround: [Int32] = []

  init(_ tree: ElementTree) {
    findContainers(in: tree)
    findForms(in: tree)
    // Whether a list is disabled depends on legends.
    let form = FormState(tree, groups: self)
    findMembers(form)
  }

  /// Whether a legend is its parent's first one.
  func isFirstLegend(_ legend: Int, in tree: ElementTree) -> Bool {
    firstLegends[Int32(tree.elements[legend].parent)] == Int32(legend)
  }

  /// Whether of a radio button's group one is checked that comes behind it.
  func isCheckedLater(_ button: Int, named name: String) -> Bool {
    lastChecked[RadioGroup(form: form(of: button), name: name)].map { $0 > button } ?? false
  }

  /// Whether a button of a group is checked.
  func isAnyChecked(_ button: Int, named name: String) -> Bool {
    lastChecked[RadioGroup(form: form(of: button), name: name)] != nil
  }

  /// Whether a button is the first of its form that submits it.
  func isFirstSubmit(_ button: Int) -> Bool {
    let form = form(of: button)
    return form >= 0 && firstSubmits[form] == Int32(button)
  }

  /// The `<select>` around an option.
  func select(around option: Int) -> Int { Int(selectsAround[option]) }

  /// The option of a drop-down that counts; `nil` where it has none.
  func selectedOption(of select: Int) -> Int? { selectedOptions[Int32(select)].map { Int($0) } }

  /// 4.10.17.3: the form that a control names, else the one around it.
  private func form(of control: Int) -> Int32 { namedForms[Int32(control)] ?? formsAround[control] }

  private mutating func findContainers(in tree: ElementTree) {
    let count = tree.elements.count
    formsAround = [Int32](repeating: -1, count: count)
    selectsAround = [Int32](repeating: -1, count: count)
    for element in 0..<count {
      let parent = Int32(tree.elements[element].parent)
      guard parent >= 0 else { continue }
      let isHTML = tree.elements[Int(parent)].namespace == .html
      let name = tree.elements[Int(parent)].name
      formsAround[element] = isHTML && name == .form ? parent : formsAround[Int(parent)]
      selectsAround[element] = isHTML && name == .select ? parent : selectsAround[Int(parent)]
      let isLegend = tree.elements[element].name == .legend && tree.elements[element].namespace == .html
      if isLegend, firstLegends[parent] == nil {
        firstLegends[parent] = Int32(element)
      }
    }
  }

  private mutating func findForms(in tree: ElementTree) {
    let form = FormState(tree)
    var forms: [Name: Int32] = [:]
    for element in tree.elements.indices where tree.elements[element].hasAttributes {
      guard let id = form.value(element, "form") else { continue }
      if forms.isEmpty {
        // The first element with the identifier counts, whatever it is.
        for element in tree.elements.indices.reversed() {
          let isForm = tree.elements[element].name == .form && tree.elements[element].namespace == .html
          forms[tree.elements[element].id] = isForm ? Int32(element) : -1
        }
      }
      let wanted = Name(id)
      namedForms[Int32(element)] = forms[tree.isQuirks ? wanted.asciiLowercased : wanted] ?? -1
    }
  }

  private mutating func findMembers(_ state: FormState) {
    let tree = state.tree
    for element in tree.elements.indices where tree.elements[element].namespace == .html {
      let owner = form(of: element)
      switch tree.elements[element].name {
      case .input:
        let type = state.inputType(element)
        if type == "radio", state.has(element, .checked), let name = state.value(element, .name), !name.isEmpty {
          lastChecked[RadioGroup(form: owner, name: name)] = Int32(element)
        }
        if type == "submit" || type == "image", firstSubmits[owner] == nil { firstSubmits[owner] = Int32(element) }
      case .button:
        if state.isSubmitButton(element), firstSubmits[owner] == nil { firstSubmits[owner] = Int32(element) }
      case .option: count(option: element, state)
      default: break
      }
    }
  }

  private mutating func count(option: Int, _ state: FormState) {
    let select = selectsAround[option]
    guard select >= 0, !state.has(Int(select), .multiple) else { return }
    let before = selectedOptions[select]
    if state.has(option, .selected) {
      selectedOptions[select] = Int32(option)
    } else if before == nil {
      let size = state.value(Int(select), .size).flatMap { Int($0) } ?? 1
      if size <= 1, !state.isDisabled(option) { selectedOptions[select] = Int32(option) }
    }
  }
}
