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
    _ settings: SiteConfiguration.ImageSettings?, pages: PageList, assets: [String: PackageFile],
    store: ImageStore?, jobs: Int
  ) {
    isOn = settings != nil
    let hasDrawings = settings != nil && assets.keys.contains { $0.lowercased().hasSuffix(".svg") }
    guard hasDrawings || pages.haveImages else { return }
    var uses: [String: [(page: Int, use: ImageUse)]] = [:]
    for (index, page) in pages.enumerated() {
      for use in page.imageUses { uses[use.path, default: []].append((index, use)) }
    }
    guard let settings else {
      reportLarger(uses.mapValues { $0.map(\.use) }, pages, assets, jobs: jobs)
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
      } else if subject.uses.contains(where: { $0.mostPixels > 0 || $0.manner == .candidate }) {
        subjects.append(subject)
      }
    }
    guard let store else { return }
    var taken = Set(assets.keys).union(pages.paths)
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
    minify(assets.keys.filter { !GlobPattern.anyMatches(settings.exclude, $0) }.sorted(), assets, store, jobs: jobs)
  }

  /// Larger drawings stay as they are.
  private static let largestDrawing = 8 << 20

  /// Writes drawings without what nothing draws.
  private mutating func minify(
    _ paths: [String], _ assets: [String: PackageFile], _ store: ImageStore, jobs: Int
  ) {
    let drawings = paths.filter { $0.lowercased().hasSuffix(".svg") }.compactMap { path in
      assets[path].map { (path: path, file: $0) }
    }
    let answers = ParallelWork.map(drawings, threads: jobs) { drawing -> PackageFile? in
      guard let packed = drawing.file.packed, packed.entry.size <= Self.largestDrawing else { return nil }
      return store.drawing(drawing.path, of: packed.hash) {
        guard let bytes = PackedContents.bytes(of: drawing.file),
          let short = MinifiedVectorImage.minified(bytes)
        else { return nil }
        let file = PackageFile(path: drawing.file.path, packing: short, origin: drawing.path, effort: .thorough)
        return (file.packed?.entry.data.count ?? .max) < packed.entry.data.count ? file : nil
      }
    }
    for (drawing, answer) in zip(drawings, answers) { files[drawing.path] = answer }
  }

  // MARK: What stays as it is

  /// Why a file is not written again, or `nil`.
  private static func reason(_ subject: Subject, _ elsewhere: NamesElsewhere) -> String? {
    if let reason = subject.uses.first(where: { !$0.reason.isEmpty })?.reason { return reason }
    let name = Self.name(subject.path)
    if !NamedImages.canFind(name), let bytes = PackedContents.bytes(of: subject.file),
      let reason = ImageVariants.reasonOfFormat(bytes)
    {
      return reason
    }
    if !NamedImages.canFind(name) { return "its name has characters that texts write in several ways" }
    guard let manner = subject.uses.first?.manner, subject.uses.allSatisfy({ $0.manner == manner }) else {
      return "it is an image and a background, or in a list of candidates too"
    }
    switch manner {
    case .source: return elsewhere.isNamed(name) ? "something besides `<img src>` names it" : nil
    case .candidate: return elsewhere.isNamed(name) ? "something besides its `<img>` and `<picture>` names it" : nil
    case .background:
      return elsewhere.isOneBackground(name) ? nil : "something besides one declaration of `background` names it"
    }
  }

  static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// The names of images that texts have besides what the uses of pages account for.
  private static func namesElsewhere(
    _ pages: PageList, _ assets: [String: PackageFile], jobs: Int, areMarked: Bool = true
  ) -> NamesElsewhere {
    let texts = assets.filter { NamedImages.isText($0.key) }.values.sorted { $0.path < $1.path }
    let named = ParallelWork.map(texts, threads: jobs) { file in
      NamesElsewhere(PackedContents.bytes(of: file).map { NamedImages.mentions(in: $0) } ?? [:])
    }
    let others = ParallelWork.map(pages, threads: jobs) { page -> NamesElsewhere in
      guard let web = page.web, let bytes = PackedContents.bytes(of: web) else { return NamesElsewhere([:]) }
      var mentions = NamedImages.mentions(in: bytes)
      for use in page.imageUses {
        let known = use.manner == .source ? (areMarked && use.mark == nil ? 0 : 1) : use.mentions
        if known > 0 { mentions[name(use.path), default: (0, 0)].all -= known }
      }
      let shown = page.imageUses.filter { $0.manner == .background }.map { name($0.path) }
      return NamesElsewhere(mentions, shown: Set(shown))
    }
    return NamesElsewhere(sheets: named, pages: others)
  }

  private mutating func leave(_ subject: Subject, _ reason: String, isDamaged: Bool = false) {
    guard let use = subject.uses.first else { return }
    if isDamaged {
      diagnostics.append(
        Diagnostic(.imageDamaged, "the image `\(subject.path)` \(reason)", at: use.location, help: "replace the file"))
    } else {
      var problem = Diagnostic(
        .imageLeftAsItIs, "the image `\(subject.path)` stays as it is: \(reason)", at: use.location)
      if let larger = larger(subject.path, subject.uses, subject.file) {
        problem.notes = [larger.message]
        problem.help = larger.help
      }
      diagnostics.append(problem)
    }
  }

  /// Bytes that are not worth a message.
  private static let smallWaste = 16_000

  /// Reports the larger images of a site that does not write them again. `images` is proposed for those that it would write.
  private mutating func reportLarger(
    _ uses: [String: [ImageUse]], _ pages: PageList, _ assets: [String: PackageFile], jobs: Int
  ) {
    diagnostics = uses.keys.sorted().compactMap { larger($0, uses[$0, default: []], assets[$0]) }
    guard !diagnostics.isEmpty else { return }
    let elsewhere = Self.namesElsewhere(pages, assets, jobs: jobs, areMarked: false)
    var number = 0
    for path in uses.keys.sorted() {
      guard let file = assets[path], larger(path, uses[path, default: []], file) != nil else { continue }
      let subject = Subject(path: path, file: file, uses: uses[path, default: []], viewports: [])
      if let reason = Self.reason(subject, elsewhere), diagnostics.indices.contains(number) {
        diagnostics[number].help = "make the file smaller: `images` in the configuration keeps it, since \(reason)"
      }
      number += 1
    }
  }

  /// What is wrong with a file that has more pixels than any box shows.
  private func larger(_ path: String, _ uses: [ImageUse], _ file: PackageFile?) -> Diagnostic? {
    guard let first = uses.first, let size = file?.packed?.entry.size, uses.allSatisfy({ $0.mostPixels > 0 }),
      uses.allSatisfy({ $0.manner == .source || $0.reason.isEmpty })
    else { return nil }
    let most = uses.map(\.mostPixels).max() ?? 0
    let share = Double(most) / Double(first.width)
    let waste = Double(size) * (1 - share * share)
    guard share < 0.9, waste >= Double(Self.smallWaste), waste < 1e12 else { return nil }
    return Diagnostic(
      .imageLargerThanBoxes,
      "the image `\(path)` is \(first.width) px wide, and its widest box has \(most): about \(ByteSize.text(Int(waste))) of \(ByteSize.text(Int(size))) are never seen",
      at: first.location,
      help: isOn ? "make the file smaller" : "set `\"images\": true` in the configuration, or make the file smaller")
  }

  // MARK: Pages

  private mutating func rewrite(_ pages: PageList, _ variants: [String: ImageVariants], jobs: Int) {
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
          page.references = Set(page.references).union(sources.candidates).sorted()
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
