import CSSValues
import HybridClient
import HybridLayout
import Layout
import PageFormat

extension OpenedRelease {
  /// The measures of the release's text; `nil` where it was built without them, or their package is not installed. Read
  /// them once and keep them while the release is shown.
  ///
  /// - Throws: `ClientError`, and `PackagedMeasures.ReadError` where the file is broken.
  public func packagedMeasures() throws -> PackagedMeasures? {
    guard manifest.package(PackagedMeasures.package) != nil else { return nil }
    let bytes: [UInt8]
    do throws(ClientError) {
      bytes = try contents(of: PackagedMeasures.entry)
    } catch .noSuchEntry {
      return nil
    }
    return try PackagedMeasures(bytes)
  }

  /// Opens a page and lays it out where no viewport of the release is the device's: one call from a path to frames.
  ///
  /// - Parameters:
  ///   - source: the page's path in the site, such as `news/index.html`.
  ///   - device: the screen, font scale and fonts that the page is shown with.
  ///   - measures: the release's, kept from before; `nil` reads them where they are needed.
  /// - Returns: the page with its frames: those of the package where they fit, else those of a layout with packaged
  ///   measures.
  /// - Throws: `ClientError`; `PackagedMeasures.ReadError` where the measures are broken; `RelayoutError` where the page's
  ///   rules on such a device were not built, or its file is broken.
  public func layout(
    _ source: String, on device: DeviceTraits, measures: PackagedMeasures? = nil
  ) throws -> PackagedLayout {
    let page = try openPage(source, for: device)
    if case .exact = page.fit { return PackagedLayout(page: page, layout: nil, fit: page.fit) }
    guard let measures = try measures ?? packagedMeasures() else {
      return PackagedLayout(page: page, layout: nil, fit: page.fit)
    }
    let measurer = PackagedTextMeasurer(measures, page: source, scale: device.scale)
    let layout = try PageLayout(page.page).layOut(in: Viewport(device), measuredBy: measurer).layout
    return PackagedLayout(
      page: page, layout: layout, fit: PackagedLayout.fit(page, on: device, isExact: measurer.isExact))
  }
}

/// A page with the frames of a device.
public struct PackagedLayout: Sendable {
  /// The page, with the layout of the nearest viewport.
  public let page: OpenedPage
  /// The layout of the device; `nil` where that of the page is shown.
  public let layout: LayoutModel?
  /// Whether the frames are the device's: what a layout cannot change, such as a missing font, stays a reason.
  public let fit: LayoutFit

  init(page: OpenedPage, layout: LayoutModel?, fit: LayoutFit) {
    self.page = page
    self.layout = layout
    self.fit = fit
  }

  /// A node's frame in CSS px, in page coordinates; `nil` without a box.
  public func frame(of node: Int) -> LayoutRect? {
    guard let layout else {
      guard (0..<page.page.nodeCount).contains(node) else { return nil }
      return page.layout?.frame(node, in: page.page)?.rect
    }
    guard layout.frames.indices.contains(node), !layout.frames[node].flags.contains(.noBox) else { return nil }
    return layout.frames[node].rect
  }

  /// The page with the frames of the device, as painters take it.
  ///
  /// - Parameter device: what it was laid out for.
  /// - Throws: `PageFormatError` where the page file contradicts itself.
  public func laidOutPage(for device: DeviceTraits) throws(PageFormatError) -> OpenedPage {
    guard let layout else { return page }
    var model = PageModel(source: page.page.source, dialect: page.page.dialect)
    model.nodes = (0..<page.page.nodeCount).map {
      PageNode(kind: page.page.kind($0), parent: page.page.parent($0))
    }
    return OpenedPage(
      page: page.page, layout: try LayoutReader(FileBytes(layout.encode(for: model))), device: device)
  }

  /// Whether a layout with packaged measures may make frames of the device where a page needs layout for these reasons: `false` where
  /// only data is missing, or a font.
  public static func isMended(_ reasons: [LayoutReason]) -> Bool {
    reasons.contains { reason in
      switch reason {
      case .width, .height, .scale, .fontScale, .colorScheme, .safeArea, .noLayout: true
      case .noViewport, .font, .data: false
      }
    }
  }

  /// What is left of a page's fit once it was laid out for the device.
  static func fit(_ page: OpenedPage, on device: DeviceTraits, isExact: Bool) -> LayoutFit {
    guard case .needsLayout(let reasons) = page.fit else { return page.fit }
    // Without a layout nothing says which fonts the device must have.
    let trustsFonts = device.fonts == nil && device.fontHashes == nil
    let left = reasons.filter { reason in
      switch reason {
      case .width, .height, .scale, .fontScale, .colorScheme, .safeArea: !isExact
      case .noLayout: !isExact || !trustsFonts
      case .noViewport, .font, .data: true
      }
    }
    guard left.isEmpty else { return .needsLayout(left) }
    return page.approximateFamilies.isEmpty ? .exact : .approximate(page.approximateFamilies)
  }
}

extension Viewport {
  /// The viewport of a device.
  public init(_ device: DeviceTraits) {
    self.init(
      name: "", width: device.width, height: device.height, scale: device.scale, fontScale: device.fontScale,
      colorScheme: device.colorScheme, safeArea: device.safeArea)
  }
}
