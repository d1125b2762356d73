#if canImport(UIKit)
  import HostCore
  import JSONValues
  import Manifest
  import PageFormat
  import Painting
  import UIKit

  /// A view of a Token page: a box with its background, border, image and lines of text. Subclasses have a control in it.
  @MainActor class HostedView: UIView {
    let kind: HostViewKind
    unowned let adapter: UIKitAdapter
    private(set) var node: HostView?
    private(set) var look: ViewLook?
    /// Below which views in it are put.
    private(set) var lowest: UIView?
    /// What it was put above.
    weak var sibling: HostedView?
    /// What was put above it.
    weak var follower: HostedView?
    /// Whether what it was put above is elsewhere now.
    var isLeftBehind = false
    private var lines: LinesView?
    private var picture: UIImageView?
    private var painted: PaintedView?
    /// A component of the app's own.
    private var own: UIView?
    private var press = PressTracker()
    private var hold: Task<Void, Never>?
    /// Whether a finger is down on a button.
    private var isPressed = false {
      didSet { if isPressed != oldValue, kind == .button, let node { update(node) } }
    }
    /// What is kept from scrolling while a reader selects; `nil` while none does.
    private var held: [UIScrollView]?

    init(_ kind: HostViewKind, _ adapter: UIKitAdapter) {
      self.kind = kind
      self.adapter = adapter
      super.init(frame: .zero)
      isOpaque = false
      focusEffect = UIFocusHaloEffect()
    }

    @available(*, unavailable) required init?(coder: NSCoder) { fatalError("made by its adapter") }

    /// What holds the views in it.
    var content: UIView { self }
    /// The platform's control, which assistive technology uses in place of the box.
    var control: UIView? { nil }

    // MARK: What it shows

    func assign(_ node: HostView) {
      self.node = node
      look = nil
      layer.mask = nil
      own?.removeFromSuperview()
      own = nil
      if let make = adapter.components[node.component] {
        let made = make()
        made.frame = bounds
        made.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        insertSubview(made, at: 0)
        own = made
      }
    }

    func retire() {
      hold?.cancel()
      endSelection()
      press.cancelled()
      removeFromSuperview()
      sibling = nil
      accessibilityElements = nil
    }

    func update(_ node: HostView) {
      let look = ViewLook(of: node)
      self.look = look
      alpha = CGFloat(look.opacity)
      isHidden = node.isHidden
      isUserInteractionEnabled = node.takesInput
      // UIKit counts transforms from the middle.
      let middle = (x: node.frame.width / 2, y: node.frame.height / 2)
      transform =
        look.transform.map {
          PaintMatrix.translation(-middle.x, -middle.y).concatenated($0)
            .concatenated(.translation(middle.x, middle.y)).transform
        } ?? .identity
      let button = kind == .button ? ButtonLook(of: node, isPressed: isPressed) : nil
      let paint = paint(of: node, button)
      let isPlain = paint?.box == nil
      layer.backgroundColor = isPlain ? (button?.background ?? look.background)?.cgColor : nil
      layer.borderWidth = isPlain ? CGFloat(look.borderWidth) : 0
      layer.borderColor = look.borderColor.cgColor
      layer.cornerRadius = CGFloat(look.radius)
      show(paint)
      cut(to: paint)
      if kind == .box { clipsToBounds = node.clips }
      control?.semanticContentAttribute = node.isRightToLeft ? .forceRightToLeft : .forceLeftToRight
      updatePicture(node)
      updateLines(node, look, button, paint)
      updateAccessibility(node)
    }

    /// What is painted of it by its style; `nil` for a plain view.
    private func paint(of node: HostView, _ button: ButtonLook?) -> ViewPaint? {
      guard let page = adapter.page, var painter = adapter.painter(for: page.tree.screen) else { return nil }
      let shown = node.node
      painter.imageSize = { [weak self] source in
        self?.decoded(source) { [weak self] in
          if let self, let node = self.node, node.node == shown { update(node) }
        }.map { ($0.width, $0.height) }
      }
      var state = ViewPaint.State()
      state.background = button?.background
      state.color = button?.color
      state.showsLines = button?.showsLines ?? true
      return page.tree.paint(of: node, by: painter, state)
    }

    private func decoded(_ source: String, whenReady: @escaping () -> Void = {}) -> PictureCache.Picture? {
      ImageAddress(source, from: adapter.source).flatMap { adapter.pictures.picture($0, whenReady: whenReady) }
    }

    /// Puts what is painted below all that is in the view.
    private func show(_ paint: ViewPaint?) {
      guard var list = paint?.box else {
        painted?.isHidden = true
        return
      }
      if let outline = paint?.outline { list.append(contentsOf: outline) }
      let view = painted ?? PaintedView(adapter)
      if painted == nil {
        painted = view
        insertSubview(view, at: 0)
        if lowest == nil { lowest = view }
      }
      view.isHidden = false
      view.show(list) { [weak self] source in self?.decoded(source)?.image }
    }

    /// Cuts the view to its clip path and mask, with all that is in it.
    ///
    /// UNIMPLEMENTED: filters. UIKit has none for views; what is in one would have to be drawn again whenever something in it changes.
    private func cut(to paint: ViewPaint?) {
      guard let (list, area) = paint?.coverage else {
        layer.mask = nil
        return
      }
      let mask = layer.mask ?? CALayer()
      mask.frame = CGRect(x: area.x, y: area.y, width: area.width, height: area.height)
      let scale = Double(traitCollection.displayScale)
      mask.contents = PixelLayer(area, scale: scale).flatMap { pixels in
        CoreGraphicsRenderer(list, context: pixels.context, scale: scale, fonts: adapter.fonts) { [weak self] source in
          self?.decoded(source)?.image
        }.draw(area)
        return pixels.image()
      }
      layer.mask = mask
    }

    private func updateLines(_ node: HostView, _ look: ViewLook, _ button: ButtonLook?, _ paint: ViewPaint?) {
      let hasText = kind == .box && !node.lines.isEmpty || button?.title.isEmpty == false
      let isDrawn =
        paint?.box == nil && look.borderWidths != nil || node.component == "dots" || RowDecoration(of: node) != nil
        || button?.strokes.isEmpty == false
      guard hasText || isDrawn else {
        lines?.isHidden = true
        return
      }
      let view = lines ?? LinesView(adapter.fonts)
      if lines == nil {
        lines = view
        view.frame = bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        if let below = picture ?? painted {
          insertSubview(view, aboveSubview: below)
        } else {
          insertSubview(view, at: 0)
        }
        lowest = view
      }
      view.isHidden = false
      view.show(node, look, button, paint)
    }

    private func updatePicture(_ node: HostView) {
      let button = kind == .button ? ButtonLook(of: node, isPressed: isPressed) : nil
      guard let source = button == nil ? node.imageSource : button?.image,
        let address = ImageAddress(source, from: adapter.source)
      else {
        picture?.isHidden = true
        return
      }
      let view = picture ?? UIImageView()
      if picture == nil {
        picture = view
        if let painted { insertSubview(view, aboveSubview: painted) } else { insertSubview(view, at: 0) }
        if lowest == nil || lowest === painted { lowest = view }
      }
      let shown = node.node
      let found = adapter.pictures.picture(address) { [weak self] in
        if let self, let node = self.node, node.node == shown { updatePicture(node) }
      }
      view.isHidden = found == nil
      guard let found else { return }
      let place = ImagePlacement.place(
        (found.width, found.height), in: (Double(bounds.width), Double(bounds.height)),
        mode: node["imageMode"] ?? "scaleToFill")
      view.image = UIImage(cgImage: found.image)
      view.frame = CGRect(x: place.x, y: place.y, width: place.width, height: place.height)
      // What sticks out of an image is cut off; other boxes show what sticks out.
      layer.masksToBounds = true
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      guard let node else { return }
      updatePicture(node)
      // What is painted is as large as the view.
      if node["paint"] != nil {
        let paint = paint(of: node, kind == .button ? ButtonLook(of: node, isPressed: isPressed) : nil)
        show(paint)
        cut(to: paint)
      }
    }

    // MARK: Assistive technology

    private var announced: ViewAccessibility?

    func updateAccessibility(_ node: HostView) {
      let accessibility = adapter.accessibility(of: node)
      guard accessibility != announced else { return }
      announced = accessibility
      let target = control ?? self
      let element = AccessibleElement(accessibility, hasControl: control != nil)
      target.isAccessibilityElement = element.isElement
      target.accessibilityLabel = element.label
      target.accessibilityHint = element.hint
      target.accessibilityTraits = element.traits
      if control == nil { target.accessibilityValue = element.value }
      accessibilityElementsHidden = accessibility.states.contains(.hidden) || accessibility.states.contains(.inert)
      accessibilityViewIsModal = accessibility.states.contains(.modal)
    }

    override func accessibilityActivate() -> Bool {
      guard let node, announced?.isPressable == true || kind == .button else { return false }
      adapter.page?.press(node)
      return true
    }

    // MARK: The keyboard

    /// Whether keys press the view, since UIKit has no control for it.
    private var isPressable: Bool {
      guard let node, control == nil, node.isEnabled, node.isReachable else { return false }
      return kind == .button || adapter.page?.tree.isPressable(node) == true
    }

    override var canBecomeFocused: Bool { isPressable }

    /// Whether the view is to be pressed: keys that a field in it leaves over are for nothing.
    private func takes(_ presses: Set<UIPress>) -> Bool {
      guard isFocused, isPressable else { return false }
      return presses.contains { press in
        let keys: [UIKeyboardHIDUsage] = [.keyboardReturnOrEnter, .keypadEnter, .keyboardSpacebar]
        return press.type == .select || press.key.map { keys.contains($0.keyCode) } ?? false
      }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      if !takes(presses) { super.pressesBegan(presses, with: event) }
    }

    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      guard takes(presses), let node else { return super.pressesEnded(presses, with: event) }
      adapter.page?.press(node)
    }

    // MARK: Touches

    private func point(_ touches: Set<UITouch>) -> (x: Double, y: Double, time: Double)? {
      guard let touch = touches.first, let window = adapter.scroller.superview else { return nil }
      let place = touch.location(in: window)
      return (Double(place.x), Double(place.y), touch.timestamp)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = point(touches) else { return }
      adapter.page?.clearSelection()
      press.began(x: point.x, y: point.y, at: point.time)
      isPressed = true
      hold?.cancel()
      hold = Task { [weak self] in
        try? await Task.sleep(nanoseconds: UInt64(PressTracker.longPress * 1e9))
        guard !Task.isCancelled, let self, let gesture = press.held(at: point.time + PressTracker.longPress) else {
          return
        }
        adapter.page?.gesture(gesture, x: point.x, y: point.y)
        beginSelection(point.x, point.y)
      }
    }

    private func beginSelection(_ x: Double, _ y: Double) {
      let fonts = adapter.fonts
      let begins = adapter.page?.beginSelection(atX: x, y: y) { LinesView.width($0, ViewLook(of: $1), fonts) }
      guard begins == true else { return }
      var scrollers: [UIScrollView] = []
      var next = superview
      while let view = next {
        if let scroller = view as? UIScrollView, scroller.isScrollEnabled { scrollers.append(scroller) }
        next = view.superview
      }
      for scroller in scrollers { scroller.isScrollEnabled = false }
      held = scrollers
    }

    private func endSelection() {
      for scroller in held ?? [] { scroller.isScrollEnabled = true }
      held = nil
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = point(touches) else { return }
      press.moved(x: point.x, y: point.y)
      guard held != nil else { return }
      let fonts = adapter.fonts
      adapter.page?.extendSelection(toX: point.x, y: point.y) { LinesView.width($0, ViewLook(of: $1), fonts) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      hold?.cancel()
      isPressed = false
      if held != nil {
        endSelection()
        press.cancelled()
        if let point = point(touches) { adapter.onSelected(point.x, point.y) }
        return
      }
      guard let point = point(touches), let gesture = press.ended(x: point.x, y: point.y, at: point.time) else {
        return
      }
      adapter.page?.gesture(gesture, x: point.x, y: point.y)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      hold?.cancel()
      isPressed = false
      endSelection()
      press.cancelled()
    }

    // MARK: For subclasses

    func takeFocus() { _ = (control ?? self).becomeFirstResponder() }

    func perform(_ action: String, _ arguments: [JSONValue]) {}

    /// Puts the control over the whole box.
    func fill(with control: UIView) {
      control.frame = bounds
      control.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(control)
      lowest = control
    }
  }

  extension ViewLook.Color {
    /// The colour in sRGB.
    var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
    /// The colour as UIKit has it.
    var uiColor: UIColor { UIColor(red: red, green: green, blue: blue, alpha: alpha) }
  }
#endif
