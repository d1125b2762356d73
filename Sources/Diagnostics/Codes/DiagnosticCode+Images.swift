extension DiagnosticCode {
  /// The codes of images and the boxes that show them.
  static let images: [DiagnosticCode] = [imageLargerThanBoxes, imageLeftAsItIs, imageDamaged]

  /// An image with more pixels than any box shows.
  public static let imageLargerThanBoxes = DiagnosticCode(
    1066, .note, "An image is larger than any of its boxes",
    """
    The file has more pixels than its boxes show at any viewport and scale, and devices download all of them. The \
    message estimates the bytes of the surplus by the number of pixels. Set `"images": true` in the configuration, or \
    make the file smaller. Files that save less than 16 kB are not reported.
    """)

  /// An image that `images` keeps.
  public static let imageLeftAsItIs = DiagnosticCode(
    1067, .note, "An image stays as it is",
    """
    With `images` in the configuration, the build writes images in the sizes of their boxes. It keeps a file where this \
    might change what readers see: where the layout would change, where a background has the size of its pixels, or \
    where the file is animated or has a color profile other than sRGB. It keeps a file that something besides an `<img>` \
    or one declaration of `background` names, such as a link or a script. It also keeps a file where the new files would \
    be larger for a device.
    """)

  /// An image whose pixels cannot be read.
  public static let imageDamaged = DiagnosticCode(
    1068, .warning, "An image is damaged",
    """
    The file's header is that of an image, but its pixels cannot be decoded, or the file ends \
    before the image does. Browsers show a part of it or nothing. \
    Replace the file, or list it in `exclude` of `images` in the configuration.
    """)
}
