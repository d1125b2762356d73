import ArgumentParser
import Build
import Diagnostics
import Manifest

/// `hybrid keygen`: a key to sign releases with.
struct KeygenVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keygen", abstract: "Generate a key that signs releases.",
    discussion: """
      Writes a private Ed25519 key that only its owner can read, and the public key beside it. The private key is never \
      printed: keep it out of the site and its repository, and keep a copy in a safe place.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The private key's file; the public key gets .pub at its end.", valueName: "file"))
  var out = "hybrid-signing-key.pem"

  @Option(help: "Output format: text or json.")
  var format: AnswerFormat = .text

  @OptionGroup var output: OutputOptions

  func run() throws {
    let key = SigningKey()
    let publicFile: String
    do throws(PublishError) {
      publicFile = try KeyFile.write(key, to: out)
    } catch {
      var problem = SiteBuild.problem(for: error)
      switch error.kind {
      case .exists:
        problem = Diagnostic(
          .keyFileExists, "\(error.path) exists; a key is never overwritten", help: "name another file with `--out`")
      case .diskFull: problem.help = "make room, or name another file with `--out`"
      default: problem.help = "look at the permissions, or name another file with `--out`"
      }
      throw ProblemFailure(.cannotWrite, problem, output)
    }
    if format == .json {
      Terminal.answer(
        JSONText.object([
          ("keyid", .string(key.verificationKey.id)), ("privateKey", .string(out)), ("publicKey", .string(publicFile)),
        ]).compact + "\n")
    } else if !output.quiet {
      Terminal.answer(
        """
        \(out): the private key; keep it secret, and keep a copy
        \(publicFile): the public key, \(key.verificationKey.id)
        Next: hybrid roots add DIST --key \(publicFile) --sign-key \(out)

        """)
    }
  }
}
