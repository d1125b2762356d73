// swift-tools-version: 6.1
import PackageDescription

// What the app shows: a package of its own, because Xcode's project names packages without traits.
// An app outside of this repository names it by its URL: .package(url: "https://github.com/OWNER/hybrid", branch: "main", traits: []).
let package = Package(
  name: "App",
  platforms: [.iOS(.v16)],
  products: [.library(name: "ExampleSite", targets: ["ExampleSite"])],
  dependencies: [.package(name: "hybrid", path: "../../..", traits: [])],
  targets: [
    .target(
      name: "ExampleSite",
      dependencies: [
        .product(name: "HybridUIKit", package: "hybrid"), .product(name: "HybridScript", package: "hybrid"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
