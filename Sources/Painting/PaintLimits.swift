/// What painting takes at most of what a page asks for: beyond it a page is painted without it, which ``DisplayList/omissions`` says.
public enum PaintLimits {
  /// Groups inside of each other, each of which takes the memory of a picture.
  public static let nestedGroups = 16
  /// Functions of one `filter` or `backdrop-filter`: each goes through all pixels of a group.
  public static let filterFunctions = 16
  /// Square CSS px of all boxes with backdrop filters: each is filtered pixel by pixel, though nothing else changed.
  public static let backdropArea = 6_000_000.0
  /// Square CSS px that boxes with backdrop filters cover of those below them: files of shapes filter these once more for each.
  public static let backdropOverlap = 12_000_000.0
  /// Square CSS px that a backdrop counts at least: a tiny one is work too.
  static let leastBackdrop = 1_000.0
  /// Square CSS px of all boxes with blurs and shadows of `filter`, with what these reach.
  public static let filterArea = 64_000_000.0
  /// Square CSS px of all images of backgrounds, as often as layers and boxes show them.
  public static let layerArea = 64_000_000.0
  /// Times that such images may cover a page which is larger than that.
  public static let layersOfPage = 16.0
  /// Repetitions of a gradient: more of them are smaller than pixels, and are painted as the color that they are on average.
  public static let gradientRepetitions = 10_000.0
  /// Images of one mask: each is painted apart.
  public static let maskLayers = 64
  /// Points of a clip path that renderers of pixels cut shapes with. What has more is cut as a picture.
  public static let clipPoints = 256
  /// Places for cells of a table with collapsed borders: each has edges, though a cell may span many.
  public static let collapsedCells = 300_000
  /// Shadows of one text.
  public static let textShadows = 64
  /// Shadows of one box. Pages draw small pictures of them.
  public static let boxShadows = 512
  /// Square CSS px of all shadows of boxes and texts, with what their blurs reach, and of all masks of drawings: each is a
  /// picture as large as its drawing or its box.
  public static let wholeArea = 64_000_000.0
  /// Square CSS px of those that begin within 1,024 px of a page's height, or go on there.
  public static let partArea = 16_000_000.0
  /// Times that shadows, and masks, may cover a page or part which is larger than that.
  public static let timesOfPage = 16.0
  /// Square CSS px that a shadow counts at least.
  static let leastShadow = 200.0
  /// Square CSS px that a mask counts at least.
  static let leastMask = 1_000.0
  /// Dashes of one line: where there are more, the line is drawn whole and as much paler.
  public static let dashes = 10_000.0
  /// Pixels of an image: one with more takes a quarter of a gigabyte, and is not painted.
  public static let imagePixels = 1 << 26
  /// Items that a file of shapes draws again for what is below backdrop filters: the file has no pixels to filter.
  public static let redrawnItems = 1_000_000
  /// `<use>` elements and masks inside of each other.
  public static let nestedUses = 16
  /// Elements of one drawing that are looked at, and the steps that it may have: each `<use>` of many may show many.
  public static let graphicElements = 50_000
  /// Elements of all drawings of a page that are looked at, and steps: each of many drawings may show another one's.
  public static let graphicElementsOfPage = 400_000
}
