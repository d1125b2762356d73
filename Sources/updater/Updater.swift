import ArgumentParser
import Foundation
import HybridClient
import Manifest

/// A client on the command line: what the tests of crashes, servers and memory drive, and a way to try a server without an
/// app. No part of it is shipped.
@main
struct Updater: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "updater", abstract: "Installs releases into a store, as an app does.",
    subcommands: [
      UpdateCommand.self, ChurnCommand.self, ShowCommand.self, SurveyCommand.self, VerifyCommand.self, DumpCommand.self,
    ])
}

/// Whose releases are taken, and for which device.
struct ClientOptions: ParsableArguments {
  @Option(help: "The first root's file.") var root: String?
  @Option(name: .customLong("key"), help: "A public key; may be repeated.") var keys: [String] = []
  @Option(help: "The device's width in CSS px.") var width = 390.0
  @Option(help: "The time in seconds since 1970; the clock's by default.") var now: Int64?
  @Option(help: "Milliseconds to wait before each piece of a file.") var pause = 0
  @Option(help: "The longest pause of a transfer in seconds.") var timeout = 5.0
  @Option(help: "How often a request is tried.") var attempts = 3

  func settings() throws -> UpdateSettings {
    var trust = UpdateTrust.server
    if let root { trust = .root(FileSystem.read(root) ?? []) }
    if !keys.isEmpty { trust = .keys(try keys.map { try KeyFile.readVerificationKey($0) }) }
    let fixed = now
    var settings = UpdateSettings(
      trust: trust, device: DeviceTraits(width: width, height: 844, scale: 3),
      now: { fixed ?? Int64(Date().timeIntervalSince1970) })
    settings.pause = 0.05
    settings.attempts = attempts
    return settings
  }

  func transport(_ server: String) throws -> any Transport {
    var transport: any Transport = FolderTransport(folder: server)
    if server.hasPrefix("http") {
      guard let url = URL(string: server) else { throw ValidationError("\(server) is not a valid address") }
      transport = URLSessionTransport(base: url, timeout: timeout)
    }
    return pause > 0 ? SlowTransport(transport: transport, milliseconds: pause) : transport
  }
}

/// A server that is slow, so that a crash at some moment hits every part of an update.
struct SlowTransport: Transport {
  var transport: any Transport
  var milliseconds: Int

  func fetch(
    _ path: String, from offset: UInt64, to end: UInt64?, isFresh: Bool,
    onResponse: @Sendable (TransportResponse) throws -> Void, onBytes: @Sendable ([UInt8]) throws -> Void
  ) async throws {
    try await transport.fetch(path, from: offset, to: end, isFresh: isFresh, onResponse: onResponse) { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4096) {
        usleep(UInt32(milliseconds) * 1000)
        try onBytes(Array(bytes[start..<min(bytes.count, start + 4096)]))
      }
    }
  }
}

/// The whole life of an update: launch, check, install, launch again, healthy, prune.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "update", abstract: "Updates a store from a server.")

  @Argument var store: String
  @Argument var server: String
  @OptionGroup var options: ClientOptions
  @Flag(help: "Stop before the new release is launched.") var installOnly = false
  @Flag(help: "Print the peak of memory.") var peak = false

  func run() async throws {
    let store = try ReleaseStore(folder: store)
    let settings = try options.settings()
    let client = UpdateClient(store: store, transport: try options.transport(server), settings: settings)
    if !installOnly { _ = try store.launch(now: settings.now()) }
    do {
      switch try await client.check() {
      case .available(let update):
        let result = try await client.install(update)
        let verb = update.isRepair ? "repaired" : "installed"
        print("\(verb) \(update.manifest.version), \(result.received) bytes")
        for (way, names) in [
          ("unchanged", result.unchanged), ("patched", result.patched), ("partial", result.partial),
          ("whole", result.whole),
        ] where !names.isEmpty { print("  \(way): \(names.sorted().joined(separator: ", "))") }
      case .upToDate: print("up to date")
      case .failedBefore(let version): print("failed before: \(version)")
      case .otherChannel(let channel): print("other channel: \(channel ?? "none")")
      case .notRolledOut: print("not rolled out")
      }
    } catch let error as ClientError {
      print("\(Self.outcome(of: error)): \(error)")
      if peak { print("peak: \(Memory.peak) kB") }
      throw ExitCode(65)
    }
    if peak { print("peak: \(Memory.peak) kB") }
    if installOnly { return }
    do {
      if let release = try store.launch(now: settings.now()) { try store.markHealthy(release) }
      try store.prune()
    } catch {
      print("refused: \(error)")
      throw ExitCode(65)
    }
  }

  /// What an error says of the update: a server that cannot be reached has refused nothing.
  private static func outcome(of error: ClientError) -> String {
    if case .transport(let error) = error, error.isTransient { return "unreachable" }
    return "refused"
  }
}

/// Two releases that are shown in turn, as fast as can be: what is killed to see that no moment of showing one, calling it
/// healthy or taking it up at once leaves the store between two.
struct ChurnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "churn", abstract: "Shows the releases of two servers in turn, and prints which step comes next.")

  @Argument var store: String
  @Argument var servers: [String]
  @OptionGroup var options: ClientOptions
  @Option(help: "How often.") var rounds = 2000

  func run() async throws {
    let store = try ReleaseStore(folder: store)
    let settings = try options.settings()
    let clients = try servers.map {
      UpdateClient(store: store, transport: try options.transport($0), settings: settings)
    }
    for round in 0..<rounds {
      announce("install")
      guard case .available(let update) = try await clients[round % clients.count].check() else { continue }
      _ = try await clients[round % clients.count].install(update)
      announce("activate")
      let now = settings.now()
      let shown = try round % 4 < 2 ? store.launch(now: now) : store.activatePending(now: now)
      announce("markHealthy")
      if let shown { try store.markHealthy(shown) }
    }
  }

  /// Written at once: whoever kills the process sees where it was.
  private func announce(_ step: String) { FileHandle.standardOutput.write(Data((step + "\n").utf8)) }
}

/// What a store shows.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Checks a store and prints its release.")

  @Argument var store: String

  func run() throws {
    let store = try ReleaseStore(folder: store)
    let faults = store.verify()
    for fault in faults { print("fault: \(fault)") }
    let release = try store.launch(now: 0)
    print(release.map { "\($0.manifest.name) \($0.manifest.version)" } ?? "no release")
    if let fallback = release?.fallback { print("back from \(fallback.version ?? "a release"): \(fallback.reason)") }
    if !faults.isEmpty { throw ExitCode(65) }
  }
}

/// What verifying a release costs.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Verifies a release's folder; prints the peak of memory.")

  @Argument var folder: String

  func run() throws {
    for fault in ReleaseFolder.verify(folder) { print(fault) }
    print("peak: \(Memory.peak) kB")
  }
}

/// Many servers, each with a store of its own, in one process: what hostile releases cost.
struct SurveyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey", abstract: "Updates a new store from each folder of a folder; prints the peak of memory.")

  @Argument var servers: String
  @Argument var stores: String
  @OptionGroup var options: ClientOptions

  func run() async throws {
    for name in FileSystem.names(in: servers) ?? [] {
      let store = try ReleaseStore(folder: stores + "/" + name)
      let client = UpdateClient(
        store: store, transport: try options.transport(servers + "/" + name), settings: try options.settings())
      var answer = "installed"
      do {
        if case .available(let update) = try await client.check() {
          _ = try await client.install(update)
        } else {
          answer = "not offered"
        }
      } catch ClientError.manifest(let error) {
        answer = error.kind.rawValue
      } catch ClientError.archive(let error) {
        answer = "archive.\(error.kind.rawValue)"
      } catch ClientError.transport(let error) {
        answer = "transport.\(error.kind.rawValue)"
      } catch {
        answer = "\(error)"
      }
      let shown = try store.launch(now: 0) == nil ? "nothing shown" : "shown"
      print("\(name): \(answer), \(shown)")
    }
    print("peak: \(Memory.peak) kB")
  }
}

/// What the process has taken up.
enum Memory {
  /// The peak of resident memory in kB, as Linux reports it.
  static var peak: String {
    let status = String(decoding: FileManager.default.contents(atPath: "/proc/self/status") ?? Data(), as: UTF8.self)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return peak.map { String($0.split(whereSeparator: { " \t".contains($0) })[1]) } ?? "0"
  }
}
