@_exported import CoreGraphics

open class CALayer: NSObject {
  open var backgroundColor: CGColor?
  open var borderWidth: CGFloat = 0
  open var borderColor: CGColor?
  open var cornerRadius: CGFloat = 0
  open var masksToBounds = false
  open var zPosition: CGFloat = 0
  open var frame = CGRect.zero
  open var contents: Any?
  open var mask: CALayer?
}
