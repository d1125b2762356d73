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
    subcommands: [UpdateCommand.self, ShowCommand.self, SurveyCommand.self])
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
      guard let url = URL(string: server) else { throw ValidationError("\(server) is no address") }
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

  func run() async throws {
    let store = try ReleaseStore(folder: store)
    let settings = try options.settings()
    let client = UpdateClient(store: store, transport: try options.transport(server), settings: settings)
    if !installOnly { _ = try store.launch(now: settings.now()) }
    do {
      switch try await client.check() {
      case .available(let update):
        let result = try await client.install(update)
        print("installed \(update.manifest.version), \(result.received) bytes")
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
      print("refused: \(error)")
      throw ExitCode(65)
    }
    if installOnly { return }
    _ = try store.launch(now: settings.now())
    try store.markHealthy()
    try store.prune()
  }
}

/// What a store shows.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Checks a store and tells its release.")

  @Argument var store: String

  func run() throws {
    let store = try ReleaseStore(folder: store)
    let faults = store.verify()
    for fault in faults { print("fault: \(fault)") }
    let release = try store.launch(now: 0)
    print(release.map { "\($0.manifest.name) \($0.manifest.version)" } ?? "no release")
    if !faults.isEmpty { throw ExitCode(65) }
  }
}

/// Many servers, each with a store of its own, in one process: what hostile releases cost.
struct SurveyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey", abstract: "Updates a new store from each folder of a folder; tells the peak of memory.")

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
    let status = String(decoding: FileManager.default.contents(atPath: "/proc/self/status") ?? Data(), as: UTF8.self)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    print("peak: \(peak?.split(whereSeparator: { " \t".contains($0) })[1] ?? "0") kB")
  }
}
