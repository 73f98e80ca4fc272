import MantlePlatform

extension JSONBytes {
  /// Copies a text that is mapped from a file to another file, and maps that in its place: whatever is then written to the
  /// first file leaves the text as it is. A text in memory stays where it is.
  ///
  /// Unsafe: the new mapping has the addresses of the old one and the same bytes, so that those who read meanwhile see no
  /// difference; the pages after the last one, which are the padding, stay.
  ///
  /// - Parameter fileDescriptor: an empty file, open to be read and written. It may be closed afterwards.
  /// - Throws: ``JSONSpliceError``; the text is then where it was.
  package func move(to fileDescriptor: Int32) throws(JSONSpliceError) {
    guard isMapped else { return }
    try write(to: fileDescriptor)
    let moved = mmap(
      UnsafeMutableRawPointer(mutating: base), count, PROT_READ, MAP_PRIVATE | MAP_FIXED, fileDescriptor, 0)
    if moved == MAP_FAILED { throw .write(String(cString: strerror(errno))) }
  }
}
