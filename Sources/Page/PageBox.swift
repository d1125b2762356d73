/// What a node is laid out as beyond its style: its role, and which of its children are laid out. The raw value is stored.
public struct PageBox: Hashable, Sendable {
  /// Which of a node's children are laid out. The raw values are stored, in the bits of ``PageBox/rawValue`` for them.
  public enum Children: UInt8, Sendable {
    /// All that are displayed.
    case all = 0
    /// Its generated boxes only.
    case generated = 0x20
    /// None at all.
    case none = 0x40
  }

  private static let roleBits: UInt8 = 0x1F
  private static let childrenBits: UInt8 = 0x60
  private static let leftOutBit: UInt8 = 0x80

  /// The stored value.
  public let rawValue: UInt8

  /// The box of a stored value; what a page file cannot hold is as if it were not there.
  public init(stored value: UInt8) {
    let role = PageRole(stored: value & Self.roleBits)
    let children = Children(rawValue: value & Self.childrenBits) ?? .all
    rawValue = role.rawValue | children.rawValue | value & Self.leftOutBit
  }

  /// A box of a role. Of a graphic, which page files never hold, it is generic.
  public init(_ role: PageRole = .generic, children: Children = .all) {
    self.init(stored: (role == .graphic ? 0 : role.rawValue) | children.rawValue)
  }

  /// The node is not laid out, though its style would show it: what is for readers without scripts.
  public static let leftOut = PageBox(stored: leftOutBit)

  /// What the node is to layout.
  public var role: PageRole { PageRole(stored: rawValue & Self.roleBits) }
  /// Which of its children are laid out.
  public var children: Children { Children(rawValue: rawValue & Self.childrenBits) ?? .all }
  /// Whether the node is not laid out, whatever its style.
  public var isLeftOut: Bool { rawValue & Self.leftOutBit != 0 }
}
