#if canImport(UIKit)
  import CoreText
  import Foundation
  import HostCore
  import PageFormat
  import UIKit

  /// The lines of a text where they were measured, as wide as they were measured; the dots of a page control; what a table draws on
  /// its rows.
  @MainActor final class LinesView: UIView {
    private let fonts: CoreTextFonts
    private var node: HostView?
    private var look: ViewLook?
    private var button: ButtonLook?
    private var paint: ViewPaint?

    init(_ fonts: CoreTextFonts) {
      self.fonts = fonts
      super.init(frame: .zero)
      isOpaque = false
      isUserInteractionEnabled = false
      contentMode = .redraw
    }

    @available(*, unavailable) required init?(coder: NSCoder) { fatalError("made by its view") }

    /// - Parameters:
    ///   - button: what a button shows as it is now.
    ///   - paint: what is painted of the view by its style.
    func show(_ node: HostView, _ look: ViewLook, _ button: ButtonLook?, _ paint: ViewPaint?) {
      self.paint = paint
      self.node = node
      self.look = look
      self.button = button
      setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
      guard let node, let look, let context = UIGraphicsGetCurrentContext() else { return }
      let font = fonts.font(
        families: look.families, size: look.fontSize, weight: look.fontWeight, isItalic: look.isItalic)
      for (kind, frame) in node.markedPlaces({ Self.width($0, look, fonts) }) {
        context.setFillColor(Self.color(of: kind).cgColor)
        context.fill([CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)])
      }
      context.setFillColor((button?.color ?? look.color).cgColor)
      if let texts = paint?.texts {
        CoreGraphicsRenderer(
          texts, context: context, scale: Double(traitCollection.displayScale), fonts: fonts, images: { _ in nil }
        ).draw(texts.reach)
      }
      for line in paint?.texts != nil || button?.showsLines == false ? [] : node.lines {
        draw(line.text, font, x: line.frame.x, baseline: line.baseline, width: line.frame.width, context)
        for stroke in look.strokes(atX: line.frame.x, baseline: line.baseline, width: line.frame.width) {
          context.fill([CGRect(x: stroke.x, y: stroke.y, width: stroke.width, height: stroke.height)])
        }
      }
      // In the middle, where nothing was measured.
      if let button, !button.showsLines, !button.title.isEmpty {
        let title = button.title
        let line = Self.line(title, font)
        let width = CTLineGetTypographicBounds(line, nil, nil, nil)
        let baseline = (Double(bounds.height) + Double(CTFontGetAscent(font) - CTFontGetDescent(font))) / 2
        draw(title, font, x: (Double(bounds.width) - width) / 2, baseline: baseline, width: width, context)
      }
      for (frame, color) in paint?.box != nil
        ? [] : look.sides(width: Double(bounds.width), height: Double(bounds.height))
      {
        context.setFillColor(color.cgColor)
        context.fill([CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)])
      }
      if node.component == "dots" { drawDots(PageDots(of: node), context) }
      for stroke in RowDecoration(of: node)?.strokes ?? button?.strokes ?? [] { draw(stroke, context) }
    }

    /// The width of a text in a view's font.
    static func width(_ text: String, _ look: ViewLook, _ fonts: CoreTextFonts) -> Double {
      let font = fonts.font(
        families: look.families, size: look.fontSize, weight: look.fontWeight, isItalic: look.isItalic)
      return CTLineGetTypographicBounds(line(text, font), nil, nil, nil)
    }

    private static func color(of kind: TextMark.Kind) -> ViewLook.Color {
      switch kind {
      case .found: ViewLook.Color(1, 0.9, 0.3, 0.7)
      case .current: ViewLook.Color(1, 0.6, 0.1, 0.9)
      case .selected: ViewLook.Color(0.2, 0.5, 1, 0.35)
      }
    }

    private func draw(_ stroke: RowDecoration.Stroke, _ context: CGContext) {
      guard let first = stroke.points.first else { return }
      context.setStrokeColor(stroke.color.cgColor)
      context.setLineWidth(stroke.width)
      if stroke.radius > 0 {
        context.strokeEllipse(
          in: CGRect(
            x: first.x - stroke.radius, y: first.y - stroke.radius, width: 2 * stroke.radius,
            height: 2 * stroke.radius))
        return
      }
      context.beginPath()
      context.move(to: CGPoint(x: first.x, y: first.y))
      for point in stroke.points.dropFirst() { context.addLine(to: CGPoint(x: point.x, y: point.y)) }
      context.strokePath()
    }

    private func draw(
      _ text: String, _ font: CTFont, x: Double, baseline: Double, width: Double, _ context: CGContext
    ) {
      let line = Self.line(text, font)
      let own = CTLineGetTypographicBounds(line, nil, nil, nil)
      context.saveGState()
      context.translateBy(x: x, y: baseline)
      context.scaleBy(x: own > 0 && width > 0 ? width / own : 1, y: 1)
      context.textMatrix = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
      context.textPosition = CGPoint.zero
      CTLineDraw(line, context)
      context.restoreGState()
    }

    private static func line(_ text: String, _ font: CTFont) -> CTLine {
      CTLineCreateWithAttributedString(
        NSAttributedString(
          string: text,
          attributes: [
            NSAttributedString.Key(kCTFontAttributeName as String): font,
            NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String): true,
          ]) as CFAttributedString)
    }

    private func drawDots(_ dots: PageDots, _ context: CGContext) {
      for (index, place) in dots.places(width: Double(bounds.width), height: Double(bounds.height)).enumerated() {
        context.setFillColor((index == dots.chosen ? dots.onColor : dots.color).cgColor)
        context.fillEllipse(in: CGRect(x: place.x, y: place.y, width: place.width, height: place.height))
      }
    }
  }
#endif
