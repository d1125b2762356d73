@_exported import Foundation
import UIKit

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { fatalError() }
  public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { fatalError() }
}
public struct Either<First: View, Second: View>: View { public var body: Never { fatalError() } }
public struct Text: View {
  public init(_ content: some StringProtocol) {}
  public var body: Never { fatalError() }
}
public struct ProgressView: View {
  public init() {}
  public var body: Never { fatalError() }
}
extension View {
  public func ignoresSafeArea() -> some View { self }
  public func task(_ action: @escaping @Sendable @isolated(any) () async -> Void) -> some View { self }
  public func padding() -> some View { self }
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
}
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  @MainActor public var coordinator: Representable.Coordinator { fatalError() }
}
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  associatedtype Coordinator = Void
  typealias Context = UIViewControllerRepresentableContext<Self>
  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  func makeCoordinator() -> Coordinator
}
extension UIViewControllerRepresentable { public var body: Never { fatalError() } }
extension UIViewControllerRepresentable where Coordinator == Void { public func makeCoordinator() {} }

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}
extension App { public static func main() {} }

public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct Published<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
}
@MainActor @preconcurrency @propertyWrapper public struct StateObject<ObjectType: ObservableObject> {
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
  public var wrappedValue: ObjectType { fatalError() }
}
