// swift-tools-version: 6.1
import PackageDescription

// What only the tool and tests need of other packages. Apps leave the trait out, `traits: []`, and resolve nothing but swift-crypto.
let tool = TargetDependencyCondition.when(traits: ["Tool"])

// The order of targets is the order of imports: a target imports only what is above it.
// ARCHITECTURE.md explains the cut; `make check` verifies the direction.
let package = Package(
  name: "hybrid",
  // Apple's systems; Linux and Android have no versions here.
  platforms: [.macOS(.v13), .iOS(.v16), .macCatalyst(.v16), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .executable(name: "hybrid", targets: ["hybrid"]),
    .executable(name: "conformance", targets: ["conformance"]),
    // With the modules whose types apps name: `LayoutRect`, `ColorScheme`, `JSONValue`, `Router.Target`.
    .library(
      name: "HybridClient",
      targets: ["HybridClient", "CSSValues", "JSONValues", "Manifest", "Page", "PageFormat", "Routing", "Search"]),
    .library(name: "HybridLayout", targets: ["HybridLayout", "CSSValues", "Layout", "Page", "PageFormat"]),
    .library(
      name: "HybridLiveLayout",
      targets: [
        "HybridLiveLayout", "CSSValues", "HybridClient", "HybridLayout", "JSONValues", "Layout", "Manifest", "Page",
        "PageFormat", "Routing",
      ]),
    // For hosts: what they do besides platform calls, and display lists with their renderer for Cairo.
    .library(
      name: "HostCore",
      targets: ["HostCore", "CSSValues", "HybridClient", "JSONValues", "Manifest", "Page", "PageFormat", "Painting"]),
    // The host for Apple's systems: empty where UIKit is not.
    .library(
      name: "HybridUIKit",
      targets: [
        "HybridUIKit", "CSSValues", "HostCore", "HybridClient", "JSONValues", "Manifest", "Page", "PageFormat",
        "Painting",
      ]),
    .library(name: "HybridPainting", targets: ["CairoPainting", "CSSValues", "Painting", "Text"]),
    .library(name: "PictureHost", targets: ["PictureHost", "CSSValues", "Text"]),
    .executable(name: "page-picture", targets: ["PagePicture"]),
    .library(name: "HybridText", targets: ["Text"]),
    .library(name: "HybridHTML", targets: ["HTML", "Diagnostics"]),
    .library(name: "HybridCSS", targets: ["CSS"]),
    .library(name: "HybridStyle", targets: ["Style"]),
    .library(name: "HybridCompiler", targets: ["Compiler", "Composition", "Page", "PageFormat", "References"]),
    .library(name: "HybridRouting", targets: ["Routing"]),
    .library(name: "HybridSearch", targets: ["Search"]),
  ],
  traits: [
    .default(enabledTraits: ["Tool"]),
    .trait(
      name: "Tool", description: "The compiler, the preview and the command line, with the packages that they need"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // System libraries: one module map each, no Swift code.
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(name: "CZopfli", providers: [.apt(["libzopfli-dev"]), .brew(["zopfli"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz-subset",
      providers: [.apt(["libharfbuzz-dev"]), .brew(["harfbuzz"])]),
    .systemLibrary(
      name: "CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(
      name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc"), .linkedLibrary("icudata")]),
    .target(
      name: "CWOFF2",
      linkerSettings: [.linkedLibrary("woff2dec"), .linkedLibrary("woff2common"), .linkedLibrary("brotlienc")]),

    // What Apple's older systems lack: `Mutex`, `Atomic`, checked UTF-8. Elsewhere the standard library's.
    .target(name: "Platform"),

    // Foundations.
    .target(name: "Names", dependencies: ["Platform"]),
    .target(name: "JSONValues", dependencies: ["Platform"]),
    .target(name: "Diagnostics", dependencies: ["Platform"]),
    .target(name: "Routing"),
    // SHA-2, Ed25519 and RSA: libcrypto on Linux, CryptoKit on Apple's systems. BoringSSL, which takes minutes to compile, is
    // built where neither is.
    .target(
      name: "Cryptography",
      dependencies: [
        .byName(name: "CLibCrypto", condition: .when(platforms: [.linux])),
        .product(name: "Crypto", package: "swift-crypto", condition: .when(platforms: [.android])),
      ]),

    // Reading a page.
    .target(name: "HTML", dependencies: ["CLibXML2", "CICU", "Names", "Diagnostics"]),
    .target(name: "CSSValues", dependencies: ["Names"], exclude: ["Properties/properties.txt"]),
    .target(name: "CSS", dependencies: ["Platform", "CSSValues", "Names", "Diagnostics"]),
    // URLs in pages, style sheets and scripts: where they are, where they lead, what stands for remote ones.
    .target(name: "References", dependencies: ["CSS", "Diagnostics"]),
    .target(
      name: "Style",
      dependencies: ["Platform", "HTML", "CSS", "CSSValues", "References", "Routing", "Names", "Diagnostics"]),

    // Markdown to the markup that pages are read from.
    .target(name: "Markdown", dependencies: ["Platform", "CCMark", "Diagnostics"]),

    // Templates to the text of pages, before it is parsed: layouts, partials, components, data, languages.
    .target(
      name: "Composition",
      dependencies: ["JSONValues", "Platform", "CICU", "HTML", "Markdown", "References", "Names", "Diagnostics"]),

    // The nodes of a page: the one form between documents, files and boxes.
    .target(name: "Page", dependencies: ["CSSValues"]),

    // What its nodes mean to assistive technology.
    .target(name: "Semantics", dependencies: ["HTML", "CSSValues", "Page", "Names"]),

    // Laying it out.
    .target(name: "Layout", dependencies: ["Page", "CSSValues", "Names"]),
    // Cutting paragraphs into runs, breaks and advances: what the build's fonts and a release's measures share.
    .target(name: "Shaping", dependencies: ["Platform", "CSSValues", "Layout"]),
    .target(
      name: "Text",
      dependencies: [
        "Platform",
        "CZlib", "CHarfBuzz", "CFontconfig", "CICU", "CWOFF2", "CSSValues", "Layout", "Shaping",
      ]),

    // An index of words: written by builds, read by clients.
    .target(name: "Search"),

    // Files and folders reached without following links.
    .target(name: "Files"),

    // Writing and reading packages.
    .target(name: "PageFormat", dependencies: ["Platform", "Page", "CSSValues"]),
    // Layout on the device, from a page file: no HTML, no CSS parsing, no fonts of its own.
    .target(name: "HybridLayout", dependencies: ["Platform", "Page", "Layout", "Shaping", "PageFormat", "CSSValues"]),
    // What a page looks like, as steps that every renderer draws.
    .target(name: "Painting", dependencies: ["Page", "PageFormat", "CSSValues", "Names"]),
    // What protoc made from schema/: proof that the files are what the schema says, and a start for other clients. The
    // product itself reads and writes the envelope by hand and does not link the runtime.
    .target(
      name: "PageFormatSchema",
      dependencies: [.product(name: "SwiftProtobuf", package: "swift-protobuf", condition: tool)]),
    .target(name: "Archive", dependencies: ["Platform", "CZlib", "Files"]),
    .target(name: "Compression", dependencies: ["Platform", "CLibDeflate", "CZopfli", "Archive"]),
    .target(name: "Manifest", dependencies: ["JSONValues", "Platform", "Archive", "Files", "Cryptography"]),

    // libcurl (libcurl4-openssl-dev): the tool links it, apps load it once something is fetched.
    .target(
      name: "CCurl", cSettings: [.define("HYBRID_LINKS_LIBRARIES", .when(traits: ["Tool"]))],
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux], traits: ["Tool"]))]),
    // HTTP: libcurl on Linux, `URLSession` elsewhere.
    .target(
      name: "Transfers", dependencies: ["Platform", .byName(name: "CCurl", condition: .when(platforms: [.linux]))]),

    // Images of packages in memory: libpng, libjpeg-turbo, libwebp, libavif, which apps on Linux load once they show such an image.
    .target(
      name: "CImages",
      cSettings: [.define("HYBRID_LINKS_LIBRARIES", .when(traits: ["Tool"]))],
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("webp"),
        .linkedLibrary("avif", .when(traits: ["Tool"])), .linkedLibrary("avif", .when(platforms: [.macOS])),
      ]),
    // Images decoded, made smaller and encoded.
    .target(name: "Images", dependencies: ["CImages"]),

    // The compiler, the site build, the client.
    .target(
      name: "Compiler",
      dependencies: [
        "Platform",
        "HTML", "CSS", "CSSValues", "References", "Style", "Markdown", "Composition", "Page", "Semantics", "Layout",
        "Text",
        "PageFormat", "HybridLayout", "Painting",
        "Names", "Diagnostics", "Cryptography",
      ]),
    // Starting a program: the calls that Swift does not see.
    .target(name: "CSpawn"),
    .target(
      name: "HybridClient",
      dependencies: [
        "JSONValues", "Platform",
        "Page", "PageFormat", "CSSValues", "Archive", "Files", "Manifest", "Routing", "Search", "Transfers",
      ]),
    .target(
      name: "Build",
      dependencies: [
        "JSONValues", "Platform",
        "CSpawn", "Compiler", "Composition", "References", "Archive", "Compression", "Files", "HybridClient",
        "Manifest",
        "Routing",
        "Page", "PageFormat",
        "Painting",
        "Diagnostics", "Names", "HTML", "Images", "Semantics", "Markdown", "Search",
        "CSS",
        "CSSValues", "Style",
        "Layout", "Text", "Transfers", "Cryptography",
        .product(name: "Yams", package: "Yams", condition: tool),
      ],
      // Code that `hybrid routes generate` writes: compiled with a site's own (GeneratedCodeTests).
      resources: [
        .embedInCode("Routes/Runtimes/RouteMatcher.swift"), .embedInCode("Routes/Runtimes/APIClient.swift"),
        .embedInCode("Routes/Runtimes/RouteMatcher.kt"), .embedInCode("Routes/Runtimes/APIClient.kt"),
      ]),
    // Live pages laid out on the device: for apps that link both.
    .target(
      name: "HybridLiveLayout",
      dependencies: ["CSSValues", "HybridClient", "HybridLayout", "Layout", "Page", "PageFormat"]),

    // What a reader sees otherwise in a release than in another.
    .target(name: "Diff", dependencies: ["JSONValues", "Platform", "CSSValues", "Manifest", "Page", "PageFormat"]),

    // What a view host does besides platform calls: trees of views, hits, recycled rows, scrolling, focus.
    .target(
      name: "HostCore",
      dependencies: [
        "JSONValues", "CSSValues", "Diagnostics", "HybridClient", "Manifest", "Page", "PageFormat", "Painting",
        "Transfers",
      ]),

    // UIKit, CoreGraphics, CoreText, WebKit and SwiftUI over HostCore. Nothing of it is compiled where they are not;
    // UIKitHostTests compiles it against stand-ins.
    .target(
      name: "HybridUIKit",
      dependencies: [
        "JSONValues", "CSSValues", "HostCore", "HybridClient", "HybridLayout", "HybridLiveLayout", "Layout", "Manifest",
        "Page", "PageFormat", "Painting",
      ]),

    // The preview's server; what it serves is in preview/.
    .target(
      name: "Preview",
      dependencies: [
        "JSONValues", "Platform",
        "HybridClient", "HybridLiveLayout", "Manifest", "PageFormat", "Text",
        .product(name: "FlyingFox", package: "FlyingFox", condition: tool),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: tool),
      ]),
    // Display lists drawn with Cairo: pictures for people, tests and `hybrid picture`.
    .target(
      name: "CairoPainting",
      dependencies: ["Platform", "CCairo", "CImages", "CSSValues", "PageFormat", "Painting", "Text"]),
    // A view host that draws, apart from what apps link.
    .target(
      name: "PictureHost",
      dependencies: ["CairoPainting", "CSSValues", "HostCore", "HybridClient", "JSONValues", "Painting", "Text"]),

    // Programs.
    .executableTarget(
      name: "PagePicture",
      dependencies: [
        "JSONValues", "HybridClient", "HybridLayout", "HybridLiveLayout", "Layout", "Manifest", "PictureHost", "Text",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
      ]),
    .executableTarget(
      name: "hybrid",
      dependencies: [
        "JSONValues", "Platform",
        "Build", "CairoPainting", "Compiler", "CSSValues", "Diagnostics", "Diff", "Files", "HybridClient", "Manifest",
        "PageFormat", "Painting", "Preview", "Text",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
      ]),
    // A client on the command line, for tests and trials; it is not installed.
    .executableTarget(
      name: "updater",
      dependencies: [
        "JSONValues", "HybridClient", "Manifest", "PageFormat", "Diagnostics",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: tool),
      ]),
    .executableTarget(
      name: "conformance",
      dependencies: [
        "Compiler", "HTML", "CSS", "CSSValues", "Style", "Text", "PageFormat", "HybridLayout", "Names", "Diagnostics",
      ]),

    // What several test targets share.
    .target(
      name: "TestSupport",
      dependencies: ["CSSValues", "Platform", "Compiler", "HybridClient", "Page", "PageFormat", "Manifest"],
      path: "Tests/TestSupport"),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"]),
    .testTarget(name: "RoutingTests", dependencies: ["Routing"]),
    .testTarget(
      name: "PreviewTests",
      dependencies: ["JSONValues", "CSSValues", "Preview", "Compiler", "HybridClient", "Manifest"]),
    .testTarget(name: "ImagesTests", dependencies: ["Images"]),
    .testTarget(
      name: "BuildTests",
      dependencies: [
        "Archive", "Build", "Compiler", "Compression", "Diagnostics", "Manifest", "TestSupport", "Transfers",
      ]),
    .testTarget(
      name: "hybridTests",
      dependencies: [
        "JSONValues", "Platform",
        "Build", "CairoPainting", "Images", "Routing", "HybridClient", "HybridLayout", "HybridLiveLayout", "Layout",
        "CSSValues", "Manifest", "Cryptography", "PageFormat", "Diagnostics", "TestSupport", "HybridUIKit",
      ]),
    .testTarget(
      name: "SemanticsTests",
      dependencies: [
        "CSSValues", "Semantics", "Compiler", "Build", "HTML", "Page", "PageFormat", "Diagnostics", "TestSupport",
      ]),
    .testTarget(name: "ReferencesTests", dependencies: ["References"]),
    .testTarget(name: "CompositionTests", dependencies: ["Composition", "HTML", "Diagnostics"]),
    .testTarget(
      name: "CompilerTests", dependencies: ["CSSValues", "Compiler", "HTML", "Layout", "PageFormat", "Diagnostics"]),
    .testTarget(
      name: "HybridLayoutTests",
      dependencies: ["HybridLayout", "Compiler", "Layout", "Page", "PageFormat", "CSSValues"]),
    .testTarget(
      name: "HybridLiveLayoutTests",
      dependencies: [
        "JSONValues", "HybridLiveLayout", "HybridClient", "HybridLayout", "Compiler", "Layout", "Manifest",
        "PageFormat",
        "CSSValues", "TestSupport",
      ]),
    .testTarget(name: "HTMLTests", dependencies: ["HTML", "Names", "Diagnostics"]),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown", "Diagnostics"]),
    .testTarget(name: "FilesTests", dependencies: ["Files"]),
    .testTarget(name: "SearchTests", dependencies: ["Search"]),
    .testTarget(name: "ArchiveTests", dependencies: ["Archive"]),
    .testTarget(name: "CompressionTests", dependencies: ["Compression", "Archive"]),
    .testTarget(
      name: "PageFormatTests", dependencies: ["CSSValues", "Page", "PageFormat", "PageFormatSchema", "TestSupport"]),
    .testTarget(name: "ManifestTests", dependencies: ["JSONValues", "Manifest", "Archive", "TestSupport"]),
    .testTarget(
      name: "HybridClientTests",
      dependencies: [
        "JSONValues", "CSSValues", "Platform",
        "HybridClient", "Routing", "Compiler", "Manifest", "PageFormat", "Archive", "Search", "TestSupport", "updater",
      ]),
    .testTarget(name: "PaintingTests", dependencies: ["CSSValues", "Painting", "Compiler", "PageFormat"]),
    .testTarget(
      name: "CairoPaintingTests",
      dependencies: ["CSSValues", "CairoPainting", "Painting", "Compiler", "PageFormat", "Text", "TestSupport"]),
    .testTarget(name: "PictureHostTests", dependencies: ["CSSValues", "PictureHost", "HybridClient", "PageFormat"]),
    .testTarget(
      name: "HostCoreTests",
      dependencies: [
        "JSONValues", "CSSValues", "HostCore", "HybridClient", "Compiler", "Manifest", "Page", "PageFormat", "Painting",
        "TestSupport",
      ]),
    .testTarget(name: "LayoutTests", dependencies: ["Layout", "CSSValues"]),
    .testTarget(name: "TextTests", dependencies: ["Text", "Shaping", "Layout", "CSSValues"]),
    .testTarget(name: "StyleTests", dependencies: ["Style", "CSS", "CSSValues", "HTML", "Diagnostics", "Names"]),
    .testTarget(name: "CSSValuesTests", dependencies: ["CSSValues"]),
    .testTarget(name: "CSSTests", dependencies: ["CSS", "CSSValues", "Names", "Diagnostics"]),
  ],
  swiftLanguageModes: [.v6]
)

// HybridScript is a package of its own, so that apps without it need no JavaScriptCore. The project's tests build it in this
// package: as another package it would compile all of this one a second time.
if Context.environment["HYBRID_SCRIPT"] != nil {
  package.targets += [
    .systemLibrary(
      name: "CJavaScriptCore", path: "HybridScript/Sources/CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1",
      providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]),
    .target(
      name: "HybridScript", dependencies: ["CJavaScriptCore", "HybridClient", "JSONValues"],
      path: "HybridScript/Sources/HybridScript"
    ),
    .testTarget(
      name: "HybridScriptTests",
      dependencies: [
        "JSONValues", "HybridScript", "HybridClient", "HybridLiveLayout", "Manifest", "PageFormat", "Text",
      ],
      path: "HybridScript/Tests/HybridScriptTests"),
  ]
}

// Apple's systems have JavaScriptCore: there HybridScript is a product of this package.
#if !os(Linux)
  let script = "HybridScript"
  if Context.environment["HYBRID_SCRIPT"] == nil {
    package.products.append(.library(name: script, targets: [script]))
    package.targets.append(
      .target(name: script, dependencies: ["HybridClient", "JSONValues"], path: "HybridScript/Sources/HybridScript"))
  }
#endif

// Fuzzing needs flags of its own; Fuzz/Fuzzer.swift says how it is built.
if let fuzz = Context.environment["HYBRID_FUZZ"] {
  // The parsers of markup need few other targets, and are built in a minute.
  let isOnlyMarkup = fuzz == "markup"
  package.targets.append(
    .executableTarget(
      name: "fuzzer",
      dependencies: ["HTML", "Markdown", "Diagnostics"]
        + (isOnlyMarkup
          ? []
          : [
            "CSSValues", "CairoPainting", "Compiler", "Archive", "Build", "HybridClient", "HybridLayout", "JSONValues",
            "Manifest", "PageFormat", "Painting", "Search", "Text",
          ]),
      path: "Fuzz", exclude: ["run", "seed-files", "seed-html5lib"],
      swiftSettings: isOnlyMarkup ? [.define("MARKUP_ALONE")] : []))
}

// Tests are not optimized where the rest is (Tools/build): that would take longer than it saves.
for target in package.targets where target.isTest {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}
