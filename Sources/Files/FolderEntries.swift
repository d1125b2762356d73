#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The entries of an open folder, as the system lists them.
enum FolderEntries {
  /// The names as bytes, without `.` and `..`, in bytewise order.
  ///
  /// - Parameters:
  ///   - descriptor: the open folder, which is closed; its place is where reading begins.
  ///   - path: the folder, only for messages.
  /// - Throws: ``FileError``.
  static func names(takingOver descriptor: Int32, path: String) throws(FileError) -> [[UInt8]] {
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw FileError(code: code, path: path)
    }
    defer { closedir(stream) }
    // Safe: `d_name` is a stored property.
    let start = MemoryLayout<dirent>.offset(of: \.d_name)!
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // The name is read where it is. The system gives an entry as much memory as its name needs, so that a copy of the
      // whole structure would read past the last one.
      let name = UnsafeRawPointer(entry).advanced(by: start).assumingMemoryBound(to: CChar.self)
      let bytes = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if bytes != [UInt8(ascii: ".")], bytes != [UInt8(ascii: "."), UInt8(ascii: ".")] { names.append(bytes) }
    }
    guard errno == 0 else { throw FileError(lastCallOn: path) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
