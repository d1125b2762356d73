import GTKShims

/// What hears of events of widgets, and draws them.
@MainActor protocol WidgetTarget: AnyObject {
  func handle(_ event: WidgetEvent)
  func draw(_ cairo: HVHandle, width: Double, height: Double)
  /// Draws what is above the views in it.
  func drawAbove(_ cairo: HVHandle)
  /// Draws all of it, which `content` has, through clips and filters.
  func draw(_ content: HVHandle, through cairo: HVHandle)
  /// Whether a web view goes to an address.
  func allows(_ address: String, _ navigation: HVNavigation) -> Bool
}

extension WidgetTarget {
  func handle(_ event: WidgetEvent) {}
  func draw(_ cairo: HVHandle, width: Double, height: Double) {}
  func drawAbove(_ cairo: HVHandle) {}
  func draw(_ content: HVHandle, through cairo: HVHandle) { hv_content_draw(content, cairo) }
  func allows(_ address: String, _ navigation: HVNavigation) -> Bool { false }
}

/// An event of a widget.
struct WidgetEvent {
  var kind: HVEventKind
  var a: Double
  var b: Double
  var text: String
}

/// GTK's main loop, and who hears of what. All of GTK is used on the main thread: its loop serves the main actor's queue too.
@MainActor enum Toolkit {
  private struct Entry {
    weak var target: (any WidgetTarget)?
  }

  private static var targets: [UInt64: Entry] = [:]
  private static var last: UInt64 = 0
  /// Answers the web views' requests for the release's scheme.
  static var onRequest: (_ request: HVHandle, _ method: String, _ address: String, _ headers: String) -> Void = {
    request, _, _, _ in hv_request_answer(request, 404, "", nil, 0)
  }

  /// The number under which widgets name a target, as long as it lives.
  static func register(_ target: any WidgetTarget) -> UInt64 {
    last += 1
    targets[last] = Entry(target: target)
    return last
  }

  /// A number for a target that is being made; ``put(_:_:)`` names it.
  static func reserve() -> UInt64 {
    last += 1
    return last
  }

  static func put(_ target: any WidgetTarget, _ number: UInt64) { targets[number] = Entry(target: target) }

  static func target(_ number: UInt64) -> (any WidgetTarget)? { targets[number]?.target }

  static func forget(_ number: UInt64) { targets[number] = nil }

  /// Starts GTK; false without a display.
  static func start() -> Bool {
    hv_init(
      { number, kind, a, b, text in
        let text = text.map { String(cString: $0) } ?? ""
        MainActor.assumeIsolated {
          Toolkit.targets[number]?.target?.handle(WidgetEvent(kind: kind, a: a, b: b, text: text))
        }
      },
      { number, cairo, width, height, layer, content in
        nonisolated(unsafe) let cairo = cairo
        nonisolated(unsafe) let content = content
        MainActor.assumeIsolated {
          guard let cairo, let target = Toolkit.targets[number]?.target else { return }
          switch layer {
          case HV_ABOVE: target.drawAbove(cairo)
          case HV_THROUGH: if let content { target.draw(content, through: cairo) }
          default: target.draw(cairo, width: width, height: height)
          }
        }
      },
      { number, address, navigation in
        let address = address.map { String(cString: $0) } ?? ""
        return MainActor.assumeIsolated { Toolkit.targets[number]?.target?.allows(address, navigation) ?? false }
      },
      { request, method, address, headers in
        nonisolated(unsafe) let request = request
        let texts = [method, address, headers].map { text in text.map { String(cString: $0) } ?? "" }
        MainActor.assumeIsolated {
          guard let request else { return }
          Toolkit.onRequest(request, texts[0], texts[1], texts[2])
        }
      })
  }
}
