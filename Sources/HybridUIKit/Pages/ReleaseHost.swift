#if canImport(UIKit) && canImport(WebKit)
  import CSSValues
  import HybridClient
  import HybridLayout
  import HybridLiveLayout
  import Layout
  import Manifest
  import PageFormat
  import UIKit

  /// What the screens of a release share: its files, fonts, images and the measures of its text. Make one for each release
  /// that is shown.
  @MainActor public final class ReleaseHost {
    /// The release.
    public let release: OpenedRelease
    /// Its files, as web views ask for them.
    public let content: WebContent
    /// Its fonts and the system's.
    public let fonts: CoreTextFonts
    /// Its images.
    public let pictures: PictureCache
    /// The measures of its text; `nil` where it was built without.
    let measures: PackagedMeasures?
    /// The families of the system.
    let catalog: FontCatalog
    /// Views for components of the app's own, by their names.
    public var components: [String: @MainActor () -> UIView] = [:]
    /// Starts the scripts of a Token page, which has a path in the site: makes a `ScriptedPage` of `HybridScript`, calls its
    /// `start()` and returns what keeps it. Without it Token pages are shown and their scripts do not run.
    public var startScripts: (@MainActor (_ page: LivePage, _ path: String) -> AnyObject?)?

    /// The shared parts of a release.
    ///
    /// - Parameters:
    ///   - release: the release.
    ///   - base: the path prefix that the pages' own absolute references carry.
    public init(_ release: OpenedRelease, base: String = "/") {
      self.release = release
      content = WebContent(release, base: base, redirections: false)
      fonts = CoreTextFonts(of: release)
      pictures = PictureCache(content)
      measures = try? release.packagedMeasures()
      var catalog = FontCatalog.system()
      for font in release.fontFiles where !fonts.unreadableFamilies.contains(font.family) {
        catalog.add(family: font.family)
      }
      self.catalog = catalog
    }

    /// What a view is as a device, from its size and the reader's settings.
    func device(of view: UIView) -> DeviceTraits {
      let traits = view.traitCollection
      let insets = view.safeAreaInsets
      let fontScale = Double(UIFontMetrics.default.scaledValue(for: 100, compatibleWith: traits)) / 100
      return DeviceTraits(
        width: Double(view.bounds.width), height: Double(view.bounds.height),
        scale: max(1, Double(traits.displayScale)), fontScale: fontScale,
        colorScheme: traits.userInterfaceStyle == .dark ? .dark : .light, fonts: catalog,
        safeArea: SafeAreaInsets(
          top: Double(insets.top), right: Double(insets.right), bottom: Double(insets.bottom),
          left: Double(insets.left)))
    }

    /// Measures a page's text: with what the release has of it, else with CoreText.
    func measurer(of page: OpenedPage, on device: DeviceTraits) -> any TextMeasurer {
      let system = CoreTextMeasurer(fonts, scale: device.scale)
      guard let measures else { return system }
      return PackagedTextMeasurer(measures, page: page.page.source, scale: device.scale, otherwise: system)
    }
  }
#endif
