#if canImport(UIKit) && canImport(WebKit)
  import CSSValues
  import HostCore
  import HybridClient
  import PageFormat
  import UIKit

  /// A painted first screen over a web view that is loading: links are followed at once, the rest is kept for the web view.
  @MainActor final class FirstScreenView: UIView {
    private let screen: FirstScreen
    private let picture: UIImageView
    private(set) var actions = QueuedActions()
    private var press = PressTracker()
    private var last = CGPoint.zero
    /// A link was tapped, as the page writes it.
    var onLink: (String) -> Void = { _ in }

    init(_ screen: FirstScreen, scale: CGFloat) {
      self.screen = screen
      picture = UIImageView(image: UIImage(cgImage: screen.picture, scale: scale, orientation: .up))
      super.init(frame: .zero)
      addSubview(picture)
      let area = LayoutRect(x: 0, y: 0, width: 1e5, height: 1e4)
      isAccessibilityElement = false
      accessibilityElements = PlacedSemantics(screen.page, in: area).elements.map { PaintedElement($0, in: self) }
    }

    @available(*, unavailable) required init?(coder: NSCoder) { fatalError("made with a screen") }

    func takeActions() -> [String] { actions.take() }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      last = touch.location(in: self)
      press.began(x: Double(last.x), y: Double(last.y), at: touch.timestamp)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      let place = touch.location(in: self)
      press.moved(x: Double(place.x), y: Double(place.y))
      actions.scroll(dx: Double(last.x - place.x), dy: Double(last.y - place.y))
      last = place
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first else { return }
      let place = touch.location(in: self)
      let (x, y) = (Double(place.x), Double(place.y))
      guard case .tap? = press.ended(x: x, y: y, at: touch.timestamp) else { return }
      if let link = screen.page.link(atX: x, y: y, in: screen.list), !link.hasPrefix("#") {
        onLink(link)
      } else {
        actions.tap(x: x, y: y)
      }
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { press.cancelled() }
  }

  /// A thing of the painted screen, for assistive technology.
  @MainActor final class PaintedElement: UIAccessibilityElement {
    private let element: PlacedSemantics.Element
    private weak var screen: FirstScreenView?

    init(_ element: PlacedSemantics.Element, in screen: FirstScreenView) {
      self.element = element
      self.screen = screen
      super.init(accessibilityContainer: screen)
      let summary = element.summary
      accessibilityLabel = summary.label
      accessibilityHint = summary.hint.isEmpty ? nil : summary.hint
      accessibilityValue = summary.value.isEmpty ? nil : summary.value
      accessibilityTraits = AccessibleElement.traits(summary.traits)
      accessibilityFrameInContainerSpace = CGRect(
        x: element.frame.x, y: element.frame.y, width: element.frame.width, height: element.frame.height)
    }

    override func accessibilityActivate() -> Bool {
      guard let link = element.link, !link.hasPrefix("#") else { return false }
      screen?.onLink(link)
      return true
    }
  }
#endif
