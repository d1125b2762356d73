/// The screens of an app as a value: what a platform's container renders.
public struct NavigationStack: Hashable, Sendable {
  /// A screen.
  public struct Entry: Hashable, Sendable {
    /// The URL.
    public var url: String
    /// The page that shows it; `nil` where the app answers it itself.
    public var page: String?
    /// Names the entry for restoration: scroll positions and snapshots are kept under it.
    public var restorationIdentifier: String
    /// The title, where a rule or the page gave one.
    public var title: String?

    /// A screen from its parts.
    public init(url: String, page: String? = nil, restorationIdentifier: String, title: String? = nil) {
      self.url = url
      self.page = page
      self.restorationIdentifier = restorationIdentifier
      self.title = title
    }
  }

  /// A change of the stack.
  public enum Change: Hashable, Sendable {
    /// A screen on top.
    case push(Entry)
    /// The top screen goes; of a modal's last screen, the modal.
    case pop
    /// Another screen in place of the top one.
    case replace(Entry)
    /// Everything goes, and one screen remains.
    case replaceRoot(Entry)
    /// Everything above the first screen goes.
    case clearAll
    /// A modal with a first screen; on an open modal, a screen on top of it.
    case presentModal(Entry)
    /// The modal goes with all of its screens.
    case dismissModal
  }

  /// The main screens, the first at the bottom.
  public private(set) var entries: [Entry] = []
  /// The screens of the modal above them; empty where there is none.
  public private(set) var modal: [Entry] = []

  /// A stack with a first screen, or none.
  public init(root: Entry? = nil) {
    entries = root.map { [$0] } ?? []
  }

  /// The screen that is seen.
  public var top: Entry? { modal.last ?? entries.last }
  /// Whether a modal is open.
  public var isModal: Bool { !modal.isEmpty }

  /// Whether an entry is among the screens.
  func contains(_ restorationIdentifier: String) -> Bool {
    (entries + modal).contains { $0.restorationIdentifier == restorationIdentifier }
  }

  /// Makes a change; one that has nothing to act on leaves the stack as it is.
  public mutating func apply(_ change: Change) {
    switch change {
    case .push(let entry): if isModal { modal.append(entry) } else { entries.append(entry) }
    case .pop:
      if isModal { modal.removeLast() } else if entries.count > 1 { entries.removeLast() }
    case .replace(let entry):
      if isModal {
        modal[modal.count - 1] = entry
      } else if entries.isEmpty {
        entries = [entry]
      } else {
        entries[entries.count - 1] = entry
      }
    case .replaceRoot(let entry):
      modal = []
      entries = [entry]
    case .clearAll:
      modal = []
      entries = Array(entries.prefix(1))
    case .presentModal(let entry): modal.append(entry)
    case .dismissModal: modal = []
    }
  }

  /// The top screen with another title.
  mutating func setTitle(_ title: String) {
    if isModal {
      modal[modal.count - 1].title = title
    } else if !entries.isEmpty {
      entries[entries.count - 1].title = title
    }
  }
}
