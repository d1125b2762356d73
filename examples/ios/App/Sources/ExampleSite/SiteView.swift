import HybridUIKit
import SwiftUI

/// The whole app: the release that came with it, or a newer one.
public struct SiteView: View {
  @StateObject private var model = SiteModel()

  /// The app's one view.
  public init() {}

  /// The site, once it is open.
  public var body: some View {
    switch model.state {
    case .opening: ProgressView().task { await model.open() }
    case .failed(let reason): Text(reason).padding()
    case .shown(let site): HybridSite(site).ignoresSafeArea().id(ObjectIdentifier(site))
    }
  }
}
