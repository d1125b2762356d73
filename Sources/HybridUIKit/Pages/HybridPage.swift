#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import HostCore
  import HybridClient
  import JSONValues
  import Manifest
  import SwiftUI
  import UIKit

  /// A page of a release as a view of SwiftUI.
  ///
  /// ```swift
  /// HybridPage(host, "settings.html") { url in path.append(url) }
  /// ```
  public struct HybridPage: UIViewControllerRepresentable {
    private let host: ReleaseHost
    private let url: String
    private let data: JSONValue
    private let onVisit: (String) -> Void

    /// A page by its URL in the site, such as `/orders/1042` or `settings.html`.
    ///
    /// - Parameters:
    ///   - host: the release.
    ///   - url: the URL.
    ///   - data: what the bindings of a Token page are filled from: an object.
    ///   - onVisit: a link or a script asks for another page.
    @MainActor public init(
      _ host: ReleaseHost, _ url: String, data: JSONValue = .object([:]), onVisit: @escaping (String) -> Void = { _ in }
    ) {
      self.host = host
      self.url = url
      self.data = data
      self.onVisit = onVisit
    }

    /// Makes the screen.
    @MainActor public func makeUIViewController(context: Context) -> PageViewController {
      let screen = PageViewController(host, data: data)
      screen.onVisit = onVisit
      screen.onFailure = { [weak screen] error in screen?.show(message: error.readerText) }
      show(on: screen)
      return screen
    }

    @MainActor private func show(on screen: PageViewController) {
      let page = Self.page(url, of: host)
      screen.show(page.map { host.content.origin + host.content.base + $0 } ?? url, page: page)
    }

    /// Gives the screen what changed: another page, another release, or other data.
    @MainActor public func updateUIViewController(_ uiViewController: PageViewController, context: Context) {
      uiViewController.onVisit = onVisit
      switch context.coordinator.given.change(to: given) {
      case .nothing: break
      case .data: uiViewController.setData(data)
      case .page:
        uiViewController.use(host, data: data)
        show(on: uiViewController)
      }
      context.coordinator.given = given
    }

    @MainActor private var given: GivenPage { GivenPage(release: ObjectIdentifier(host), url: url, data: data) }

    /// What the screen was given last, so that what a reader entered is not overwritten with the same data.
    @MainActor public final class Coordinator {
      var given: GivenPage
      init(_ given: GivenPage) { self.given = given }
    }

    /// Remembers what is shown.
    @MainActor public func makeCoordinator() -> Coordinator { Coordinator(given) }

    /// The page of a URL: by the release's routes, or by its path.
    @MainActor private static func page(_ url: String, of host: ReleaseHost) -> String? {
      if let target = try? host.release.navigation().match(url), let page = target.page { return page }
      let path = url.hasPrefix("/") ? String(url.dropFirst()) : url
      return (try? host.release.contents(of: "pages/\(path).page")) == nil ? nil : path
    }
  }

  /// A release as an app, in SwiftUI: screens, modals and the ways back.
  ///
  /// ```swift
  /// HybridSite(site, start: "/")
  /// ```
  public struct HybridSite: UIViewControllerRepresentable {
    private let site: SiteViewController
    private let start: String

    /// A release that starts with a URL. Make the controller once, and keep it as long as the release is shown.
    @MainActor public init(_ site: SiteViewController, start: String = "/") {
      self.site = site
      self.start = start
    }

    /// Starts with the first page.
    @MainActor public func makeUIViewController(context: Context) -> SiteViewController {
      if site.session.stack.entries.isEmpty { site.visit(start) }
      return site
    }

    /// Nothing changes.
    @MainActor public func updateUIViewController(_ uiViewController: SiteViewController, context: Context) {}
  }
#endif
