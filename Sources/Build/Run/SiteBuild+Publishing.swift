import Diagnostics
import Manifest

extension SiteBuild {
  /// What writing a release failed with, in words for people.
  public static func problem(for error: PublishError) -> Diagnostic { diagnostic(for: error) }

  /// What publishing failed with, in words for people.
  static func diagnostic(for error: PublishError) -> Diagnostic {
    switch error.kind {
    case .foreignFolder:
      Diagnostic(
        .outputForeign, "\(error.path) was not made by hybrid: \(error.detail)",
        help: "name another folder with `--out-dir`")
    case .noRelease:
      Diagnostic(
        .releaseFault("missing") ?? .outputForeign, "\(error.path): \(error.detail)",
        help: "name the folder that `hybrid build` wrote")
    case .diskFull:
      Diagnostic(
        .outputUnwritable, "\(error.path) cannot be written: \(error.detail)",
        help: "make room and build again; the previous release is whole")
    case .notWritable, .notAFolder, .inputOutput, .exists:
      Diagnostic(
        .outputUnwritable, "\(error.path) cannot be written: \(error.detail)",
        help: "look at the permissions, or name another folder with `--out-dir`")
    case .busy:
      Diagnostic(
        .outputUnwritable, "\(error.path): \(error.detail)", help: "wait until the other build into this folder ends")
    case .unsoundRoots:
      error.fault.map { fault in
        var problem = diagnostic(for: fault)
        problem.help = "put the roots back as they were published: apps follow their chain"
        return problem
      } ?? Diagnostic(.outputForeign, "\(error.path): \(error.detail)")
    case .unsigned:
      Diagnostic(
        .signatureWouldBeLost, "\(error.path): \(error.detail)",
        help: "name the keys that sign with `--sign-key`, or set HYBRID_SIGN_KEY")
    case .wouldBeUnsigned:
      Diagnostic(
        .signedReplacedByUnsigned, "\(error.path): \(error.detail)",
        help:
          "name the keys that sign with `--sign-key`, or set HYBRID_SIGN_KEY; `--allow-unsigned` publishes it unsigned")
    case .olderSequence:
      Diagnostic(
        .olderSequence, "\(error.path): \(error.detail)",
        help: "give the release a higher number with `--sequence`; `--allow-older` publishes it all the same")
    case .unlistedKeys:
      Diagnostic(
        .signingKeyUnknown, "\(error.path): \(error.detail)", severity: .error,
        help: "sign with a key of the root, or publish a root with the new key first: hybrid roots")
    case .otherKeys:
      Diagnostic(
        .signingKeyUnknown, "\(error.path): \(error.detail)", severity: .error,
        help:
          "sign with a key that apps have, or introduce the new one with hybrid roots; `--allow-unsigned` publishes it "
          + "all the same")
    case .refused: refusal(error)
    case .unreadableSource: Diagnostic(.fileUnreadable, error.detail, at: SourceLocation(file: error.path))
    case .collision: Diagnostic(.nameCollision, "names collide: \(error.detail)", at: SourceLocation(file: error.path))
    case .badName:
      Diagnostic(.fileNameUnsafe, "the name cannot be packed: \(error.detail)", at: SourceLocation(file: error.path))
    case .badPackage: Diagnostic(.configurationValue, "the package `\(error.path)`: \(error.detail)")
    }
  }

  /// What the verifier refused, at the page or file that it is in.
  private static func refusal(_ error: PublishError) -> Diagnostic {
    let entry = error.fault?.entry ?? ""
    var path: String?
    for prefix in ["pages/", "layouts/", "web/"] where entry.hasPrefix(prefix) {
      var rest = entry.dropFirst(prefix.count)
      if prefix == "layouts/" { rest = rest.drop { $0 != "/" }.dropFirst() }
      for ending in [".page", ".layout"] where prefix != "web/" && rest.hasSuffix(ending) {
        rest = rest.dropLast(ending.count)
      }
      path = String(rest)
    }
    return Diagnostic(
      .releaseRefused, "the release would be unsound: \(error.fault?.description ?? error.detail)",
      at: path.map { SourceLocation(file: $0) },
      help: "build without the cache (`--no-cache`), or build the shards again; if that gives it too, please report it")
  }
}
