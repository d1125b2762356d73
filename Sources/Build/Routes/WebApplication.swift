import Diagnostics
import Foundation
import Manifest

/// What makes a release an installable web app that works offline, on any static host: `--emit web`.
///
/// The pages are in the folder too (``PlainPages``). `start.js` in them registers the service worker, which installs the release and
/// serves its pages from then on. The start page does it for addresses without a file. The files of `hybrid-client` come along,
/// minified or as modules, so that nothing has to be bundled.
struct WebApplication {
  /// The folder `minified` or `src` of the JavaScript client.
  let clientFolder: String
  let configuration: SiteConfiguration
  /// The release's folder, whose first root says whose signatures count.
  let outputFolder: String

  /// Modules of the client that no browser needs.
  private static let otherModules: Set<String> = ["node.js", "vite.js", "searchbox.js"]

  /// The files by their paths in the release's folder, and why one cannot be read.
  var files: (files: [(path: String, text: String)], diagnostics: [Diagnostic]) {
    var files = [
      ("app.webmanifest", manifest.pretty), ("index.html", startPage(at: "")), ("404.html", startPage(at: base)),
      ("start.js", Self.start), ("worker.js", worker),
    ]
    do throws(SystemError) {
      for name in try SystemFile.names(in: clientFolder).map({ String(decoding: $0, as: UTF8.self) }).sorted()
      where name.hasSuffix(".js") && !Self.otherModules.contains(name) {
        files.append(
          ("hybrid-client/" + name, String(decoding: try SystemFile.read(clientFolder + "/" + name), as: UTF8.self)))
      }
    } catch {
      return ([], [Diagnostic(.outputUnwritable, "\(clientFolder) cannot be read: \(error.reason)")])
    }
    return (files, [])
  }

  /// The path under which a host serves the folder, as far as the configuration says.
  private var base: String {
    let base = configuration.compiler.base
    guard let scheme = base.range(of: "://") else { return base }
    return base[scheme.upperBound...].firstIndex(of: "/").map { String(base[$0...]) } ?? "/"
  }

  private var manifest: JSONText {
    .object([
      ("name", .string(configuration.name)), ("start_url", "./"), ("scope", "./"), ("display", "standalone"),
    ])
  }

  private var worker: String {
    // Without a root, whoever writes into the folder is trusted: the worker itself comes from there.
    let root = FileManager.default.contents(atPath: outputFolder + "/" + TrustRoot.path(1))
    let trust = root.map { Base64.encode(Array($0)) } ?? "server"
    return """
      import { startWorker } from './hybrid-client/worker.js';
      startWorker({ server: './', trust: '\(trust)', healthyAfter: 5 });

      """
  }

  private func startPage(at base: String) -> String {
    let name = configuration.name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return """
      <!DOCTYPE html>
      <html lang="en" data-hybrid-start>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(name)</title>
      <link rel="manifest" href="\(base)app.webmanifest">
      <p id="state">\(name) …</p>
      <noscript>These pages need JavaScript.</noscript>
      <script type="module" src="\(base)start.js"></script>

      """
  }

  private static let start = """
    const worker = new URL('worker.js', import.meta.url);
    const begin = async () => (await import('./hybrid-client/page.js')).connect(worker);
    const show = text => { document.getElementById('state').textContent = text; };
    if (!document.documentElement.hasAttribute('data-hybrid-start')) {
      // The page is shown already: the release is fetched once that needs the network no more.
      const later = () => setTimeout(() => begin().catch(error => console.warn(error.message)), 1000);
      if (document.readyState === 'complete') later(); else addEventListener('load', later);
    } else if (navigator.serviceWorker?.controller) {
      show('There is no such page.');
    } else {
      try {
        await begin();
        location.reload();
      } catch (error) {
        show(`This page cannot be shown: ${error.message}.`);
      }
    }

    """
}
