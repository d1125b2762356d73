import ArgumentParser
import Build
import Diagnostics
import Foundation
import Manifest

/// Private keys, by file or by the environment. Nothing prints them.
struct KeyOptions: ParsableArguments {
  @Option(
    name: .customLong("sign-key"),
    help: ArgumentHelp(
      "A private key that signs (PEM); may be repeated. HYBRID_SIGN_KEY holds one, or its file's name.",
      valueName: "file"),
    completion: .file())
  var signKeys: [String] = []

  /// The keys and the files that they come from, in the order given; the environment counts where no file is named.
  ///
  /// - Parameter allowsUnsigned: whether a variable that is set to nothing counts as absent, rather than as a secret that is
  ///   missing.
  func load(
    _ output: OutputOptions, allowsUnsigned: Bool = false
  ) throws -> (keys: [SigningKey], files: [String]) {
    var files = signKeys
    if files.isEmpty, !allowsUnsigned { try Self.refuseEmpty(.signKey, output) }
    if files.isEmpty, let text = EnvironmentVariable.signKey.value() {
      if let key = KeyFile.signingKey(inVariable: text) { return ([key], []) }
      // What is not a key must be a file's name; its text is not printed, since it may be a key that was cut short.
      guard !text.contains(where: \.isNewline), SystemFile.exists(text) else {
        throw ProblemFailure(
          .unsound,
          Diagnostic(
            .signingKeyUnreadable, "HYBRID_SIGN_KEY holds neither a private Ed25519 key nor the name of a file",
            help: "set it to the text of the file that `hybrid keygen` wrote"), output)
      }
      files = [text]
    }
    var keys: [SigningKey] = []
    for file in files {
      do throws(ManifestError) {
        let key = try KeyFile.readSigningKey(file)
        if !keys.contains(where: { $0.verificationKey == key.verificationKey }) { keys.append(key) }
      } catch {
        // A device, or a file that is too large, is there: no key is to be written over it.
        let isMissing = error.kind == .missing && !SystemFile.exists(file)
        throw ProblemFailure(
          isMissing ? .noInput : .unsound,
          Diagnostic(
            .signingKeyUnreadable,
            isMissing ? "\(file): no such file" : "\(file) holds no private Ed25519 key in PEM",
            help: isMissing
              ? "make a key with `hybrid keygen -o \(file)`"
              : "name the private key that `hybrid keygen` wrote, not the .pub file beside it"), output)
      }
      if KeyFile.isExposed(file) {
        DiagnosticPrinter(output).report([
          Diagnostic(.signingKeyExposed, "\(file) can be read by others", help: "chmod 600 \(file)")
        ])
      }
    }
    return (keys, files)
  }
}

extension KeyOptions {
  /// Ends the verb where a key's variable is set to nothing.
  static func refuseEmpty(_ variable: EnvironmentVariable, _ output: OutputOptions) throws {
    guard variable.isEmpty() else { return }
    throw ProblemFailure(
      .usage,
      Diagnostic(
        .emptySigningVariable, "\(variable.rawValue) is set and empty",
        help: "set the secret that it should hold, or unset it; builds take `--allow-unsigned`"), output)
  }
}

/// What a release must show before it is signed again.
struct StandingOptions: ParsableArguments {
  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A public key whose signature on the release counts, where the folder has no roots; may be repeated.",
      valueName: "file"), completion: .file())
  var publicKeys: [String] = []

  @Option(
    help: ArgumentHelp("The first root, as apps have it: the folder's roots must begin with it.", valueName: "file"),
    completion: .file())
  var root: String?

  @Flag(help: "Also sign a release that nobody has signed yet: a draft that you have built yourself.")
  var draft = false

  @Option(help: ArgumentHelp("The sequence that the release must have.", valueName: "n"))
  var expectSequence: UInt64?

  @Option(
    help: ArgumentHelp(
      "A file outside the folder that keeps the highest sequence signed so far; a lower one is refused.",
      valueName: "file"), completion: .file())
  var state: String?

  /// Writes down what was signed, where that is asked for.
  func remember(_ publisher: ReleasePublisher) throws {
    guard let state, let sequence = publisher.currentSequence else { return }
    let bytes = Array("\(max(sequence, try rememberedSequence()))\n".utf8)
    guard bytes != FileSystem.read(state, limit: 64) else { return }
    try FileSystem.replace(state, with: bytes, temporary: state + ".tmp")
  }

  private func rememberedSequence() throws -> UInt64 {
    guard let state, FileSystem.exists(state) else { return 0 }
    let text = FileSystem.read(state, limit: 64).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let sequence = UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandFailure(
        .unsound, "\(state) holds no sequence", help: "it has one number; write the highest sequence that was signed")
    }
    return sequence
  }

  /// Whoever can put an older release back could put an older file back with it.
  private func checkState(outside folder: String) throws {
    guard let state, let folder = SystemFile.realPath(folder) else { return }
    let parent = state.lastIndex(of: "/").map { state[..<$0] + "/" } ?? "."
    let isLinkInto = SystemFile.realPath(state).map { $0.hasPrefix(folder + "/") } ?? false
    guard let place = SystemFile.realPath(String(parent)) else { return }
    guard place == folder || place.hasPrefix(folder + "/") || isLinkInto else { return }
    throw CommandFailure(
      .usage, "`--state \(state)` is in the folder of the release",
      help: "name a file outside, which whoever changes the folder cannot change")
  }

  /// - Parameter folder: the folder of the release.
  func load(_ output: OutputOptions, folder: String) throws -> ReleaseRequirements {
    try checkState(outside: folder)
    var requirements = ReleaseRequirements()
    requirements.takesDrafts = draft
    requirements.sequence = expectSequence
    requirements.leastSequence = try rememberedSequence()
    requirements.keys = try PublicKeys.load(publicKeys, output)
    requirements.firstRoot = try root.map { try RootInput.load($0) }
    return requirements
  }
}

/// Files with public keys.
enum PublicKeys {
  static func load(_ files: [String], _ output: OutputOptions) throws -> [VerificationKey] {
    try files.map { file in
      do throws(ManifestError) {
        return try KeyFile.readVerificationKey(file)
      } catch {
        throw ProblemFailure(
          error.kind == .missing ? .noInput : .unsound,
          Diagnostic(
            .signingKeyUnreadable,
            error.kind == .missing ? "\(file): no such file" : "\(file) holds no Ed25519 key in PEM",
            help: "name the .pub file that `hybrid keygen` wrote"), output)
      }
    }
  }
}

/// The file of the first root that apps were built with.
enum RootInput {
  static func load(_ file: String) throws -> [UInt8] {
    guard let bytes = FileSystem.read(file, limit: 1 << 18) else {
      throw CommandFailure(.noInput, "\(file): no such file", help: "name a copy of roots/1.root.json")
    }
    return bytes
  }
}

/// What the signed part of a release says.
struct SigningOptions: ParsableArguments {
  @OptionGroup var keys: KeyOptions

  @Option(
    help: ArgumentHelp(
      "When apps stop installing the release: a date, a moment (RFC 3339), or a time from now (30d, 12h).",
      valueName: "date"))
  var expires: String?

  @Option(help: ArgumentHelp("The channel that the release is for.", valueName: "name"))
  var channel: String?

  @Option(help: ArgumentHelp("The share of installations that take the release, 0 to 1.", valueName: "share"))
  var rollout: Double?

  func validate() throws {
    if let rollout, !(0...1).contains(rollout) {
      throw ValidationError("`--rollout` must be a share from 0 to 1, not \(rollout).")
    }
    if let channel, channel.isEmpty || channel.utf8.count > 100 {
      throw ValidationError("`--channel` must be a name of at most 100 bytes.")
    }
    if let expires { _ = try Expiry.moment(expires) }
  }

  /// The names of the options that were given.
  var givenOptions: [String] {
    let options = [
      ("--sign-key", !keys.signKeys.isEmpty), ("--expires", expires != nil), ("--channel", channel != nil),
      ("--rollout", rollout != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// - Parameter isShard: whether a share of a release is made, which is signed with the whole.
  func load(
    _ output: OutputOptions, _ replacement: ReplacementOptions? = nil, isShard: Bool = false
  ) throws -> ReleaseSigning {
    var signing = ReleaseSigning()
    replacement?.apply(to: &signing)
    (signing.keys, signing.keyFiles) = try keys.load(
      output, allowsUnsigned: replacement?.allowUnsigned == true || isShard)
    signing.expires = try expires.map { try Expiry.future($0, output) }
    signing.channel = channel
    signing.rollout = rollout
    return signing
  }
}

/// `--expires` of the verbs that sign.
enum Expiry {
  /// The moment that a text names: a date, a moment, or so many days or hours from now.
  static func moment(_ text: String) throws -> Timestamp {
    if let moment = Timestamp(text) { return moment }
    let units: [Character: Int64] = ["d": 86_400, "h": 3600]
    guard let last = text.last, let unit = units[last], let count = Int64(text.dropLast()), (0...36_500).contains(count)
    else {
      throw ValidationError(
        "`--expires` must be a date (2027-01-31), a moment (RFC 3339) or a time (30d), not `\(text)`.")
    }
    return Timestamp(seconds: Int64(Date().timeIntervalSince1970) + count * unit)
  }

  /// The same, refused where it has passed.
  static func future(_ text: String, _ output: OutputOptions) throws -> Timestamp {
    let moment = try moment(text)
    guard moment.seconds > Int64(Date().timeIntervalSince1970) else {
      throw ProblemFailure(
        .usage, Diagnostic(.expiryPassed, "`--expires \(text)` has passed: apps would refuse the release at once"),
        output
      )
    }
    return moment
  }
}

/// A problem with a code that ends a verb.
struct ProblemFailure: Error {
  var status: ExitStatus
  var problem: Diagnostic
  var output: OutputOptions

  init(_ status: ExitStatus, _ problem: Diagnostic, _ output: OutputOptions) {
    self.status = status
    self.problem = problem
    self.output = output
  }

  /// Prints the problem on stderr.
  func report() { DiagnosticPrinter(output).report([problem]) }

  /// What publishing or reading a release failed with.
  init(_ error: any Error, folder: String, _ output: OutputOptions) {
    switch error {
    case let error as ProblemFailure: self = error
    case let error as PublishError:
      let status: ExitStatus =
        switch error.kind {
        case .noRelease: .noInput
        case .unsigned: .usage
        case .unsoundRoots: .unsound
        default: .cannotWrite
        }
      self.init(status, SiteBuild.problem(for: error), output)
    case let error as ManifestError:
      var problem = SiteBuild.diagnostic(for: error)
      if error.kind == .signature, error.found == ReleasePublisher.draftFound {
        problem.help = "look who published it; `--draft` signs one that you have built yourself"
      }
      if problem.help == nil { problem.help = "look who published it; hybrid verify \(folder) names every fault" }
      self.init(.unsound, problem, output)
    default:
      self.init(.unsound, Diagnostic(.releaseFault("archive") ?? .internalError, "\(folder): \(error)"), output)
    }
  }
}
