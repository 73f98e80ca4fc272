extension JSONBytes {
  /// The values of a document with several top-level values (NDJSON), as one array; nil if there is at most
  /// one value.
  ///
  /// Line breaks are preserved, so each value keeps its line number.
  ///
  /// - Complexity: O(*n*) time and memory, where *n* is the number of bytes.
  package var valuesAsArray: JSONBytes? {
    let values = JSONChildIndex(self, .concatenated(in: markLength..<count))
    guard var child = values.first().map(values.measured) else { return isNDJSON ? JSONBytes("[]") : nil }
    guard isNDJSON || values.next(after: child) != nil else { return nil }
    var text: [UInt8] = [ASCII.openBracket] + slice(markLength..<child.value.upperBound)
    while let next = values.next(after: child).map(values.measured) {
      text.append(ASCII.comma)
      text += slice(child.value.upperBound..<next.value.upperBound)
      child = next
    }
    return JSONBytes(text + [ASCII.closeBracket])
  }
}
