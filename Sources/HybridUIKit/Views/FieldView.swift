#if canImport(UIKit)
  import HostCore
  import Manifest
  import UIKit

  /// A field of one line, to write or to search with.
  @MainActor final class FieldView: HostedView, UITextFieldDelegate {
    private let field = UITextField()
    /// Beside a field that is searched with.
    private var cancel: UIButton?
    private static let cancelWidth: CGFloat = 72

    override init(_ kind: HostViewKind, _ adapter: UIKitAdapter) {
      super.init(kind, adapter)
      field.delegate = self
      field.addAction(UIAction { [weak self] _ in self?.typed() }, for: .editingChanged)
      fill(with: field)
    }

    override var control: UIView? { field }

    override func update(_ node: HostView) {
      super.update(node)
      let attributes = FieldAttributes(of: node)
      let look = ViewLook(of: node)
      field.borderStyle = attributes.border.style
      field.tintColor = attributes.cursorColor?.uiColor
      if kind == .search {
        if look.background == nil { layer.backgroundColor = ViewLook.Color(node["barColor"])?.cgColor }
        showCancel(attributes.showsCancel)
      }
      field.placeholder = attributes.placeholder
      field.isSecureTextEntry = attributes.isSecure
      field.isEnabled = attributes.isEditable
      field.clearButtonMode = attributes.showsClear ? .whileEditing : .never
      field.keyboardType = attributes.keyboard
      field.textContentType = attributes.contentType
      field.returnKeyType = kind == .search ? .search : attributes.returnKey.key
      field.autocapitalizationType = attributes.capitals
      field.autocorrectionType = attributes.purpose == .text ? .default : .no
      field.font =
        adapter.fonts.font(
          families: look.families, size: look.fontSize, weight: look.fontWeight, isItalic: look.isItalic) as UIFont
      field.textColor = look.color.uiColor
      field.textAlignment = look.alignment == 0 ? .left : look.alignment == 1 ? .right : .center
      // What is being composed stays as it is.
      if field.text != attributes.text, field.markedTextRange == nil { field.text = attributes.text }
    }

    private func showCancel(_ isShown: Bool) {
      guard isShown != (cancel != nil) else { return }
      cancel?.removeFromSuperview()
      cancel = nil
      if isShown {
        let button = UIButton(type: .system)
        button.setTitle("Cancel", for: .normal)
        button.addAction(
          UIAction { [weak self] _ in
            guard let self, let node else { return }
            adapter.page?.cancelled(node)
            update(node)
          }, for: .touchUpInside)
        addSubview(button)
        cancel = button
      }
      setNeedsLayout()
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      let room = cancel == nil ? 0 : min(Self.cancelWidth, bounds.width / 2)
      field.frame = CGRect(x: 0, y: 0, width: bounds.width - room, height: bounds.height)
      cancel?.frame = CGRect(x: bounds.width - room, y: 0, width: room, height: bounds.height)
    }

    private func typed() {
      guard let node, field.markedTextRange == nil, let text = field.text else { return }
      let held = adapter.page?.typed(text, in: node) ?? text
      if held != text { field.text = held }
    }

    func textFieldDidBeginEditing(_ textField: UITextField) {
      if let node { adapter.page?.focusChanged(node, hasFocus: true) }
    }

    func textFieldDidEndEditing(_ textField: UITextField) {
      if let node { adapter.page?.focusChanged(node, hasFocus: false) }
    }

    func textFieldShouldClear(_ textField: UITextField) -> Bool {
      if let node { adapter.page?.cleared(node) }
      return true
    }

    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      guard let node else { return true }
      adapter.page?.returned(in: node)
      if FieldAttributes(of: node).returnKey != .next { textField.resignFirstResponder() }
      return false
    }
  }

  /// A field of several lines.
  @MainActor final class AreaView: HostedView, UITextViewDelegate {
    private let area = UITextView()
    private let placeholder = UILabel()

    init(_ adapter: UIKitAdapter) {
      super.init(.area, adapter)
      area.delegate = self
      area.backgroundColor = .clear
      area.textContainerInset = .zero
      area.textContainer.lineFragmentPadding = 0
      placeholder.textColor = .placeholderText
      placeholder.numberOfLines = 0
      fill(with: area)
      area.addSubview(placeholder)
    }

    override var control: UIView? { area }

    override func update(_ node: HostView) {
      super.update(node)
      let attributes = FieldAttributes(of: node)
      let look = ViewLook(of: node)
      area.isEditable = attributes.isEditable
      // What is written into can be selected in any case.
      area.isSelectable = attributes.isEditable || attributes.isSelectable
      area.tintColor = attributes.cursorColor?.uiColor
      func isOn(_ name: String) -> Bool { node[name].map { ViewLook.isOn($0) } ?? true }
      area.isScrollEnabled = isOn("allowScroll")
      area.showsVerticalScrollIndicator = isOn("showVBar")
      area.showsHorizontalScrollIndicator = isOn("showHBar")
      if let outline = attributes.outline, look.borderWidth == 0 {
        layer.borderWidth = CGFloat(outline.width)
        layer.borderColor = outline.color.cgColor
        layer.cornerRadius = CGFloat(max(outline.radius, look.radius))
      }
      area.isSecureTextEntry = attributes.isSecure
      area.keyboardType = attributes.keyboard
      area.textContentType = attributes.contentType
      area.returnKeyType = attributes.returnKey.key
      area.autocapitalizationType = attributes.capitals
      area.font =
        adapter.fonts.font(
          families: look.families, size: look.fontSize, weight: look.fontWeight, isItalic: look.isItalic) as UIFont
      area.textColor = look.color.uiColor
      area.textAlignment = look.alignment == 0 ? .left : look.alignment == 1 ? .right : .center
      placeholder.font = area.font
      placeholder.text = attributes.placeholder
      if area.text != attributes.text, area.markedTextRange == nil { area.text = attributes.text }
      showPlaceholder()
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      let size = placeholder.sizeThatFits(bounds.size)
      placeholder.frame = CGRect(x: 0, y: 0, width: bounds.width, height: size.height)
    }

    private func showPlaceholder() { placeholder.isHidden = !area.text.isEmpty }

    func textViewDidChange(_ textView: UITextView) {
      showPlaceholder()
      guard let node, textView.markedTextRange == nil else { return }
      let held = adapter.page?.typed(textView.text, in: node) ?? textView.text ?? ""
      if held != textView.text { textView.text = held }
    }

    func textViewDidBeginEditing(_ textView: UITextView) {
      if let node { adapter.page?.focusChanged(node, hasFocus: true) }
    }

    func textViewDidEndEditing(_ textView: UITextView) {
      if let node { adapter.page?.focusChanged(node, hasFocus: false) }
    }
  }

  extension FieldAttributes {
    /// The keyboard.
    var keyboard: UIKeyboardType {
      switch purpose {
      case .text, .password: .default
      case .digits: .numberPad
      case .number: .decimalPad
      case .email: .emailAddress
      case .url: .URL
      case .phone: .phonePad
      }
    }

    /// What the system may fill in.
    var contentType: UITextContentType? {
      switch purpose {
      case .password: .password
      case .email: .emailAddress
      case .url: .URL
      case .phone: .telephoneNumber
      case .text, .digits, .number: nil
      }
    }

    /// Capital letters.
    var capitals: UITextAutocapitalizationType {
      switch capitalization {
      case .none: .none
      case .words: .words
      case .sentences: purpose == .text ? .sentences : .none
      case .characters: .allCharacters
      }
    }
  }

  extension FieldAttributes.Border {
    /// The border as UIKit draws it.
    var style: UITextField.BorderStyle {
      switch self {
      case .none: .none
      case .line: .line
      case .bezel: .bezel
      case .rounded: .roundedRect
      }
    }
  }

  extension FieldAttributes.ReturnKey {
    /// The return key.
    var key: UIReturnKeyType {
      switch self {
      case .standard: .default
      case .go: .go
      case .google: .google
      case .join: .join
      case .next: .next
      case .route: .route
      case .search: .search
      case .send: .send
      case .yahoo: .yahoo
      case .done: .done
      case .emergencyCall: .emergencyCall
      case .proceed: .continue
      }
    }
  }
#endif
