import Foundation
import HybridClient
import HybridScript
import HybridUIKit
import SwiftUI
import UIKit

/// What the app shows: a release from its first page on, taken back where that cannot be shown.
@MainActor final class SiteModel: ObservableObject {
  /// What is on the screen.
  enum State {
    case opening
    case shown(SiteViewController)
    case failed(String)
  }

  @Published private(set) var state = State.opening
  private var releases: Releases?
  /// Cookies and credentials, which outlive a release.
  private let cookies = SharedCookies()
  /// Where releases are published. The example has none.
  private let server: URL? = nil

  /// Opens the newest release of the device.
  func open() async {
    do {
      let screen = UIScreen.main
      let device = DeviceTraits(
        width: Double(screen.bounds.width), height: Double(screen.bounds.height), scale: Double(screen.scale))
      let releases = try Releases(server: server, device: device)
      self.releases = releases
      try show(try await releases.open())
    } catch {
      state = .failed("The app has no release: \(error)")
    }
  }

  private func show(_ release: OpenedRelease) throws {
    let host = ReleaseHost(release)
    let site = try SiteViewController(host, cookies: cookies)
    host.startScripts = { [weak site] live, path in
      let scriptHost = AppScriptHost { url in site?.visit(url, from: path) }
      let scripts = ScriptedPage(live, host: scriptHost) { path in try? release.contents(of: path) }
      scripts.start()
      return RunningScripts(scripts, scriptHost)
    }
    site.onFirstPage = { [weak self] in
      self?.releases?.isHealthy(release)
      Task { await self?.releases?.update() }
    }
    site.onBadRelease = { [weak self] error in self?.goBack(from: release, because: "\(error)") }
    site.onSignIn = { [weak self, weak site] session, visit in
      if let self, let site { signIn(session, visit, over: site) }
    }
    state = .shown(site)
  }

  private func goBack(from release: OpenedRelease, because reason: String) {
    guard let older = releases?.older(than: release), older.hash != release.hash else {
      state = .failed(reason)
      // The next release may be shown again, or this one when it is repaired.
      Task { if await releases?.update() == true { await open() } }
      return
    }
    do { try show(older) } catch { state = .failed("\(error)") }
  }

  /// Asks for a name and a password; the visit that the server refused is made again.
  private func signIn(_ session: Session, _ visit: Visit, over site: SiteViewController) {
    let alert = UIAlertController(title: "Sign In", message: visit.url, preferredStyle: .alert)
    alert.addTextField { field in
      field.placeholder = "Name"
      field.textContentType = .username
    }
    alert.addTextField { field in
      field.placeholder = "Password"
      field.isSecureTextEntry = true
      field.textContentType = .password
    }
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in session.cancelSignIn() })
    alert.addAction(
      UIAlertAction(title: "Sign In", style: .default) { [weak alert] _ in
        let fields = alert?.textFields ?? []
        let (name, password) = (fields.first?.text ?? "", fields.last?.text ?? "")
        let credentials = Data("\(name):\(password)".utf8).base64EncodedString()
        if let host = URL(string: visit.url)?.host {
          session.cookies.setAuthorization("Basic " + credentials, for: host)
        }
        session.resumeAfterSignIn()
      })
    site.present(alert, animated: true, completion: nil)
  }
}
