// swift-tools-version: 6.1
import PackageDescription

// Measurements, apart from the product: `swift run -c release --package-path Benchmarks layout-trees`.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "hybrid", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "layout-trees", dependencies: [.product(name: "HybridLayout", package: "hybrid")],
      path: "Sources/LayoutTrees"),
    .executableTarget(
      name: "text-shaping", dependencies: [.product(name: "HybridText", package: "hybrid")],
      path: "Sources/TextShaping"),
    .executableTarget(
      name: "stages",
      dependencies: [
        .product(name: "HybridHTML", package: "hybrid"), .product(name: "HybridCSS", package: "hybrid"),
        .product(name: "HybridStyle", package: "hybrid"),
      ],
      path: "Sources/Stages"),
    .executableTarget(
      name: "first-frame",
      dependencies: [
        .product(name: "HybridClient", package: "hybrid"), .product(name: "HybridLayout", package: "hybrid"),
        .product(name: "HybridLiveLayout", package: "hybrid"), .product(name: "HybridCompiler", package: "hybrid"),
      ],
      path: "Sources/FirstFrame"),
    .executableTarget(
      name: "live-rows",
      dependencies: [
        .product(name: "HostCore", package: "hybrid"), .product(name: "HybridLiveLayout", package: "hybrid"),
        .product(name: "HybridText", package: "hybrid"),
      ],
      path: "Sources/LiveRows"),
    .executableTarget(
      name: "painting",
      dependencies: [
        .product(name: "HybridPainting", package: "hybrid"), .product(name: "HybridLayout", package: "hybrid"),
        .product(name: "HybridCompiler", package: "hybrid"),
      ],
      path: "Sources/Painting"),
    .executableTarget(
      name: "route-matching", dependencies: [.product(name: "HybridRouting", package: "hybrid")],
      path: "Sources/RoutingBenchmark"),
    .executableTarget(
      name: "search-index", dependencies: [.product(name: "HybridSearch", package: "hybrid")],
      path: "Sources/SearchBenchmark"),
  ],
  swiftLanguageModes: [.v6]
)
