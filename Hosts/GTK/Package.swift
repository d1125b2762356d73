// swift-tools-version: 6.1
import PackageDescription

// hybrid-view: releases as a native desktop app, with GTK 4 and WebKitGTK. A package of its own, so that nothing else needs GTK.
// On Debian: libgtk-4-dev and libjavascriptcoregtk-6.0-dev; libwebkitgtk-6.0-4 to run it. `make view` builds it.
let package = Package(
  name: "HybridView",
  products: [
    .executable(name: "hybrid-view", targets: ["HybridView"]), .library(name: "HybridGTK", targets: ["HybridGTK"]),
    .executable(name: "example-app", targets: ["ExampleApp"]),
  ],
  dependencies: [
    .package(name: "hybrid", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    // GTK and WebKitGTK behind functions that show none of their types. WebKitGTK is loaded when a Web page is shown.
    .target(
      name: "GTKShims", dependencies: ["CGTK"],
      linkerSettings: [.linkedLibrary("gmodule-2.0"), .linkedLibrary("pangoft2-1.0"), .linkedLibrary("fontconfig")]),
    // A process has one JavaScriptCore: WebKitGTK 6.0's own. The sources are those of the package HybridScript.
    .systemLibrary(
      name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-6.0",
      providers: [.apt(["libjavascriptcoregtk-6.0-dev"])]),
    .target(
      name: "HybridScript", dependencies: ["CJavaScriptCore", .product(name: "HybridClient", package: "hybrid")]),
    // The host as a library, for an app of one's own.
    .target(
      name: "HybridGTK",
      dependencies: [
        "GTKShims", "HybridScript",
        .product(name: "HostCore", package: "hybrid"),
        .product(name: "HybridLayout", package: "hybrid"),
        .product(name: "HybridLiveLayout", package: "hybrid"),
        .product(name: "HybridPainting", package: "hybrid"),
        .product(name: "HybridText", package: "hybrid"),
      ]),
    .executableTarget(
      name: "HybridView",
      dependencies: ["HybridGTK", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    // An app that links the library: settings, sign-in, what scripts ask of it.
    .executableTarget(name: "ExampleApp", dependencies: ["HybridGTK"], path: "Example"),
  ],
  swiftLanguageModes: [.v6]
)
