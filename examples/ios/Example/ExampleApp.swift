import ExampleSite
import SwiftUI

/// The example of HybridUIKit as an app.
@main struct ExampleApp: App {
  var body: some Scene {
    WindowGroup { SiteView() }
  }
}
