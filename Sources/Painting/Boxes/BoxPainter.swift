import CSSValues
import PageFormat

/// Paints boxes by nothing but their styles, with the steps of pages: the views of a host, of which no file has frames.
///
/// A box is the one element of a page that holds nothing else, so that all of CSS that ``PagePainter`` knows counts here too.
///
/// ```swift
/// let painter = try BoxPainter(scale: 2, width: 390, height: 844)
/// let list = painter.box(style, in: LayoutRect(x: 0, y: 0, width: 100, height: 40))
/// ```
public struct BoxPainter {
  /// A line of a box's text.
  public struct Line: Hashable, Sendable {
    /// What is painted.
    public var text: String
    /// The line's rectangle from the box's left upper corner, in px.
    public var frame: LayoutRect
    /// From the box's top to the baseline, in px.
    public var baseline: Double
    /// Whether the line goes from right to left.
    public var isRightToLeft: Bool

    /// A line from its parts.
    public init(text: String, frame: LayoutRect, baseline: Double, isRightToLeft: Bool = false) {
      self.text = text
      self.frame = frame
      self.baseline = baseline
      self.isRightToLeft = isRightToLeft
    }
  }

  /// The natural sizes of images.
  public var imageSize: PagePainter.ImageSizes
  private let model: PageModel
  private let page: PageReader
  private let viewport: Viewport

  /// A painter for a screen.
  ///
  /// - Parameters:
  ///   - scale: device pixels in a px.
  ///   - width: of the screen in px.
  ///   - height: of the screen in px.
  ///   - imageSize: the natural sizes of images.
  /// - Throws: `PageFormatError` where its page of one element cannot be read back: never for a page that this makes.
  public init(
    scale: Double, width: Double, height: Double, imageSize: @escaping PagePainter.ImageSizes = { _ in nil }
  ) throws(PageFormatError) {
    var model = PageModel(source: "", dialect: .token)
    var element = PageNode(kind: .element, parent: nil)
    element.style = model.internStyle([])
    model.nodes = [element, PageNode(kind: .text, parent: 0)]
    model.closeSubtrees()
    self.model = model
    page = try PageReader(FileBytes(model.encode()))
    viewport = Viewport(width: width, height: height, scale: scale)
    self.imageSize = imageSize
  }

  /// The used radii of a border box, as `RoundedRect` has them; empty where all corners are square.
  public static func radii(_ style: ComputedStyle, _ frame: LayoutRect) -> [Double] {
    RoundedRect(frame, radii: PagePainter.radii(style, frame)).radii
  }

  /// Whether a box is shown through clips, filters or masks.
  public static func hasEffects(_ style: ComputedStyle) -> Bool {
    effects.contains { style.painted($0) != nil }
  }

  private static let effects: [PropertyID] = [.filter, .clipPath, .maskImage]
  /// What hosts do by themselves (they move, fade and blend views), and what a box without a page around it does not have.
  private static let others: [PropertyID] = [
    .opacity, .transform, .translate, .rotate, .scale, .perspective, .mixBlendMode, .backdropFilter,
    .backgroundAttachment,
    .columnRuleStyle, .resize, .backfaceVisibility, .isolation,
  ]

  /// The shadows, backgrounds and borders of a box.
  ///
  /// - Parameters:
  ///   - style: the box's style.
  ///   - frame: the border box in px.
  ///   - lines: the texts that its background shows in (`background-clip: text`).
  public func box(_ style: ComputedStyle, in frame: LayoutRect, lines: [Line] = []) -> DisplayList {
    var style = Self.plain(style)
    style.border.outline = BorderSide()
    let showsTexts = style.other[.backgroundClip]?.layers.contains { $0.keyword == "text" } ?? false
    let list = paint(style, frame, showsTexts ? lines : [])
    // The texts themselves come last.
    return list.prefix(through: 0)
  }

  /// The ring around a box.
  public func outline(_ style: ComputedStyle, in frame: LayoutRect) -> DisplayList {
    var own = ComputedStyle()
    own.text.color = style.text.color
    own.border.outline = style.border.outline
    own.border.outlineOffset = style.border.outlineOffset
    own.border.topLeftRadius = style.border.topLeftRadius
    own.border.topRightRadius = style.border.topRightRadius
    own.border.bottomRightRadius = style.border.bottomRightRadius
    own.border.bottomLeftRadius = style.border.bottomLeftRadius
    own.box.display = .block
    return paint(own, frame, [])
  }

  /// The texts of a box with their shadows and lines.
  public func texts(_ style: ComputedStyle, in frame: LayoutRect, lines: [Line]) -> DisplayList {
    var own = Self.plain(style)
    own.border = BorderStyle()
    own.visual.backgroundColor = .color(.transparent)
    for property in [PropertyID.backgroundImage, .boxShadow, .borderImageSource] { own.setInitial(property) }
    return paint(own, frame, lines)
  }

  /// What a box is shown through with all that is in it: steps that begin clips and groups, each to be ended.
  public func effects(_ style: ComputedStyle, in frame: LayoutRect) -> [DisplayItem] {
    guard Self.hasEffects(style) else { return [] }
    var own = style
    for property in Self.others { own.setInitial(property) }
    own.box.position = .static
    guard var painter = painter(own, frame, []) else { return [] }
    return painter.groupItems(0)
  }

  /// A style with only what the box itself shows.
  private static func plain(_ style: ComputedStyle) -> ComputedStyle {
    var style = style
    for property in others + effects { style.setInitial(property) }
    style.box.position = .static
    style.box.float = .none
    style.box.display = .block
    return style
  }

  private func paint(_ style: ComputedStyle, _ frame: LayoutRect, _ lines: [Line]) -> DisplayList {
    var painter = painter(style, frame, lines)
    var list = (try? painter?.paint()) ?? DisplayList()
    list.canvasColor = .transparent
    return list
  }

  private func painter(_ style: ComputedStyle, _ frame: LayoutRect, _ lines: [Line]) -> PagePainter? {
    var layout = LayoutModel(source: "", viewport: viewport)
    layout.frames = [LayoutFrame(rect: frame), LayoutFrame(rect: frame)]
    layout.contentWidth = max(0, frame.right)
    layout.contentHeight = max(0, frame.bottom)
    let radii = Self.radii(style, frame)
    if !radii.isEmpty { layout.corners = [LayoutCorners(node: 0, radii: radii)] }
    for line in lines where !line.text.isEmpty {
      var placed = LayoutLine(
        node: 1, start: 0, length: 0, rect: line.frame.offset(frame.x, frame.y), baseline: line.baseline + frame.y,
        text: layout.strings.intern(line.text))
      placed.level = line.isRightToLeft ? 1 : 0
      layout.lines.append(placed)
    }
    guard let reader = try? LayoutReader(FileBytes(layout.encode(for: model))) else { return nil }
    return PagePainter(page: page, layout: reader, style: style, imageSize: imageSize)
  }
}
