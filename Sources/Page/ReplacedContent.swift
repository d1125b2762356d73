extension Page {
  /// Content with a natural size, in CSS px; what is missing is `nil` (CSS Images 3, 5.1).
  public struct ReplacedContent: Hashable, Sendable {
    /// The natural width.
    public var naturalWidth: Double?
    /// The natural height.
    public var naturalHeight: Double?
    /// Width over height.
    public var naturalRatio: Double?
    /// How far above its content box's bottom a control without text has its baseline, or with the sign turned how far below its
    /// top, in CSS px; negative infinity for its border box's bottom, `nil` where the bottom margin edge is the baseline, as CSS
    /// 2.2, 10.8.1 has it.
    public var baselineInset: Double?
    /// Whether an automatic size fills a grid's area and the space between the insets of a positioned box: controls such as
    /// checkboxes and sliders, which are not replaced elements.
    public var fillsSpace = false

    /// A natural size; the ratio follows from both lengths where it is not given.
    public init(
      naturalWidth: Double?, naturalHeight: Double?, naturalRatio: Double? = nil, baselineInset: Double? = nil
    ) {
      self.baselineInset = baselineInset
      self.naturalWidth = naturalWidth
      self.naturalHeight = naturalHeight
      if let naturalRatio {
        self.naturalRatio = naturalRatio
      } else if let naturalWidth, let naturalHeight, naturalWidth > 0, naturalHeight > 0 {
        self.naturalRatio = naturalWidth / naturalHeight
      } else {
        self.naturalRatio = nil
      }
    }
  }
}
