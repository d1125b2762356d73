/// A node's place in its document's arrays.
@frozen
public struct NodeID: Hashable, Sendable, Comparable {
  /// The index; ``none`` is `UInt32.max`.
  public let rawValue: UInt32

  /// Wraps an index.
  @inlinable
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// No node.
  @inlinable public static var none: NodeID { NodeID(.max) }
  /// The document itself.
  @inlinable public static var document: NodeID { NodeID(0) }
  /// Whether this names a node.
  @inlinable public var exists: Bool { rawValue != .max }
  /// The index as arrays want it.
  @inlinable public var index: Int { Int(rawValue) }

  @inlinable public static func < (left: NodeID, right: NodeID) -> Bool { left.rawValue < right.rawValue }
}

/// What a node is.
public enum NodeKind: UInt8, Sendable {
  case document
  case doctype
  case element
  case text
  case comment
  case processingInstruction
  /// The contents of a `<template>`: the root of a tree of its own, reached through ``Document/templateContents(of:)``.
  case fragment
}

/// The namespace of an element.
public enum Namespace: UInt8, Sendable {
  case html
  case svg
  case mathML
  /// Any other, in documents read as XML, and the elements of Token pages.
  case other
}

/// The namespace of an attribute, as HTML's foreign content and XML have them.
public enum AttributeNamespace: UInt8, Sendable {
  case none
  case xlink
  case xml
  case xmlns
  /// Another prefix; the attribute's name holds it (`t:for`).
  case other
}

/// The document's compatibility mode, from its doctype.
public enum QuirksMode: UInt8, Sendable {
  case noQuirks
  case limitedQuirks
  case quirks
}
