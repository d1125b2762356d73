@_exported import CoreText
@_exported import Foundation
@_exported import QuartzCore

// CTFont and UIFont are bridged without a cost.
public typealias UIFont = CTFont
extension CTFont {
  public struct TextStyle: Sendable { public static let body = TextStyle() }
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { fatalError() }
}
public final class UIFontMetrics {
  @MainActor public static var `default`: UIFontMetrics { fatalError() }
  @MainActor public func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat
  { fatalError() }
}
open class UIColor: NSObject, @unchecked Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  open class var clear: UIColor { fatalError() }
  open class var placeholderText: UIColor { fatalError() }
  open class var systemBackground: UIColor { fatalError() }
}
open class UIImage: NSObject, @unchecked Sendable {
  public enum Orientation: Int { case up }
  public init(cgImage: CGImage) {}
  public init(cgImage: CGImage, scale: CGFloat, orientation: UIImage.Orientation) {}
}
public struct UIEdgeInsets: Sendable {
  public var top, left, bottom, right: CGFloat
  public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}
public enum UIUserInterfaceStyle: Int { case unspecified, light, dark }
@MainActor open class UITraitCollection: NSObject {
  open var displayScale: CGFloat { fatalError() }
  open var userInterfaceStyle: UIUserInterfaceStyle { fatalError() }
}

// MARK: Accessibility

public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)
  public static let summaryElement = UIAccessibilityTraits(rawValue: 1 << 7)
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 8)
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
  public static let searchField = UIAccessibilityTraits(rawValue: 1 << 10)
  public static let adjustable = UIAccessibilityTraits(rawValue: 1 << 12)
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 17)
}
public enum UIAccessibility {
  public struct Notification: Sendable {
    public static let announcement = Notification()
    public static let screenChanged = Notification()
  }
  @MainActor public static func post(notification: UIAccessibility.Notification, argument: Any?) {}
  @MainActor public static var isReduceMotionEnabled: Bool { fatalError() }
}
extension NSAttributedString.Key {
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  public static let accessibilitySpeechQueueAnnouncement = NSAttributedString.Key("")
}

// MARK: Responders and views

@MainActor open class UIEvent: NSObject {}
@MainActor open class UITouch: NSObject {
  open var timestamp: TimeInterval { fatalError() }
  open func location(in view: UIView?) -> CGPoint { fatalError() }
}
@MainActor open class UIPressesEvent: UIEvent {}
public enum UIKeyboardHIDUsage: Int, Sendable {
  case keyboardReturnOrEnter = 40
  case keyboardSpacebar = 44
  case keypadEnter = 88
}
@MainActor open class UIKey: NSObject { open var keyCode: UIKeyboardHIDUsage { fatalError() } }
@MainActor open class UIPress: NSObject {
  public enum PressType: Int, Sendable { case upArrow, downArrow, leftArrow, rightArrow, select, menu, playPause }
  open var type: UIPress.PressType { fatalError() }
  open var key: UIKey? { fatalError() }
}
@MainActor open class UIFocusEffect: NSObject { public nonisolated override init() {} }
@MainActor open class UIFocusHaloEffect: UIFocusEffect {}
@MainActor open class UIResponder: NSObject {
  nonisolated init(standIn: Void) {}
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {}
  @discardableResult open func becomeFirstResponder() -> Bool { fatalError() }
  @discardableResult open func resignFirstResponder() -> Bool { fatalError() }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name { fatalError() }
  public nonisolated class var keyboardWillHideNotification: NSNotification.Name { fatalError() }
  public nonisolated class var keyboardFrameEndUserInfoKey: String { fatalError() }
  // Of NSObject on Apple's systems, where they can be overridden.
  open var isAccessibilityElement: Bool = false
  open var accessibilityLabel: String?
  open var accessibilityHint: String?
  open var accessibilityValue: String?
  open var accessibilityTraits: UIAccessibilityTraits = []
  open var accessibilityElements: [Any]?
  open var accessibilityElementsHidden: Bool = false
  open var accessibilityViewIsModal: Bool = false
  open func accessibilityActivate() -> Bool { fatalError() }
  open func accessibilityIncrement() {}
  open func accessibilityDecrement() {}
}
extension NSValue { public var cgRectValue: CGRect { fatalError() } }
@MainActor open class UIAccessibilityElement: UIResponder {
  public init(accessibilityContainer container: Any) { super.init(standIn: ()) }
  open var accessibilityFrameInContainerSpace = CGRect.zero
}
@MainActor open class UIView: UIResponder {
  open func setNeedsLayout() {}
  open var tintColor: UIColor!
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
  }
  public enum ContentMode: Int { case scaleToFill, scaleAspectFit, scaleAspectFill, redraw }
  public init(frame: CGRect) { super.init(standIn: ()) }
  public required init?(coder: NSCoder) { super.init(standIn: ()) }
  open var frame = CGRect.zero
  open var bounds = CGRect.zero
  open var center = CGPoint.zero
  open var transform = CGAffineTransform.identity
  open var isHidden = false
  open var isOpaque = true
  open var alpha: CGFloat = 1
  open var clipsToBounds = false
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified
  open var isUserInteractionEnabled = true
  open var canBecomeFocused: Bool { fatalError() }
  open var isFocused: Bool { fatalError() }
  open var focusEffect: UIFocusEffect?
  open var contentMode = ContentMode.scaleToFill
  open var autoresizingMask: AutoresizingMask = []
  open var backgroundColor: UIColor?
  open var layer: CALayer { fatalError() }
  open var superview: UIView? { fatalError() }
  open var traitCollection: UITraitCollection { fatalError() }
  open var safeAreaInsets: UIEdgeInsets { fatalError() }
  open func addSubview(_ view: UIView) {}
  open func addInteraction(_ interaction: any UIInteraction) {}
  open func insertSubview(_ view: UIView, at index: Int) {}
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {}
  open func removeFromSuperview() {}
  open func layoutSubviews() {}
  open func safeAreaInsetsDidChange() {}
  open func setNeedsDisplay() {}
  open func draw(_ rect: CGRect) {}
  open func sizeThatFits(_ size: CGSize) -> CGSize { fatalError() }
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect { fatalError() }
  open func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect { fatalError() }
  open var window: UIWindow? { fatalError() }
  @discardableResult open func endEditing(_ force: Bool) -> Bool { fatalError() }
}
public func UIGraphicsGetCurrentContext() -> CGContext? { fatalError() }
@MainActor open class UIImageView: UIView {
  public convenience init() { self.init(frame: .zero) }
  public init(image: UIImage?) { super.init(frame: .zero) }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open var image: UIImage?
}
public enum UISemanticContentAttribute: Int { case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft }
public enum NSTextAlignment: Int { case left, center, right, justified, natural }
@MainActor open class UILabel: UIView {
  public convenience init() { self.init(frame: .zero) }
  open var text: String?
  open var font: UIFont!
  open var textColor: UIColor!
  open var textAlignment = NSTextAlignment.natural
  open var numberOfLines = 1
  open var adjustsFontForContentSizeCategory = false
}

// MARK: Finding and copying

@MainActor public protocol UIInteraction: NSObjectProtocol {}
public enum UITextStorageDirection: Int, Sendable { case forward, backward }
@MainActor open class UITextSearchOptions: NSObject {}
@MainActor open class UIFindSession: NSObject {
  public override init() {}
  open var resultCount: Int { fatalError() }
  open var highlightedResultIndex: Int { fatalError() }
  open func performSearch(query: String, options: UITextSearchOptions?) {}
  open func highlightNextResult(in direction: UITextStorageDirection) {}
  open func invalidateFoundResults() {}
}
@MainActor public protocol UIFindInteractionDelegate: NSObjectProtocol {
  func findInteraction(_ interaction: UIFindInteraction, sessionFor view: UIView) -> UIFindSession?
}
@MainActor open class UIFindInteraction: NSObject, UIInteraction {
  public init(sessionDelegate: any UIFindInteractionDelegate) {}
  open func presentFindNavigator(showingReplace: Bool) {}
  open func dismissFindNavigator() {}
}
@MainActor open class UIMenu: UIMenuElement {
  public convenience init(title: String = "", children: [UIMenuElement] = []) { fatalError() }
}
@MainActor open class UIEditMenuConfiguration: NSObject {
  public convenience init(identifier: (any Hashable & Sendable)?, sourcePoint: CGPoint) { fatalError() }
}
@MainActor public protocol UIEditMenuInteractionDelegate: NSObjectProtocol {
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu?
}
@MainActor open class UIEditMenuInteraction: NSObject, UIInteraction {
  public init(delegate: (any UIEditMenuInteractionDelegate)?) {}
  open func presentEditMenu(with configuration: UIEditMenuConfiguration) {}
}
@MainActor open class UIPasteboard: NSObject {
  open class var general: UIPasteboard { fatalError() }
  open var string: String?
}

// MARK: Scrolling

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
}
extension UIScrollViewDelegate { public func scrollViewDidScroll(_ scrollView: UIScrollView) {} }
@MainActor open class UIScrollView: UIView {
  public enum ContentInsetAdjustmentBehavior: Int { case automatic, scrollableAxes, never, always }
  public enum KeyboardDismissMode: Int { case none, onDrag, interactive }
  public convenience init() { self.init(frame: .zero) }
  open weak var delegate: (any UIScrollViewDelegate)?
  open var contentSize = CGSize.zero
  open var contentOffset = CGPoint.zero
  open var contentInset = UIEdgeInsets.zero
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var showsHorizontalScrollIndicator = true
  open var showsVerticalScrollIndicator = true
  open var isScrollEnabled = true
  open var isPagingEnabled = false
  open var isTracking: Bool { fatalError() }
  open var alwaysBounceVertical = false
  open var refreshControl: UIRefreshControl?
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {}
}

// MARK: Controls

@MainActor open class UIMenuElement: NSObject {}
@MainActor open class UIAction: UIMenuElement {
  public convenience init(title: String = "", handler: @escaping UIActionHandler) { fatalError() }
}
public typealias UIActionHandler = @MainActor (_ action: UIAction) -> Void
@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let editingChanged = Event(rawValue: 1 << 17)
  }
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = State([])
  }
  open var isEnabled = true
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}
@MainActor open class UIButton: UIControl {
  public enum ButtonType: Int { case custom, system }
  public convenience init(type buttonType: UIButton.ButtonType) { self.init(frame: .zero) }
  open func setTitle(_ title: String?, for state: UIControl.State) {}
}
@MainActor open class UISwitch: UIControl {
  public convenience init() { self.init(frame: .zero) }
  open var isOn = false
  open var onTintColor: UIColor?
}
@MainActor open class UISlider: UIControl {
  public convenience init() { self.init(frame: .zero) }
  open var value: Float = 0
  open var minimumValue: Float = 0
  open var maximumValue: Float = 1
}
@MainActor open class UISegmentedControl: UIControl {
  public init(items: [Any]?) { super.init(frame: .zero) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  public class var noSegment: Int { -1 }
  open var selectedSegmentIndex = -1
  open func removeAllSegments() {}
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {}
}
@MainActor open class UIRefreshControl: UIControl {
  public convenience init() { self.init(frame: .zero) }
  open func beginRefreshing() {}
  open func endRefreshing() {}
}
@MainActor public protocol UIPickerViewDataSource: NSObjectProtocol {
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}
@MainActor public protocol UIPickerViewDelegate: NSObjectProtocol {
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}
@MainActor open class UIPickerView: UIView {
  public convenience init() { self.init(frame: .zero) }
  open weak var dataSource: (any UIPickerViewDataSource)?
  open weak var delegate: (any UIPickerViewDelegate)?
  open func reloadAllComponents() {}
  open func selectedRow(inComponent component: Int) -> Int { fatalError() }
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {}
}

// MARK: Texts

public enum UIKeyboardType: Int {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
}
public enum UIReturnKeyType: Int {
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}
public enum UITextAutocapitalizationType: Int { case none, words, sentences, allCharacters }
public enum UITextAutocorrectionType: Int { case `default`, no, yes }
public struct UITextContentType: Hashable, Sendable {
  public static let username = UITextContentType()
  public static let password = UITextContentType()
  public static let emailAddress = UITextContentType()
  public static let URL = UITextContentType()
  public static let telephoneNumber = UITextContentType()
}
@MainActor open class UITextRange: NSObject {}
@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
  func textFieldDidBeginEditing(_ textField: UITextField)
  func textFieldDidEndEditing(_ textField: UITextField)
  func textFieldShouldClear(_ textField: UITextField) -> Bool
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}
@MainActor open class UITextField: UIControl {
  public enum ViewMode: Int { case never, whileEditing, unlessEditing, always }
  public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
  public convenience init() { self.init(frame: .zero) }
  open weak var delegate: (any UITextFieldDelegate)?
  open var borderStyle = BorderStyle.none
  open var text: String?
  open var placeholder: String?
  open var font: UIFont?
  open var textColor: UIColor?
  open var textAlignment = NSTextAlignment.natural
  open var clearButtonMode = ViewMode.never
  open var isSecureTextEntry = false
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var autocorrectionType = UITextAutocorrectionType.default
  open var textContentType: UITextContentType!
  open var markedTextRange: UITextRange? { fatalError() }
}
@MainActor public protocol UITextViewDelegate: UIScrollViewDelegate {
  func textViewDidBeginEditing(_ textView: UITextView)
  func textViewDidEndEditing(_ textView: UITextView)
  func textViewDidChange(_ textView: UITextView)
}
@MainActor open class NSTextContainer: NSObject { open var lineFragmentPadding: CGFloat = 5 }
@MainActor open class UITextView: UIScrollView {
  public convenience init() { self.init(frame: .zero) }
  private weak var own: (any UITextViewDelegate)?
  open override var delegate: (any UIScrollViewDelegate)? {
    get { own }
    set {}
  }
  open var text: String! = ""
  open var font: UIFont?
  open var textColor: UIColor?
  open var textAlignment = NSTextAlignment.natural
  open var isEditable = true
  open var isSelectable = true
  open var isSecureTextEntry = false
  open var textContainerInset = UIEdgeInsets.zero
  open var textContainer: NSTextContainer { fatalError() }
  open var keyboardType = UIKeyboardType.default
  open var returnKeyType = UIReturnKeyType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var textContentType: UITextContentType!
  open var markedTextRange: UITextRange? { fatalError() }
}

// MARK: Controllers

@MainActor open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  open class var shared: UIApplication { fatalError() }
  open func open(
    _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
}
@MainActor open class UIPresentationController: NSObject {
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}
public enum UIModalPresentationStyle: Int { case fullScreen = 0, pageSheet = 1, formSheet = 2, automatic = -2 }
@MainActor open class UISheetPresentationController: UIPresentationController {
  @MainActor open class Detent: NSObject {
    open class func medium() -> Self { fatalError() }
    open class func large() -> Self { fatalError() }
  }
  open var detents: [UISheetPresentationController.Detent] {
    get { fatalError() }
    set {}
  }
}
@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}
@MainActor open class UIBarButtonItem: NSObject {
  public convenience init(title: String?, image: UIImage?, primaryAction: UIAction?, menu: UIMenu?) { fatalError() }
  open var tintColor: UIColor?
}
@MainActor open class UINavigationBarAppearance: NSObject {
  public override init() {}
  open func configureWithOpaqueBackground() {}
  open func configureWithDefaultBackground() {}
  open var backgroundColor: UIColor?
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
}
@MainActor open class UINavigationBar: UIView {}
@MainActor open class UINavigationItem: NSObject {
  open var leftItemsSupplementBackButton = false
  open var leftBarButtonItems: [UIBarButtonItem]?
  open var rightBarButtonItems: [UIBarButtonItem]?
  open var standardAppearance: UINavigationBarAppearance?
  open var scrollEdgeAppearance: UINavigationBarAppearance?
}
@MainActor open class UIViewController: UIResponder {
  open var navigationItem: UINavigationItem { fatalError() }
  open var navigationController: UINavigationController? { fatalError() }
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init(standIn: ()) }
  public required init?(coder: NSCoder) { super.init(standIn: ()) }
  public convenience init() { self.init(nibName: nil, bundle: nil) }
  open var view: UIView! { fatalError() }
  open var isViewLoaded: Bool { fatalError() }
  open var title: String?
  open var presentationController: UIPresentationController? { fatalError() }
  open var sheetPresentationController: UISheetPresentationController? { fatalError() }
  open var modalPresentationStyle: UIModalPresentationStyle {
    get { fatalError() }
    set {}
  }
  open var isModalInPresentation: Bool {
    get { fatalError() }
    set {}
  }
  open var tabBarItem: UITabBarItem! {
    get { fatalError() }
    set {}
  }
  open func viewDidLoad() {}
  open func viewDidLayoutSubviews() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func addChild(_ childController: UIViewController) {}
  open func didMove(toParent parent: UIViewController?) {}
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {}
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {}
}
@MainActor open class UITabBarItem: NSObject {
  public convenience init(title: String?, image: UIImage?, tag: Int) { fatalError() }
}
@MainActor open class UITabBarController: UIViewController {
  open var viewControllers: [UIViewController]? {
    get { fatalError() }
    set {}
  }
  open var selectedIndex: Int {
    get { fatalError() }
    set {}
  }
}
@MainActor public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}
@MainActor open class UINavigationController: UIViewController {
  open var navigationBar: UINavigationBar { fatalError() }
  public convenience init() { self.init(nibName: nil, bundle: nil) }
  open weak var delegate: (any UINavigationControllerDelegate)?
  open var viewControllers: [UIViewController] = []
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {}
}
@MainActor open class UIAlertAction: NSObject {
  public enum Style: Int { case `default`, cancel, destructive }
  public convenience init(
    title: String?, style: UIAlertAction.Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
  ) { fatalError() }
}
@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int { case actionSheet, alert }
  public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) { fatalError() }
  open func addAction(_ action: UIAlertAction) {}
  open func addTextField(configurationHandler: (@MainActor @Sendable (UITextField) -> Void)? = nil) {}
  open var textFields: [UITextField]? { fatalError() }
}
@MainActor public protocol UICoordinateSpace: AnyObject {}
@MainActor open class UIWindow: UIView {
  open var windowScene: UIWindowScene? { fatalError() }
}
@MainActor open class UIWindowScene: NSObject {
  open var screen: UIScreen { fatalError() }
}
@MainActor open class UIScreen: NSObject {
  open var coordinateSpace: any UICoordinateSpace { fatalError() }
  open class var main: UIScreen { fatalError() }
  open var bounds: CGRect { fatalError() }
  open var scale: CGFloat { fatalError() }
}
