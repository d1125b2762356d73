import Archive
import Compiler
import Diagnostics
import Manifest
import PageFormat
import Platform

extension BuildRun {
  /// Reads the files of every page as `hybrid verify` does, before anything is published: what the cache or a shard holds may
  /// be anything.
  ///
  /// OPTIMIZATION: a page or asset whose files were found sound in the last run is not read again, and of those that this run made a
  /// sample is read. Pages are independent of each other, so that they are read side by side and one at a time in memory.
  ///
  /// - Returns: the faults. The hashes of what is sound are in ``BuildState/checkedEntries``.
  mutating func verifyPages(_ walked: Site) -> [Diagnostic] {
    let known = previous.checkedEntries
    let verifiesAll = options.verifiesEveryPage
    let found = Mutex((checked: CheckedEntries(), faults: [Diagnostic]()))
    _ = ParallelWork.map(PageList(walked, state.pages), threads: options.jobs) { page in
      let files = [page.page, page.web].compactMap { $0 } + page.layouts.map(\.file)
      let isKnown = files.allSatisfy { file in file.packed.map { known.contains(file.path, $0.hash) } ?? false }
      let isTaken = !verifiesAll && page.isMadeHere && !SampledCheck.includes(page.path)
      let fault = isKnown || isTaken ? nil : Self.fault(of: page)
      found.withLock { found in
        if let fault { return found.faults.append(fault) }
        for file in files { if let packed = file.packed { found.checked.insert(file.path, packed.hash) } }
      }
    }
    let (checked, faults) = found.withLock { $0 }
    state.checkedEntries = checked
    for asset in walked.assets {
      guard let packed = state.assets[asset.path], let hash = packed.file.packed?.hash else { continue }
      let isTaken = !verifiesAll && packed.isMadeHere && !SampledCheck.includes(asset.path)
      if isTaken || known.contains(packed.file.path, hash) { state.checkedEntries.insert(packed.file.path, hash) }
    }
    // What other assets hold is compared with their hashes when the release is written.
    let misplaced = walked.assets.compactMap { asset -> Diagnostic? in
      guard let file = state.assets[asset.path]?.file, let reason = Self.faultOfName(file, at: "web/" + asset.path)
      else { return nil }
      return Self.refusal(of: asset.path, file.path, reason)
    }
    return faults + misplaced
  }

  /// Why a file is not the entry that it must be, or `nil`: what comes from elsewhere may name any other.
  private static func faultOfName(_ file: PackageFile, at place: String) -> String? {
    if file.path != place { return "it must be `\(place)`" }
    if let type = file.contentType, !ContentType.isSound(type) { return "its content type is invalid" }
    return nil
  }

  /// What is wrong with a page's files, or `nil`.
  private static func fault(of page: BuiltPage) -> Diagnostic? {
    var path = page.page?.path ?? page.path
    do {
      if let web = page.web {
        path = web.path
        _ = try contents(of: web, at: "web/\(page.path)")
      }
      guard let file = page.page else {
        return page.layouts.isEmpty ? nil : refusal(of: page.path, page.layouts[0].file.path, "a layout of no page")
      }
      path = file.path
      let reader = try PageReader(FileBytes(try contents(of: file, at: "pages/\(page.path).page")))
      try reader.validate()
      for (viewport, file) in page.layouts {
        path = file.path
        let bytes = try contents(of: file, at: "layouts/\(viewport)/\(page.path).layout")
        try LayoutReader(FileBytes(bytes)).validate(for: reader)
      }
      return nil
    } catch {
      return refusal(of: page.path, path, (error as? SystemError)?.reason ?? "\(error)")
    }
  }

  private static func refusal(of source: String, _ file: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .releaseRefused, "the release would be unsound: \(file): \(reason)", at: SourceLocation(file: source),
      help: "build without the cache (`--no-cache`), or build the shards again; if that gives it too, please report it")
  }

  /// The uncompressed bytes of a file, which are those that it declares, where it is the entry that it must be.
  private static func contents(of file: PackageFile, at place: String) throws -> [UInt8] {
    if let reason = faultOfName(file, at: place) { throw SystemError(reason: reason) }
    guard let packed = file.packed else { throw SystemError(reason: "it was not packed") }
    let entry = packed.entry
    let data = try entry.data.bytes()
    let bytes = entry.method == .deflate ? try Inflater.inflate(data, limit: entry.size) : data
    guard UInt64(bytes.count) == entry.size, CRC32.of(bytes) == entry.checksum, ContentHash(of: bytes) == packed.hash
    else { throw SystemError(reason: "its bytes are not those that it declares") }
    return bytes
  }
}
