import CSSValues
import HybridClient
import HybridLayout
import Layout
import Page
import PageFormat

/// Lays a live page out on the device: a change lays out again what it touches, and only what moved is reported.
///
/// The first frame of a page that was built for the device comes from the package; nothing is laid out before the page
/// changes. Where media queries choose rules for the device that were not built, the page is laid out with those of the nearest
/// viewport of the package, and as large as that one if need be (``obstacle``). One belongs to one `LivePage` on one thread at a time.
///
/// ```swift
/// let layout = try DeviceLayout(page, for: device, measuredBy: measurer)
/// let live = try LivePage(page, data: .object([:]), host: views, layout: layout)
/// ```
public final class DeviceLayout: LivePageLayout {
  /// Why the last change was not laid out: the page keeps the places that it had. `nil` where all went well.
  public private(set) var failure: RelayoutError?
  /// Why the page is laid out with the rules of the nearest viewport of the package; `nil` where it is laid out for the device.
  public private(set) var obstacle: RelayoutError?
  /// The layout code's own state.
  public let layout: PageLayout
  private var viewport: Viewport
  /// The text size that the page is laid out with: the device's, or that of the nearest viewport (``obstacle``).
  public var fontScale: Double? { viewport.fontScale }
  private var measurer: any TextMeasurer
  /// The page that is laid out: a file of nodes and rules.
  private let page: PageReader
  /// The places in the package, where they are those of the device.
  private var built: TemplateLayout?
  private var places = LivePagePlaces()
  /// Changes that no layout has seen: what failed is tried again with the next.
  private var isLaidOut = false

  /// A layout for an opened page.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - device: what it was opened for.
  ///   - measurer: the device's text system; it answers the same as long as the page is shown.
  /// - Throws: `RelayoutError` where the page cannot be laid out at all. A `LivePage` without a layout of its own then makes do with
  ///   the frames of the package.
  public init(
    _ page: OpenedPage, for device: DeviceTraits, measuredBy measurer: any TextMeasurer
  ) throws(RelayoutError) {
    layout = try PageLayout(page.page)
    self.page = page.page
    self.measurer = measurer
    (viewport, obstacle) = try Self.viewport(of: page, on: device, layout)
    if Self.isBuilt(page) { built = TemplateLayout(page) }
  }

  /// The environment that a page is laid out in on a device, and why it is not the device's: where rules for the device were not built,
  /// it is that of the layout in the package, with as much of the device's as may be.
  private static func viewport(
    of page: OpenedPage, on device: DeviceTraits, _ layout: PageLayout
  ) throws(RelayoutError) -> (Viewport, RelayoutError?) {
    var wanted = Viewport(device)
    wanted.name = page.layout?.viewport.name ?? ""
    guard let obstacle = layout.obstacle(in: wanted) else { return (wanted, nil) }
    guard obstacle != .viewport, let built = page.layout?.viewport else { throw obstacle }
    // What was built may differ in the scheme only, or in the insets.
    wanted.colorScheme = built.colorScheme
    wanted.safeArea = built.safeArea
    var sharp = built
    sharp.scale = device.scale
    for viewport in [wanted, sharp, built] where layout.obstacle(in: viewport) == nil { return (viewport, obstacle) }
    throw obstacle
  }

  /// Whether the package's frames are the device's as long as nothing changes.
  private static func isBuilt(_ page: OpenedPage) -> Bool {
    switch page.fit {
    // Frames of a stand-in font are shown until the app asks for others: see ``forgetBuiltFrames()``.
    case .exact, .approximate: true
    case .needsLayout(let reasons):
      // Data is a change.
      reasons.allSatisfy { if case .data = $0 { true } else { false } }
    }
  }

  /// Lays out what the changes touch.
  public func places(after changes: [PageChange]) -> LivePagePlaces {
    if changes.isEmpty, let built {
      places = built.places(after: [])
      return places
    }
    built = nil
    failure = nil
    do throws(RelayoutError) {
      let answer = try layout.layOut(in: viewport, measuredBy: measurer, changes: changes)
      take(answer)
    } catch {
      failure = error
      places.changed = []
    }
    return places
  }

  /// Gives up the package's frames and what was measured: the next places are those that the measurer gives.
  public func forgetBuiltFrames() {
    built = nil
    layout.forgetMeasurements()
  }

  /// Goes on in another size, colour scheme or text size: `LivePage.takeLooks(of:)` and `LivePage.layOutAgain()` then show the page
  /// there as it is now, with all that data, scripts and readers changed.
  ///
  /// - Parameters:
  ///   - opened: the same page of the same release, opened for the device as it is now.
  ///   - device: the device as it is now.
  ///   - measurer: its text system.
  /// - Returns: whether it does. It does not where the page cannot be laid out at all (`RelayoutError`): the page is made again then.
  public func resize(to opened: OpenedPage, for device: DeviceTraits, measuredBy measurer: any TextMeasurer) -> Bool {
    guard opened.page.source == page.source, opened.page.nodeCount == page.nodeCount,
      let (viewport, obstacle) = try? Self.viewport(of: opened, on: device, layout)
    else { return false }
    self.viewport = viewport
    self.obstacle = obstacle
    self.measurer = measurer
    built = nil
    return true
  }

  /// Puts what a layout changed into the places.
  private func take(_ answer: Relayout) {
    let model = answer.layout
    // The first layout reports all frames; those of the package were for a page without its changes.
    let isFirst = !isLaidOut
    isLaidOut = true
    if isFirst { places = LivePagePlaces() }
    if places.frames.count < model.frames.count {
      places.frames += Array(repeating: nil, count: model.frames.count - places.frames.count)
    }
    for node in answer.changedFrames {
      let frame = model.frames[node]
      places.frames[node] = frame.flags.contains(.noBox) ? nil : frame.rect
      places.scrollAreas[node] = nil
    }
    for area in model.scrollAreas { places.scrollAreas[area.node] = (area.width, area.height) }
    for node in answer.changedLines { places.lines[node] = lines(of: node, in: model) }
    places.changed = isFirst ? nil : Array(Set(answer.changedFrames).union(answer.changedLines))
  }

  private func lines(of node: Int, in model: LayoutModel) -> [LivePagePlaces.Line]? {
    // Lines are in the order of their nodes.
    var low = 0
    var high = model.lines.count
    while low < high {
      let middle = (low + high) / 2
      if model.lines[middle].node < node { low = middle + 1 } else { high = middle }
    }
    let lines = model.lines[low...].prefix { $0.node == node }
    guard !lines.isEmpty else { return nil }
    return zip(lines, layout.texts(of: lines, in: model)).map { line, text in
      .init(text: text, frame: line.rect, baseline: line.baseline)
    }
  }
}
