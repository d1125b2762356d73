import Foundation

/// The environment variables that the tool reads, all of them: nothing else asks the environment (`make check`), and the
/// command reference and the manual are made of this list.
public enum EnvironmentVariable: String, CaseIterable, Sendable {
  // Signing.
  case signKey = "HYBRID_SIGN_KEY"
  case expoSignKey = "HYBRID_EXPO_SIGN_KEY"
  // Building.
  case cacheKey = "HYBRID_CACHE_KEY"
  case cacheSize = "HYBRID_CACHE_SIZE"
  case cacheHome = "XDG_CACHE_HOME"
  case configurationHome = "XDG_CONFIG_HOME"
  case home = "HOME"
  case programs = "PATH"
  case remoteCacheToken = "HYBRID_REMOTE_CACHE_TOKEN"
  case remoteCacheUser = "HYBRID_REMOTE_CACHE_USER"
  case remoteCachePassword = "HYBRID_REMOTE_CACHE_PASSWORD"
  case certificates = "SSL_CERT_FILE"
  case sourceDateEpoch = "SOURCE_DATE_EPOCH"
  // Where the program's own files are.
  case templates = "HYBRID_TEMPLATES"
  case preview = "HYBRID_PREVIEW"
  case client = "HYBRID_CLIENT"
  case editor = "HYBRID_EDITOR"
  // How problems and progress are reported.
  case noColor = "NO_COLOR"
  case terminal = "TERM"
  case browser = "BROWSER"
  case continuousIntegration = "CI"
  case stepSummary = "GITHUB_STEP_SUMMARY"
  case backtrace = "HYBRID_BACKTRACE"

  /// What it says; `nil` where it is absent or empty, which is the same for every variable.
  ///
  /// - Parameter environment: the variables by their names; those of this process by default.
  public func value(in environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    environment[rawValue].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the variable is there and says nothing: what a secret looks like that CI does not have.
  public func isEmpty(in environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    environment[rawValue].map { $0.allSatisfy(\.isWhitespace) } ?? false
  }

  /// Whether `CI` says that a build server runs this: anything but `false` and `0`.
  public static var isContinuousIntegration: Bool {
    continuousIntegration.value().map { $0 != "false" && $0 != "0" } ?? false
  }

  /// The folders of `PATH`.
  static var programFolders: [String] {
    (programs.value() ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }

  /// The environment of a filter: this process's without the tool's own variables, some of which are secrets, and the input's
  /// name.
  static func forFilters(file: String) -> [String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("HYBRID_") }.map { "\($0.key)=\($0.value)" }.sorted()
      + ["HYBRID_FILE=\(file)"]
  }

  /// What the documents say of it: plain words, without a full stop.
  public var meaning: String {
    switch self {
    case .signKey:
      "A private key in PEM that signs (line feeds may be written \\n), or the name of its file, where `--sign-key` is absent"
    case .expoSignKey:
      "The private RSA key in PEM that signs for `--emit expo`, or the name of its file, where `--expo-sign-key` is absent"
    case .cacheKey:
      "The secret that entries of the cache are authenticated by, 16 characters or more; where it is absent or empty, one that is made once per user"
    case .cacheHome: "The folder of the user's caches, in which hybrid/ is the cache; ~/.cache where it is absent"
    case .configurationHome:
      "The folder of the user's settings, in which hybrid/trusted-filters is; ~/.config where it is absent"
    case .home:
      "The user's folder, in which .cache/hybrid is the cache where XDG_CACHE_HOME is absent, and .config/hybrid what was trusted"
    case .programs: "Where the programs of filters are looked for"
    case .cacheSize: "The most that the cache may take, such as 500MB; 1 GiB where it is absent"
    case .remoteCacheToken: "The bearer token for `--remote-cache`"
    case .remoteCacheUser: "The name for `--remote-cache`, where it asks for one and no token is given"
    case .remoteCachePassword: "The password that belongs to HYBRID_REMOTE_CACHE_USER"
    case .certificates:
      "A file of certificates in PEM that vendor and `--remote-cache` trust instead of the system's; only on Linux"
    case .sourceDateEpoch: "Seconds since 1970: the moment that `--emit expo` gives the update"
    case .templates: "The folder of the templates of hybrid new, instead of the installed one"
    case .client:
      "The folder of the JavaScript client's modules that `--emit web` copies, instead of the installed ones"
    case .editor:
      "The address with which the preview opens problems in an editor, with {path}, {line} and {column}; vscode://file{path}:{line}:{column} where it is absent"
    case .preview:
      "The folder of what `hybrid preview` and `hybrid watch --preview` show in the browser, instead of the installed one"
    case .noColor: "Set: no colours, unless `--color always`"
    case .terminal: "dumb: neither colours nor moving progress"
    case .browser:
      "The program that `hybrid build --open` and the key `o` of `hybrid watch` open an address with, instead of xdg-open or open"
    case .continuousIntegration:
      "Set, and neither false nor 0: neither colours nor moving progress, but a line every ten seconds"
    case .stepSummary: "With `--diagnostics github`, the file that gets a table of all problems"
    case .backtrace: "Set: an unexpected end of the program prints where it was"
    }
  }
}
