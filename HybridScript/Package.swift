// swift-tools-version: 6.1
import PackageDescription

// Token pages that run their scripts: a package of its own, so that the product needs no JavaScriptCore.
// On Debian: libjavascriptcoregtk-4.1-dev. `make test` runs its tests where the library is there.
let package = Package(
  name: "HybridScript",
  products: [.library(name: "HybridScript", targets: ["HybridScript"])],
  dependencies: [.package(name: "hybrid", path: "..", traits: [])],
  targets: [
    .systemLibrary(
      name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .target(
      name: "HybridScript",
      dependencies: ["CJavaScriptCore", .product(name: "HybridClient", package: "hybrid")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "HybridScriptTests",
      dependencies: [
        "HybridScript", .product(name: "HybridLiveLayout", package: "hybrid"),
        .product(name: "HybridText", package: "hybrid"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
