#if canImport(UIKit)
  import CSSValues
  import PageFormat
  import Painting
  import UIKit

  /// What is painted of a view by its style: as large as that reaches.
  @MainActor final class PaintedView: UIView {
    private let fonts: CoreTextFonts
    private var list = DisplayList()
    private var area = LayoutRect.zero
    private var image: (String) -> CGImage? = { _ in nil }

    init(_ adapter: UIKitAdapter) {
      fonts = adapter.fonts
      super.init(frame: .zero)
      isOpaque = false
      isUserInteractionEnabled = false
      contentMode = .redraw
    }

    @available(*, unavailable) required init?(coder: NSCoder) { fatalError("made by its view") }

    /// - Parameters:
    ///   - list: in the coordinates of the view around it.
    ///   - image: the decoded images of the list.
    func show(_ list: DisplayList, image: @escaping (String) -> CGImage?) {
      self.list = list
      self.image = image
      area = list.reach
      frame = CGRect(x: area.x, y: area.y, width: area.width, height: area.height)
      setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
      guard let context = UIGraphicsGetCurrentContext() else { return }
      context.translateBy(x: -area.x, y: -area.y)
      CoreGraphicsRenderer(
        list, context: context, scale: Double(traitCollection.displayScale), fonts: fonts, images: image
      ).draw(area)
    }
  }
#endif
