import Diagnostics
import Manifest

extension BuildRun {
  /// Private keys and what looks like a secret among the files that would be shipped.
  ///
  /// OPTIMIZATION: a file is read again once it has changed.
  mutating func secretsInSite(_ walked: Site) -> [Diagnostic] {
    let keyFiles = options.signing.keyFiles + (options.expo?.keyFile.map { [$0] } ?? [])
    let used = Set(keyFiles.compactMap { SystemFile.realPath($0) })
    let known = previous.foundSecrets
    let answers = ParallelWork.map(walked.assets, threads: options.jobs) { file -> [Diagnostic] in
      known[file] ?? Self.secrets(inAsset: file, walked)
    }
    state.foundSecrets = Dictionary(zip(walked.assets, answers)) { first, _ in first }
    let keys =
      used.isEmpty ? [] : walked.assets.filter { used.contains(SystemFile.realPath(walked.systemPath($0.path)) ?? "") }
    return answers.flatMap { $0 } + keys.map { Self.keyProblem($0.path) }
  }

  private static func secrets(inAsset file: Site.File, _ site: Site) -> [Diagnostic] {
    let isText = SecretScan.isLookedInto(file.path) && file.size <= SecretScan.largest
    // Whatever it is called: a copy, a name without an ending. What a browser draws is none.
    let mayBeKey = file.size < 1 << 14 && ![.sheet, .image, .font, .media].contains(ContentType.kind(of: file.path))
    var problems: [Diagnostic] = []
    if SecretScan.isSecretName(file.path) {
      problems.append(
        Diagnostic(
          .secretInSite, "files of this name hold secrets, and everybody who has the app can read it",
          at: SourceLocation(file: file.path), help: "move it out of the site, or list it in .hybridignore"))
    }
    guard isText || mayBeKey, let bytes = try? SiteFile.read(file.path, in: site.root, limit: SecretScan.largest) else {
      return problems
    }
    if mayBeKey, KeyFile.holdsPrivateKey(bytes) { return [keyProblem(file.path)] }
    return problems + SiteBuild.secrets(in: bytes, of: file.path)
  }

  private static func keyProblem(_ path: String) -> Diagnostic {
    Diagnostic(
      .signingKeyInSite, "the file holds a private key and would be shipped", at: SourceLocation(file: path),
      help: "move it out of the site, or list it in .hybridignore")
  }

  /// What speaks against the release that was just published and signed.
  func signingProblems(_ published: PublishedRelease) -> [Diagnostic] {
    var problems = SiteBuild.signatureProblems(publisher, folder: options.outputFolder)
    let sequence = published.manifest.sequence
    if let previous = published.previousSequence,
      options.signing.keys.isEmpty ? sequence < previous : sequence <= previous
    {
      problems.append(
        Diagnostic(
          .sequenceNotGrown, "the release has the sequence \(sequence), and the one before had \(previous)",
          help: "give every release a higher number with `--sequence`"))
    }
    return problems
  }

  /// Writes the files for Expo Updates clients; the answer is what speaks against it.
  func emitExpo(_ expo: ExpoOptions, sequence: UInt64) -> [Diagnostic] {
    var release = ExpoRelease(created: expo.created ?? ExpoRelease.moment(ofSequence: sequence))
    release.baseURL = expo.baseURL
    release.signer = expo.signer
    do {
      _ = try publisher.writeExpo(release)
    } catch let error as PublishError {
      return [SiteBuild.diagnostic(for: error)]
    } catch let error as ManifestError {
      return [SiteBuild.diagnostic(for: error)]
    } catch {
      return [Diagnostic(.internalError, "the Expo manifest: \(error)")]
    }
    guard expo.baseURL.isEmpty else { return [] }
    return [
      Diagnostic(
        .expoRelativeAddresses, "expo/manifest.json has relative addresses",
        help: "name the address of the release's folder: `--base-url https://cdn.example.com/app/`")
    ]
  }
}
