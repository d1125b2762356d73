import Archive
import Compiler
import Compression
import Diagnostics
import Images
import Manifest
import Text

/// The images of a site in the sizes of their boxes: `"images"` in the configuration.
///
/// A file keeps its name and format and gets the largest size that any box has; beside it come files in the other formats in
/// all sizes, where these together make every device's download smaller than the file as it was.
struct SiteImages {
  /// The files that are written again, by site path.
  private(set) var files: [String: PackageFile] = [:]
  /// The files that come beside them.
  private(set) var variants: [PackageFile] = []
  /// The pages as they are packed; those without such images are left out.
  private(set) var pages: [String: BuiltPage] = [:]
  /// What stays as it is, and why.
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether the configuration asks for images in the sizes of their boxes.
  private let isOn: Bool

  /// An image of the site with all that shows it.
  struct Subject: Sendable {
    var path: String
    var file: PackageFile
    var uses: [ImageUse]
    /// The viewport of each box of each use, as packages are named.
    var viewports: [[String]]
  }

  /// - Parameters:
  ///   - settings: `images` of the configuration; `nil` where images stay as they are.
  ///   - pages: all pages of the site, in order.
  ///   - assets: the site's other files as they are packed whole.
  ///   - store: what earlier runs encoded; `nil` where nothing is written, so that only the larger images are reported.
  init(
    _ settings: SiteConfiguration.ImageSettings?, pages: [BuiltPage], assets: [String: PackageFile],
    store: ImageStore?, jobs: Int
  ) {
    isOn = settings != nil
    guard pages.contains(where: { !$0.imageUses.isEmpty }) else { return }
    var uses: [String: [(page: Int, use: ImageUse)]] = [:]
    for (index, page) in pages.enumerated() {
      for use in page.imageUses { uses[use.path, default: []].append((index, use)) }
    }
    guard let settings else {
      for path in uses.keys.sorted() { reportLarger(path, uses[path, default: []].map(\.use), assets[path]) }
      return
    }
    let elsewhere = Self.namesElsewhere(pages, assets, jobs: jobs)
    var subjects: [Subject] = []
    for path in uses.keys.sorted() {
      guard let file = assets[path], !GlobPattern.anyMatches(settings.exclude, path) else { continue }
      let found = uses[path, default: []]
      let subject = Subject(
        path: path, file: file, uses: found.map(\.use), viewports: found.map { pages[$0.page].layouts.map(\.viewport) })
      if let reason = Self.reason(subject, elsewhere) {
        leave(subject, reason)
      } else if subject.uses.contains(where: { $0.mostPixels > 0 }) {
        subjects.append(subject)
      }
    }
    guard let store else { return }
    var taken = Set(assets.keys).union(pages.map(\.path))
    let answers = ParallelWork.map(subjects, threads: jobs) { ImageVariants.made(of: $0, settings, store) }
    var replacements: [String: ImageVariants] = [:]
    for (subject, answer) in zip(subjects, answers) {
      switch answer {
      case .failure(let reason): leave(subject, reason.text, isDamaged: reason.isDamaged)
      case .success(var made):
        made.name(beside: subject.path, taken: &taken)
        files[subject.path] = made.fallback
        variants += made.files
        replacements[subject.path] = made
      }
    }
    rewrite(pages, replacements, jobs: jobs)
  }

  // MARK: What stays as it is

  /// Why a file is not written again, or `nil`.
  private static func reason(_ subject: Subject, _ elsewhere: Set<String>) -> String? {
    if let reason = subject.uses.first(where: { !$0.reason.isEmpty })?.reason { return reason }
    let name = Self.name(subject.path)
    if !NamedImages.canFind(name) { return "its name has characters that texts write in several ways" }
    if elsewhere.contains(name) { return "something besides `<img src>` names it" }
    return nil
  }

  static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// The names of images that texts have besides the elements which get candidates.
  private static func namesElsewhere(
    _ pages: [BuiltPage], _ assets: [String: PackageFile], jobs: Int
  ) -> Set<String> {
    let texts = assets.filter { NamedImages.isText($0.key) }.values.sorted { $0.path < $1.path }
    let named = ParallelWork.map(texts, threads: jobs) { file in
      Set(PackedContents.bytes(of: file).map { NamedImages.counts(in: $0).keys.map { $0 } } ?? [])
    }
    let others = ParallelWork.map(pages, threads: jobs) { page -> Set<String> in
      guard let web = page.web, let bytes = PackedContents.bytes(of: web) else { return [] }
      var counts = NamedImages.counts(in: bytes)
      for use in page.imageUses where use.mark != nil { counts[name(use.path), default: 0] -= 1 }
      return Set(counts.filter { $0.value != 0 }.keys)
    }
    return named.reduce(into: others.reduce(into: Set()) { $0.formUnion($1) }) { $0.formUnion($1) }
  }

  private mutating func leave(_ subject: Subject, _ reason: String, isDamaged: Bool = false) {
    guard let use = subject.uses.first else { return }
    if isDamaged {
      diagnostics.append(
        Diagnostic(.imageDamaged, "the image `\(subject.path)` \(reason)", at: use.location, help: "replace the file"))
    } else {
      diagnostics.append(
        Diagnostic(.imageLeftAsItIs, "the image `\(subject.path)` stays as it is: \(reason)", at: use.location))
      reportLarger(subject.path, subject.uses, subject.file)
    }
  }

  /// Bytes that are not worth a message.
  private static let smallWaste = 16_000

  /// Reports a file with more pixels than any box shows.
  private mutating func reportLarger(_ path: String, _ uses: [ImageUse], _ file: PackageFile?) {
    guard let first = uses.first, let size = file?.packed?.entry.size, uses.allSatisfy({ $0.mostPixels > 0 }) else {
      return
    }
    let most = uses.map(\.mostPixels).max() ?? 0
    let share = Double(most) / Double(first.width)
    let waste = Double(size) * (1 - share * share)
    guard share < 0.9, waste >= Double(Self.smallWaste), waste < 1e12 else { return }
    diagnostics.append(
      Diagnostic(
        .imageLargerThanBoxes,
        "the image `\(path)` is \(first.width) px wide, and its widest box has \(most): about \(ByteSize.text(Int(waste))) of \(ByteSize.text(Int(size))) are never seen",
        at: first.location,
        help: isOn ? "make the file smaller" : "set \"images\": true in the configuration, or make the file smaller"))
  }

  // MARK: Pages

  private mutating func rewrite(_ pages: [BuiltPage], _ variants: [String: ImageVariants], jobs: Int) {
    let work = pages.filter { page in page.web != nil && page.imageUses.contains { $0.mark != nil } }
    let answers = ParallelWork.map(work, threads: jobs) { page -> BuiltPage? in
      guard let web = page.web, let bytes = PackedContents.bytes(of: web) else { return nil }
      var page = page
      var replacements: [Int: ImageReplacement] = [:]
      for use in page.imageUses {
        guard let mark = use.mark, let made = variants[use.path] else { continue }
        replacements[mark] = made.replacement(for: use)
        for sources in made.sources(for: use) {
          page.images.append(sources)
          page.references.formUnion(sources.candidates)
          page.candidates.formUnion(sources.candidates.filter { $0 != use.path })
        }
      }
      page.web = PackageFile(
        path: web.path, packing: ImageMarkup.rewritten(bytes, page.imageUses, replacements), origin: web.origin,
        effort: .fast)
      return page
    }
    for (page, answer) in zip(work, answers) { self.pages[page.path] = answer }
  }
}

/// The bytes of files that were packed in this run.
enum PackedContents {
  /// The uncompressed bytes of a file; `nil` where they cannot be had.
  static func bytes(of file: PackageFile) -> [UInt8]? {
    guard let entry = file.packed?.entry, let bytes = try? entry.data.bytes() else { return nil }
    return entry.method == .deflate ? try? Inflater.inflate(bytes, limit: entry.size) : bytes
  }
}
