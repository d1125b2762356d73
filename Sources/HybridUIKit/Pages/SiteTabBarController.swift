#if canImport(UIKit) && canImport(WebKit)
  import HybridClient
  import JSONValues
  import UIKit

  /// A release as an app with the tabs that its navigation's settings name: each has screens and visits of its own, which begin when
  /// the tab is chosen for the first time.
  ///
  /// ```swift
  /// let app = try SiteTabBarController(host)
  /// window.rootViewController = app
  /// ```
  @MainActor public final class SiteTabBarController: UITabBarController {
    /// The screens of each tab; one without a tab bar where the release names no tabs.
    public let sites: [SiteViewController]

    /// A release as an app.
    ///
    /// - Parameters:
    ///   - host: the release.
    ///   - cookies: those that all sessions of a store share.
    ///   - data: what the bindings of a Token page are filled from, by its path in the site.
    /// - Throws: `ClientError` where the routes cannot be read.
    public init(
      _ host: ReleaseHost, cookies: SharedCookies = SharedCookies(),
      data: @escaping (String) -> JSONValue = { _ in .object([:]) }
    ) throws(ClientError) {
      let named = try host.release.navigation().tabs
      let tabs = named.isEmpty ? [SiteTab(title: "", url: "/")] : named
      var sites: [SiteViewController] = []
      for (number, tab) in tabs.enumerated() {
        let site = try SiteViewController(host, cookies: cookies, data: data)
        site.startURL = tab.url
        site.tabBarItem = UITabBarItem(title: tab.title, image: nil, tag: number)
        sites.append(site)
      }
      self.sites = sites
      super.init(nibName: nil, bundle: nil)
      viewControllers = sites
    }

    /// Not from storyboards.
    @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("made with a release") }
  }
#endif
