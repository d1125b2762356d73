import Diagnostics
import Manifest

extension SiteBuild {
  /// How the signatures of a folder's current release speak against the folder's newest root.
  public static func signatureProblems(_ publisher: ReleasePublisher, folder: String) -> [Diagnostic] {
    do throws(ManifestError) {
      guard let state = try publisher.signatureState() else { return [] }
      var problems = state.unknownKeys.map { id in
        Diagnostic(
          .signingKeyUnknown, "root \(state.root) does not list the key \(id)",
          help: "sign with a key of the root, or publish the next root: hybrid roots add \(folder)")
      }
      if state.signed < state.threshold {
        problems.append(
          Diagnostic(
            .signaturesMissing,
            "latest.json has \(state.signed) of the \(state.threshold) signatures that root \(state.root) asks for",
            help: "run `hybrid sign \(folder) --sign-key FILE`"))
      }
      return problems
    } catch {
      return [diagnostic(for: error)]
    }
  }

  /// What is said of a release that only withdrawn keys had signed before it was signed again.
  public static func withdrawnKeysProblem(_ folder: String) -> Diagnostic {
    Diagnostic(
      .signedByWithdrawnKeys,
      "before this, only keys that the newest root has withdrawn had signed \(folder)/latest.json",
      help: "if the key was stolen, make sure that the release is yours")
  }

  /// A fault of a release's file as a diagnostic for people.
  public static func diagnostic(for fault: ManifestError) -> Diagnostic {
    let code = DiagnosticCode.releaseFault(fault.kind.rawValue) ?? .internalError
    var described = fault
    described.file = nil
    return Diagnostic(code, described.description, at: fault.file.map { SourceLocation(file: $0) })
  }
}
