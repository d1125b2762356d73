import Foundation
import HybridClient
import Manifest
import TestSupport
import Testing

@testable import Build

/// A build publishes nothing that `hybrid verify` refuses, whatever its shards hold.
@Suite struct ShardVerificationTests {
  /// Two shards of a small site, and the options of their merge.
  private func shards(_ folder: TemporaryFolder) throws -> [[UInt8]] {
    for number in 0..<4 {
      try folder.write(
        "site/\(number).html",
        Array(
          "<!DOCTYPE html><html lang=en><title>\(number)</title><p>Some words <b>\(number)</b><img src=a.png alt=x>"
            .utf8))
    }
    try folder.write("site/a.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try folder.write("site/app.txt", Array("words words words".utf8))
    // Of files that were written just now no hash is taken: they may be written again within the clock's tick.
    usleep(100_000)
    return (1...2).map { index in
      var options = BuildOptions(root: folder.path + "/site", outputFolder: folder.path + "/\(index)", jobs: 1)
      options.shard = Shard("\(index)/2")
      #expect(SiteBuild(options).build().verdict == .success)
      return folder.read("\(index)/shard.bin")
    }
  }

  @Test func mergesOfMutatedShardsPublishNothingUnsound() throws {
    let folder = try TemporaryFolder()
    let shards = try shards(folder)
    var random = SplitMix(7)
    var (published, refused) = (0, 0)
    let rounds = ProcessInfo.processInfo.environment["HYBRID_SOAK"] == nil ? 150 : 1_500
    for round in 0..<rounds {
      var body = Array(shards[0][40...])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: body[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: body[place] = UInt8.random(in: 0...255, using: &random)
        default: body[place] &+= 1
        }
      }
      // The hash says nothing: whoever changes the bytes writes another.
      try folder.write("1/shard.bin", Array(shards[0][..<8]) + ContentHash(of: body).digest + body)
      let output = folder.path + "/out-\(round)"
      defer { try? FileManager.default.removeItem(atPath: output) }
      let options = BuildOptions(root: folder.path + "/site", outputFolder: output, jobs: 1)
      do throws(ShardMerge.Failure) {
        let outcome = try ShardMerge(folders: [folder.path + "/1", folder.path + "/2"]).publish(options)
        guard outcome.verdict == .success || outcome.verdict == .overBudget else {
          refused += 1
          #expect(!FileManager.default.fileExists(atPath: output + "/latest.json"), "round \(round)")
          continue
        }
      } catch {
        refused += 1
        continue
      }
      published += 1
      #expect(ReleaseFolder.verify(output).isEmpty, "round \(round): \(ReleaseFolder.verify(output))")
    }
    #expect(published > 0 && refused > 0, "\(published) published, \(refused) refused")
  }

  /// Files that are not what they declare, and pages that no client would open.
  @Test func aPageThatTheVerifierRefusesIsNotPublished() throws {
    let folder = try TemporaryFolder()
    let shards = try shards(folder)
    let faults: [(String, (inout ShardFile) -> Void)] = [
      ("its bytes are not those", { $0.pages[0].web?.packed?.hash = ContentHash(of: [1]) }),
      ("its bytes are not those", { $0.pages[0].page?.packed?.entry.checksum ^= 1 }),
      (
        "expected",
        { shard in
          let packed = PackedFile(Array("no page file".utf8))
          shard.pages[0].page?.packed = packed
        }
      ),
      ("a layout of no page", { $0.pages[0].page = nil }),
      (
        "expected",
        { shard in
          let other = shard.pages[0].layouts[0].file.packed
          shard.pages[0].page?.packed = other
        }
      ),
      // What the files are called says which pages there are, and what they are answered with.
      ("it must be `pages/", { $0.pages[0].page?.path = "EVILs/0.html.page" }),
      ("it must be `web/", { $0.pages[0].web?.path = "web/other.html" }),
      ("it must be `layouts/", { $0.pages[0].layouts[0].file.path += "2" }),
      ("it must be `web/", { $0.assets[0].path = "pages/x.page" }),
      ("content type", { $0.assets[0].contentType = "a/b\r\nX: y" }),
      ("content type", { $0.pages[0].web?.contentType = "text" }),
      ("hash", { $0.assets[0].packed?.hash = ContentHash(of: [1]) }),
    ]
    for (index, fault) in faults.enumerated() {
      for number in 0...1 {
        var shard = try ShardFile(shards[number])
        guard number == 0, !shard.pages.isEmpty, !shard.assets.isEmpty else {
          try folder.write("\(number + 1)/shard.bin", shards[number])
          if number == 0 { Issue.record("the first shard has no page or no asset") }
          continue
        }
        fault.1(&shard)
        try folder.write("1/shard.bin", shard.encoded)
      }
      let output = folder.path + "/out-\(index)"
      let outcome = try ShardMerge(folders: [folder.path + "/1", folder.path + "/2"]).publish(
        BuildOptions(root: folder.path + "/site", outputFolder: output, jobs: 1))
      #expect(outcome.verdict == .refused, "fault \(index): \(outcome.verdict)")
      let problems = outcome.diagnostics.filter { $0.code.number == 5068 }
      #expect(problems.count == 1 && problems[0].message.contains(fault.0), "fault \(index): \(problems)")
      #expect(!FileManager.default.fileExists(atPath: output + "/latest.json"))
    }
  }

  /// Each file is sound by itself, and the release is not: a page's files are those of another page.
  @Test func aMergeReadsTheReleaseAsAWhole() throws {
    let folder = try TemporaryFolder()
    let shards = try shards(folder)
    let number = try #require(try shards.firstIndex { try ShardFile($0).pages.count > 1 })
    var shard = try ShardFile(shards[number])
    let other = shard.pages[1]
    shard.pages[0].page?.packed = other.page?.packed
    for index in shard.pages[0].layouts.indices {
      shard.pages[0].layouts[index].file.packed = other.layouts[index].file.packed
    }
    try folder.write("\(number + 1)/shard.bin", shard.encoded)
    let output = folder.path + "/out"
    let outcome = try ShardMerge(folders: [folder.path + "/1", folder.path + "/2"]).publish(
      BuildOptions(root: folder.path + "/site", outputFolder: output, jobs: 1))
    #expect(outcome.verdict == .refused)
    #expect(outcome.diagnostics.contains { $0.message.contains("a page of \(other.path)") }, "\(outcome.diagnostics)")
    #expect(!FileManager.default.fileExists(atPath: output + "/latest.json"))
  }

  /// A generator whose numbers are the same in every run.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
  }
}
