// What the documents' Swift uses of UIKit, so that it compiles where UIKit is not.
@_exported import Foundation

@MainActor open class UIView: NSObject {
  public override nonisolated init() {}
  public var frame = CGRect.zero
  public var isHidden = false
  public var backgroundColor: UIColor?
  public let layer = CALayer()
  public func insertSubview(_ view: UIView, at index: Int) {}
  public func removeFromSuperview() {}
  public var isAccessibilityElement = false
  public var accessibilityLabel: String?
  public var accessibilityTraits: UIAccessibilityTraits = []
  @discardableResult public func endEditing(_ force: Bool) -> Bool { true }
}
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let button = UIAccessibilityTraits(rawValue: 1)
  public static let link = UIAccessibilityTraits(rawValue: 2)
  public static let image = UIAccessibilityTraits(rawValue: 4)
  public static let header = UIAccessibilityTraits(rawValue: 8)
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 16)
}
@MainActor public final class CALayer {
  nonisolated init() {}
  public var cornerRadius: CGFloat = 0
}
public final class UIColor: NSObject {}
public final class UIAction {
  public init(handler: @escaping @MainActor (UIAction) -> Void) {}
}
@MainActor open class UIControl: UIView {
  public struct Event: Sendable {
    public static let touchUpInside = Event()
    public static let editingChanged = Event()
    public static let valueChanged = Event()
  }
  public struct State: Sendable { public static let normal = State() }
  public func addAction(_ action: UIAction, for event: Event) {}
}
@MainActor public final class UILabel: UIView { public var text: String? }
@MainActor public final class UIImageView: UIView {}
@MainActor public final class UIScrollView: UIView {
  public var contentSize = CGSize.zero
  public func setContentOffset(_ offset: CGPoint, animated: Bool) {}
}
@MainActor public final class UIButton: UIControl {
  public enum ButtonType { case custom }
  public convenience init(type: ButtonType) { self.init() }
  public func setTitle(_ title: String?, for state: State) {}
}
@MainActor public final class UITextField: UIControl { public var text: String? }
@MainActor public final class UISwitch: UIControl { public var isOn = false }
