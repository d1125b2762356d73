extension DiagnosticExample {
  /// The examples of images in the sizes of their boxes. Of the pictures there is only as much as the build reads.
  static let images: [DiagnosticExample] = [
    DiagnosticExample(
      1066, .commands,
      wrong: #"""
        { printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\017\240\0\0\013\270\010\002\0\0\0\172\327\320\260\0\0\0\0IDAT\065\257\006\036'; head -c 40000 /dev/zero; } > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" width="100" height="75" alt="4,000 px wide">' > site/new.html
        hybrid check site
        """#,
      right: #"""
        { printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\001\054\0\0\0\341\010\002\0\0\0\375\036\037\374\0\0\0\0IDAT\065\257\006\036'; head -c 40000 /dev/zero; } > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" width="100" height="75" alt="300 px wide">' > site/new.html
        hybrid check site
        """#),
    DiagnosticExample(
      1067, .commands,
      wrong: #"""
        echo '{ "images": true }' > site/hybrid.json
        { printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\001\054\0\0\0\341\010\002\0\0\0\375\036\037\374\0\0\0\0IDAT\065\257\006\036'; head -c 900 /dev/zero; } > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" alt="A lake"><a href="lake.png">All of it</a>' > site/new.html
        hybrid check site
        """#,
      right: #"""
        echo '{ "images": true }' > site/hybrid.json
        { printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\001\054\0\0\0\341\010\002\0\0\0\375\036\037\374\0\0\0\0IDAT\065\257\006\036'; head -c 900 /dev/zero; } > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" alt="A lake">' > site/new.html
        hybrid check site
        """#),
    DiagnosticExample(
      1068, .commands,
      wrong: #"""
        echo '{ "images": true }' > site/hybrid.json
        { printf '\211PNG\r\n\032\n\0\0\0\rIHDR\0\0\001\054\0\0\0\341\010\002\0\0\0\375\036\037\374\0\0\0\0IDAT\065\257\006\036'; head -c 900 /dev/zero; } > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" alt="A lake">' > site/new.html
        hybrid build site -o new
        """#,
      right: #"""
        echo '{ "images": true }' > site/hybrid.json
        echo 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' | base64 -d > site/lake.png
        echo '<!DOCTYPE html><html lang="en"><title>Lake</title><img src="lake.png" alt="A lake">' > site/new.html
        hybrid build site -o new
        """#),
  ]
}
