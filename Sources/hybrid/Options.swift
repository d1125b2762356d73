import ArgumentParser
import Build
import Diagnostics
import Foundation
import Manifest

/// `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// `--diagnostics`: how problems are reported.
enum DiagnosticFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, github, sarif
}

/// `--format` of verbs whose answer is text or JSON.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// How a verb speaks.
struct OutputOptions: ParsableArguments {
  @Option(help: "Diagnostic format: human, json (one a line), github (annotations) or sarif.")
  var diagnostics: DiagnosticFormat = .human

  @Option(
    help: ArgumentHelp(
      "Also write all problems to a file: SARIF (.sarif), JSON lines (.json) or text.", valueName: "file"),
    completion: .file())
  var diagnosticsFile: String?

  @Option(help: ArgumentHelp("Print at most this many problems: the most severe, errors last.", valueName: "n"))
  var maxProblems: Int?

  @Option(help: "Colours on stderr: auto, always or never.")
  var color: ColorChoice = .auto

  func validate() throws {
    if let maxProblems, maxProblems < 1 {
      throw ValidationError("`--max-problems` must be 1 or more, not \(maxProblems).")
    }
  }

  /// Whether a report is written even when it has no problems.
  var wantsWholeReport: Bool { diagnostics == .sarif || diagnosticsFile != nil }

  @Flag(name: .shortAndLong, help: "Print only problems.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print notes, and files that nothing refers to.")
  var verbose = false
}

/// Where a site is and how it is read.
struct SiteOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The site's folder.", valueName: "root"), completion: .directory)
  var root = "."

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The configuration, instead of the one at the root.", valueName: "file"),
    completion: .file(extensions: ["json", "yml", "yaml"]))
  var config: String?

  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: ArgumentHelp("The number of pages to compile in parallel; default: one for each processor.", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 || jobs > 1024 { throw ValidationError("`--jobs` must be 1 to 1024, not \(jobs).") }
  }
}

/// Where results are kept from run to run.
struct CacheOptions: ParsableArguments {
  @Flag(help: "Compile everything, and cache nothing.")
  var noCache = false

  @Option(
    help: ArgumentHelp("The cache; default: the site's own in the user's cache folder.", valueName: "folder"),
    completion: .directory)
  var cacheDir: String?

  @Option(help: ArgumentHelp("A cache that several checkouts share over HTTP.", valueName: "url"))
  var remoteCache: String?

  @Flag(help: "Add this build's results to the remote cache.")
  var remoteUpload = false

  /// Refuses a cache's size that is none.
  static func validateCacheSize() throws {
    if let size = EnvironmentVariable.cacheSize.value(), ByteSize.parse(size) == nil {
      throw ValidationError("HYBRID_CACHE_SIZE must be a size such as 500MB, not `\(size)`.")
    }
  }

  func validate() throws {
    if noCache, cacheDir != nil || remoteCache != nil {
      throw ValidationError("`--no-cache` cannot be combined with `--cache-dir` or `--remote-cache`.")
    }
    if let key = EnvironmentVariable.cacheKey.value(), key.count < 16 {
      throw ValidationError("HYBRID_CACHE_KEY must have at least 16 characters: make one with `openssl rand -hex 32`.")
    }
    try Self.validateCacheSize()
    if let cacheDir, SystemFile.exists(cacheDir), !SystemFile.isFolder(cacheDir) {
      throw ValidationError("`--cache-dir` must name a folder; \(cacheDir) is a file.")
    }
    if remoteUpload, remoteCache == nil { throw ValidationError("`--remote-upload` needs `--remote-cache URL`.") }
    if let remoteCache {
      guard let url = URL(string: remoteCache), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false
      else {
        throw ValidationError(
          "`--remote-cache` must be an address such as https://cache.example.com, not `\(remoteCache.withoutPasswords)`."
        )
      }
    }
  }

  /// Fails where a folder is in the place of the file with the cache's key.
  static func requireKey() throws {
    guard let problem = UserCache.problemOfKey else { return }
    throw CommandFailure(
      .cannotWrite, problem, help: "remove the folder, set HYBRID_CACHE_KEY, or build with `--no-cache`")
  }

  /// Puts the choices into a build's options.
  func apply(to options: inout BuildOptions) throws {
    guard !noCache else { return }
    try Self.requireKey()
    options.cacheFolder = cacheDir ?? UserCache.folder(ofSite: options.root)
    if let remoteCache { options.remoteCache = RemoteCacheOptions(url: remoteCache, uploads: remoteUpload) }
  }
}

/// What a publishing verb writes.
struct PublishOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the release; default: dist in the site.", valueName: "folder"),
    completion: .directory)
  var outDir: String?

  @Option(help: ArgumentHelp("The release's number, over the configuration's.", valueName: "n"))
  var sequence: Int?

  static let defaultKeep = 3

  @Option(help: ArgumentHelp("The number of releases whose files are kept.", valueName: "n"))
  var keep = PublishOptions.defaultKeep

  func validate() throws {
    if let sequence, sequence < 0 || sequence > 9_007_199_254_740_991 {
      throw ValidationError("`--sequence` must be 0 or more, not \(sequence).")
    }
    if keep < 1 || keep > 10_000 { throw ValidationError("`--keep` must be 1 to 10000, not \(keep).") }
  }
}

/// Whether the configuration's programs run.
struct FilterOptions: ParsableArguments {
  @Flag(help: "Run the configuration's filters without `hybrid trust`.")
  var allowFilters = false
}

/// What a release may replace.
struct ReplacementOptions: ParsableArguments {
  @Flag(
    help: """
      Publish a release that is unsigned, or signed only by new keys, even where the folder has trust roots or its \
      release is signed.
      """)
  var allowUnsigned = false

  @Flag(help: "Publish a release with a lower sequence than the signed one that it replaces.")
  var allowOlder = false

  /// The names of the options that were given.
  var givenOptions: [String] {
    [("--allow-unsigned", allowUnsigned), ("--allow-older", allowOlder)].filter(\.1).map(\.0)
  }

  /// Puts the choices into a build's options.
  func apply(to signing: inout ReleaseSigning) {
    signing.allowsUnsigned = allowUnsigned
    signing.allowsOlder = allowOlder
  }
}

/// `--emit`: what else a build writes, for other clients.
enum EmittedFormat: String, ExpressibleByArgument, CaseIterable {
  /// A manifest and assets for Expo Updates clients.
  case expo
  /// Path configurations of Hotwire Native: hotwire/ios_v1.json and hotwire/android_v1.json.
  case hotwire
  /// .well-known/apple-app-site-association and .well-known/assetlinks.json.
  case applinks
  /// What text was measured with: a package for layouts on devices that no viewport was built for.
  case measures
  /// The pages at their own addresses, a service worker and a web app manifest, which make the release a web app on any static host.
  case web
}

/// What a build writes for other clients.
struct EmitOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Also write files for other clients; may be repeated.", valueName: "format"))
  var emit: [EmittedFormat] = []

  @Option(
    help: ArgumentHelp("The address that the release is served at; Expo clients want absolute ones.", valueName: "url"))
  var baseUrl: String?

  @Option(
    help: ArgumentHelp(
      "The RSA key (PEM) that signs for Expo clients; HYBRID_EXPO_SIGN_KEY holds one, or its file's name.",
      valueName: "file"),
    completion: .file())
  var expoSignKey: String?

  @Option(help: ArgumentHelp("The name of the key in the app's Expo configuration.", valueName: "name"))
  var expoKeyId = "main"

  func validate() throws {
    if expoSignKey != nil, !emit.contains(.expo) { throw ValidationError("`--expo-sign-key` needs `--emit expo`.") }
    if expoKeyId.isEmpty || !expoKeyId.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      throw ValidationError("`--expo-key-id` must be plain characters, as the app's codeSigningMetadata has it.")
    }
    guard let baseUrl else { return }
    guard let url = URL(string: baseUrl), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
      throw ValidationError("`--base-url` must be an address such as https://cdn.example.com/app/, not `\(baseUrl)`.")
    }
  }

  /// Puts the choices into a build's options.
  func apply(to options: inout BuildOptions, _ output: OutputOptions) throws {
    options.expo = try expo(output, allowsUnsigned: options.signing.allowsUnsigned)
    options.emitsHotwire = emit.contains(.hotwire)
    options.emitsMeasures = emit.contains(.measures)
    options.emitsApplicationLinks = emit.contains(.applinks)
    options.webClientFolder = emit.contains(.web) ? try Self.webClientFolder() : nil
  }

  /// The modules of the JavaScript client.
  private static func webClientFolder() throws -> String {
    let candidates = TemplateFolder.candidates(
      executable: Bundle.main.executablePath ?? CommandLine.arguments[0], folder: "clients/javascript/minified",
      variable: .client)
    guard let folder = candidates.first(where: { SystemFile.exists($0 + "/worker.js") }) else {
      throw CommandFailure(
        .noInput, "the JavaScript client is not installed",
        help: "set HYBRID_CLIENT to the folder clients/javascript/minified of the project; looked in "
          + candidates.joined(separator: ", "))
    }
    return folder
  }

  /// The part for Expo clients; `nil` where it was not asked for. `SOURCE_DATE_EPOCH` gives the update's moment.
  func expo(_ output: OutputOptions, allowsUnsigned: Bool) throws -> ExpoOptions? {
    guard emit.contains(.expo) else { return nil }
    if expoSignKey == nil, !allowsUnsigned { try KeyOptions.refuseEmpty(.expoSignKey, output) }
    let epoch = EnvironmentVariable.sourceDateEpoch.value().flatMap { Int64($0) }
    var options = ExpoOptions(
      baseURL: baseUrl ?? "", created: epoch.map { Timestamp(seconds: max(0, min($0, 253_402_300_799))) })
    if let file = expoSignKey {
      guard let bytes = FileSystem.read(file, limit: 1 << 16) else {
        throw ProblemFailure(.noInput, Diagnostic(.signingKeyUnreadable, "\(file): no such file"), output)
      }
      options.keyFile = file
      options.signer = try expoSigner(String(decoding: bytes, as: UTF8.self), "\(file) holds", output)
    } else if let text = EnvironmentVariable.expoSignKey.value() {
      let isFile = !text.contains("-----") && SystemFile.exists(text)
      let pem = isFile ? String(decoding: FileSystem.read(text, limit: 1 << 16) ?? [], as: UTF8.self) : text
      options.keyFile = isFile ? text : nil
      options.signer = try expoSigner(pem.replacing("\\n", with: "\n"), "HYBRID_EXPO_SIGN_KEY holds", output)
    }
    return options
  }

  private func expoSigner(_ pem: String, _ place: String, _ output: OutputOptions) throws -> ExpoRelease.Signer {
    if let signer = ExpoCodeSigning.signer(pem: pem, keyID: expoKeyId) { return signer }
    throw ProblemFailure(
      .unsound,
      Diagnostic(
        .signingKeyUnreadable, "\(place) no private RSA key of at least 2048 bits in PEM",
        help: "make key and certificate with `npx expo-updates codesigning:generate`"), output)
  }
}
