#if canImport(UIKit) && canImport(WebKit)
  import CSSValues
  import Foundation
  import HostCore
  import HybridClient
  import HybridLiveLayout
  import JSONValues
  import Manifest
  import PageFormat
  import UIKit

  /// A Token page as native views. Another size, scheme or text size shows it again in place: what was entered stays, and so
  /// does where it was scrolled to.
  ///
  /// ``beginFinding()`` opens the system's find bar. A long press on a text begins to select, dragging goes on, and a menu copies.
  @MainActor
  public final class TokenPageView: UIView, UIScrollViewDelegate, UIFindInteractionDelegate,
    UIEditMenuInteractionDelegate
  {
    private let host: ReleaseHost
    private let path: String
    private var data: JSONValue
    private let scroller = UIScrollView()
    private var adapter: UIKitAdapter?
    private var page: HostPage<UIKitAdapter>?
    /// The page's scripts, which live as long as it.
    private var scripts: AnyObject?
    private var layout: DeviceLayout?
    private var device: DeviceTraits?
    private var observers: [any NSObjectProtocol] = []
    /// Runs while something changes over time.
    private var frames: Timer?
    private lazy var finder = UIFindInteraction(sessionDelegate: self)
    private lazy var menu = UIEditMenuInteraction(delegate: self)
    /// Called when the page is shown for the first time, or cannot be.
    public var onShown: (Result<LivePage, any Error>) -> Void = { _ in }

    /// Called when the page wants other buttons or colors in the bar above it; with `nil` where it wants none.
    public var onBar: (NavigationBar?) -> Void = { _ in }
    private var bar: NavigationBar?

    /// The page that is shown, once it is.
    public var live: LivePage? { page?.live }

    /// A button of the page in the bar above it was pressed.
    public func press(_ item: NavigationBar.Item) {
      if let view = page?.tree.view(of: item.node) { page?.press(view) }
    }

    private func updateBar() {
      guard page?.navigationBar != bar else { return }
      bar = page?.navigationBar
      onBar(bar)
    }

    /// A view of a page, which shows it once it has a size.
    ///
    /// - Parameters:
    ///   - host: the release.
    ///   - path: the page's path in the site, such as `index.html`.
    ///   - data: what bindings are filled from: an object.
    public init(_ host: ReleaseHost, _ path: String, data: JSONValue = .object([:])) {
      self.host = host
      self.path = path
      self.data = data
      super.init(frame: .zero)
      scroller.delegate = self
      scroller.contentInsetAdjustmentBehavior = .never
      scroller.keyboardDismissMode = .interactive
      scroller.frame = bounds
      scroller.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(scroller)
      addInteraction(finder)
      addInteraction(menu)
      observeKeyboard()
    }

    /// Not from storyboards.
    @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("made with a release") }

    /// Stops what the page does; call it when the view is not shown any more.
    public func end() {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      observers = []
      endFrames()
      page?.live.handle(.disappear)
      page?.tree.end()
      page = nil
      scripts = nil
    }

    /// Fills the page from other data: the one that is shown, or the one that is shown once the view has a size.
    public func setData(_ data: JSONValue) {
      self.data = data
      guard let live, live.data != data else { return }
      live.setData(data)
    }

    // MARK: Sizes and settings

    /// Shows the page in the size that the view has now.
    public override func layoutSubviews() {
      super.layoutSubviews()
      fit()
    }

    /// The page follows the safe area.
    public override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      fit()
    }

    /// The page follows the colour scheme and the text size.
    public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      fit()
    }

    private func fit() {
      guard bounds.width >= 1, bounds.height >= 1 else { return }
      let wanted = host.device(of: self)
      guard wanted != device else { return }
      device = wanted
      if !resize(to: wanted) { show(for: wanted) }
    }

    /// Another size, colour scheme or text size in place: the page's scripts go on.
    private func resize(to device: DeviceTraits) -> Bool {
      guard let page, let layout, let opened = try? host.release.openPage(path, for: device),
        layout.resize(to: opened, for: device, measuredBy: host.measurer(of: opened, on: device))
      else { return false }
      page.resize(to: opened, for: device)
      return true
    }

    private func show(for device: DeviceTraits) {
      let state = page?.state
      // The keyboard is on its way out with the old field; the new one asks for it again.
      page?.tree.end()
      page = nil
      scripts = nil
      do {
        let opened = try host.release.openPage(path, for: device)
        let adapter = UIKitAdapter(
          scroller: scroller, pictures: host.pictures, fonts: host.fonts, content: host.content)
        adapter.components = host.components
        adapter.source = opened.page.source
        layout = try? DeviceLayout(opened, for: device, measuredBy: host.measurer(of: opened, on: device))
        let page = try HostPage(opened, data: state?.data ?? data, adapter: adapter, layout: layout)
        adapter.page = page
        adapter.onSelected = { [weak self] x, y in self?.offerCopy(x, y) }
        self.adapter = adapter
        self.page = page
        page.tree.onChange = { [weak self] in
          self?.announce()
          self?.updateBar()
        }
        page.tree.reducesMotion = UIAccessibility.isReduceMotionEnabled
        page.tree.onMotion = { [weak self] in self?.beginFrames() }
        page.tree.setScreen(width: device.width, height: device.height)
        if let start = host.startScripts {
          scripts = start(page.live, path)
          page.isShown()
        } else {
          page.start()
        }
        if let state { page.restore(state) } else { onShown(.success(page.live)) }
      } catch {
        if state == nil { onShown(.failure(error)) }
      }
    }

    // MARK: Finding and copying

    /// Opens the system's find bar.
    public func beginFinding() { finder.presentFindNavigator(showingReplace: false) }

    /// What a reader selected; views one below the other are lines of their own.
    public var selectedText: String { page?.selectedText ?? "" }

    /// A search of the system's find bar.
    public func findInteraction(_ interaction: UIFindInteraction, sessionFor view: UIView) -> UIFindSession? {
      FindSession { [weak self] text, step in self?.page?.find(text, step: step) ?? (0, nil) }
    }

    private func offerCopy(_ x: Double, _ y: Double) {
      guard !selectedText.isEmpty else { return }
      menu.presentEditMenu(with: UIEditMenuConfiguration(identifier: nil, sourcePoint: CGPoint(x: x, y: y)))
    }

    /// The menu of what is selected.
    public func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
      suggestedActions: [UIMenuElement]
    ) -> UIMenu? {
      let copy = UIAction(title: "Copy") { [weak self] _ in
        guard let self else { return }
        UIPasteboard.general.string = selectedText
        page?.clearSelection()
      }
      return UIMenu(children: [copy])
    }

    // MARK: Changes over time

    /// A timer, because a display link calls only what Objective-C can name.
    private func beginFrames() {
      guard frames == nil else { return }
      let timer = Timer(timeInterval: 1 / 60, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.drawFrame() }
      }
      frames = timer
      RunLoop.main.add(timer, forMode: .common)
    }

    private func drawFrame() {
      if page?.tree.drawFrame(at: ProcessInfo.processInfo.systemUptime) != true { endFrames() }
    }

    private func endFrames() {
      frames?.invalidate()
      frames = nil
    }

    // MARK: Assistive technology

    /// Reads out what changed in live regions.
    private func announce() {
      for announcement in page?.takeAnnouncements() ?? [] {
        let text = NSAttributedString(
          string: announcement.text,
          attributes: [.accessibilitySpeechQueueAnnouncement: !announcement.isAssertive])
        UIAccessibility.post(notification: .announcement, argument: text)
      }
    }

    // MARK: Scrolling and the keyboard

    /// The page was scrolled.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {
      page?.scrolled(nil, x: Double(scrollView.contentOffset.x), y: Double(scrollView.contentOffset.y))
    }

    private func observeKeyboard() {
      let center = NotificationCenter.default
      for name in [UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardWillHideNotification] {
        observers.append(
          center.addObserver(forName: name, object: nil, queue: .main) { [weak self] notification in
            let isHidden = notification.name == UIResponder.keyboardWillHideNotification
            let frame =
              (notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue ?? .zero
            MainActor.assumeIsolated { self?.keyboardMoved(to: isHidden ? .zero : frame) }
          })
      }
    }

    private func keyboardMoved(to frame: CGRect) {
      // The keyboard's frame is in the screen's coordinates, which are not the window's in Split View and Stage Manager.
      let screen = window?.windowScene?.screen.coordinateSpace
      let keyboard = frame.isEmpty ? .zero : screen.map { convert(frame, from: $0) } ?? convert(frame, from: nil)
      let covered = KeyboardPlace.covered(of: LayoutRect(bounds), by: LayoutRect(keyboard))
      scroller.contentInset.bottom = CGFloat(covered)
      scroller.verticalScrollIndicatorInsets.bottom = CGFloat(covered)
      page?.tree.setCovered(covered)
    }
  }
#endif
