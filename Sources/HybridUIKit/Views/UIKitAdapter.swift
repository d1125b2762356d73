#if canImport(UIKit)
  import CSSValues
  import HostCore
  import HybridClient
  import JSONValues
  import Manifest
  import PageFormat
  import Painting
  import UIKit

  /// UIKit for Token pages: what `HostCore` asks of a platform.
  @MainActor final class UIKitAdapter: @preconcurrency HostAdapter {
    /// What holds the page's own views, and scrolls them.
    let scroller: UIScrollView
    let pictures: PictureCache
    let fonts: CoreTextFonts
    let content: WebContent
    weak var page: HostPage<UIKitAdapter>?
    /// The page's path in the site, from which its addresses count.
    var source = ""
    /// A reader has selected a text, at a point of the page's view.
    var onSelected: (_ x: Double, _ y: Double) -> Void = { _, _ in }
    /// What the app's own components are shown with.
    var components: [String: @MainActor () -> UIView] = [:]

    init(scroller: UIScrollView, pictures: PictureCache, fonts: CoreTextFonts, content: WebContent) {
      self.scroller = scroller
      self.pictures = pictures
      self.fonts = fonts
      self.content = content
    }

    private var painter: (screen: LayoutRect, value: BoxPainter)?

    /// A painter of views for a screen.
    func painter(for screen: LayoutRect) -> BoxPainter? {
      if let painter, painter.screen.width == screen.width, painter.screen.height == screen.height {
        return painter.value
      }
      let scale = Double(scroller.traitCollection.displayScale)
      guard let made = try? BoxPainter(scale: scale, width: screen.width, height: screen.height) else { return nil }
      painter = (screen, made)
      return made
    }

    func makeView(_ kind: HostViewKind) -> HostedView {
      switch kind {
      case .box, .button: HostedView(kind, self)
      case .scroller: ScrollingView(self)
      case .field, .search: FieldView(kind, self)
      case .area: AreaView(self)
      case .toggle: ToggleView(self)
      case .slider: SliderView(self)
      case .segment: SegmentView(self)
      case .picker: PickerView(self)
      case .web: EmbeddedWebView(self)
      }
    }

    func assign(_ view: HostedView, to node: HostView) { view.assign(node) }
    func retire(_ view: HostedView) { view.retire() }
    func end(_ view: HostedView, _ kind: HostViewKind) { view.retire() }

    func insert(_ view: HostedView, into parent: HostedView?, after sibling: HostedView?) {
      let place = parent?.content ?? scroller
      guard view.superview !== place || view.sibling !== sibling || view.isLeftBehind else { return }
      view.isLeftBehind = false
      view.follower?.isLeftBehind = true
      if view.sibling?.follower === view { view.sibling?.follower = nil }
      view.sibling = sibling
      view.follower = nil
      sibling?.follower = view
      if let sibling {
        place.insertSubview(view, aboveSubview: sibling)
      } else if let lowest = parent?.lowest {
        place.insertSubview(view, aboveSubview: lowest)
      } else {
        place.insertSubview(view, at: 0)
      }
    }

    func setFrame(_ frame: LayoutRect, of view: HostedView) {
      // UIKit's own frame means nothing where a view has a transform.
      view.bounds = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
      view.center = CGPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    }

    func raise(_ view: HostedView, _ isRaised: Bool) { view.layer.zPosition = isRaised ? 1 : 0 }

    func update(_ view: HostedView, from node: HostView) {
      view.update(node)
      page?.noteChange(of: node)
    }

    func setScrollArea(width: Double, height: Double, of view: HostedView?) {
      // Boxes that do not scroll draw what sticks out.
      let area = CGSize(width: width, height: height)
      if let view { (view as? ScrollingView)?.scroller.contentSize = area } else { scroller.contentSize = area }
    }

    func scroll(_ view: HostedView?, toX x: Double, y: Double) {
      let place = CGPoint(x: x, y: y)
      let target = view == nil ? scroller : (view as? ScrollingView)?.scroller
      target?.setContentOffset(place, animated: false)
    }

    func focus(_ view: HostedView?) { if let view { view.takeFocus() } else { scroller.endEditing(true) } }

    func perform(_ action: String, _ arguments: [JSONValue], on view: HostedView, node: HostView) {
      view.perform(action, arguments)
    }

    /// What a view is to assistive technology now.
    func accessibility(of node: HostView) -> ViewAccessibility {
      page?.accessibility(of: node) ?? ViewAccessibility(of: node, semantics: nil)
    }
  }
#endif
