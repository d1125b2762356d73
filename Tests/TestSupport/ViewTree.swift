import HybridClient

/// A host that keeps views as a device does, and notes what no host could do.
public final class ViewTree: ViewHost {
  private struct View {
    var component: String
    var parent: Int?
    var isInserted = false
    var children: [Int] = []
    var properties: [String: String] = [:]
    var rest = ""
    var frame = ""
  }

  private var views: [Int: View] = [:]
  private var roots: [Int] = []
  /// Commands that name no view, or one that is there already.
  public private(set) var mistakes: [String] = []
  /// The commands that came.
  public private(set) var count = 0

  /// A host without views.
  public init() {}

  /// Carries commands out.
  public func apply(_ commands: [ViewCommand]) {
    count += commands.count
    for command in commands {
      switch command {
      case .create(let node, let component):
        if views[node] != nil { mistakes.append("\(node) is created twice") }
        views[node] = View(component: component)
        continue
      default: if views[command.node] == nil { mistakes.append("\(command) is for no view") }
      }
      switch command {
      case .create, .perform: break
      case .setProperty(let node, let name, let value): views[node]?.properties[name] = value
      case .insert(let node, let parent, let index): insert(node, parent, index)
      case .remove(let node): remove(node)
      case .setFrame(let node, let frame): views[node]?.frame = "\(frame)"
      case .setText(let node, let text, let lines): views[node]?.rest = "\(text) \(lines)"
      case .setScrollArea(let node, let width, let height): views[node]?.properties["scrollArea"] = "\(width) \(height)"
      }
    }
  }

  private func insert(_ node: Int, _ parent: Int?, _ index: Int) {
    if views[node]?.isInserted == true {
      // It goes to another place among its siblings.
      if views[node]?.parent != parent { mistakes.append("\(node) is put into another view") }
      detach(node)
    }
    views[node]?.isInserted = true
    views[node]?.parent = parent
    guard let parent else {
      roots.append(node)
      return
    }
    let count = views[parent]?.children.count ?? -1
    guard (0...max(0, count)).contains(index), count >= 0 else {
      mistakes.append("\(node) has no place \(index) in \(parent)")
      return
    }
    views[parent]?.children.insert(node, at: index)
  }

  private func detach(_ node: Int) {
    // Rows are taken away from the end.
    if let parent = views[node]?.parent, let place = views[parent]?.children.lastIndex(of: node) {
      views[parent]?.children.remove(at: place)
    }
    roots.removeAll { $0 == node }
  }

  private func remove(_ node: Int) {
    detach(node)
    var stack = [node]
    while let next = stack.popLast() { stack += views.removeValue(forKey: next)?.children ?? [] }
  }

  /// All views with what they were given, without their numbers. Of hidden ones nothing is seen: they have the places that
  /// they had before.
  public var description: String {
    var text = ""
    var stack = roots.reversed().map { (node: $0, depth: 0) }
    while let (node, depth) = stack.popLast() {
      guard let view = views[node] else { continue }
      if view.properties["hidden"] == "true" {
        text += String(repeating: " ", count: depth) + view.component + " is hidden\n"
        continue
      }
      let properties = view.properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      text += String(repeating: " ", count: depth)
      text += ([view.component, view.frame, view.rest] + properties).joined(separator: " | ") + "\n"
      for child in view.children.reversed() { stack.append((child, depth + 1)) }
    }
    return text
  }
}
