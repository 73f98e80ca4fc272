// File names as strings. The system's names are bytes, which may be invalid UTF-8. A private-use character represents
// each invalid byte, so that every name has a string and every such string can be converted back.
extension String {
  /// Creates a string from the bytes of a file name. A private-use character represents each byte that is not valid
  /// UTF-8.
  ///
  /// - Parameter bytes: A name or path of the system, without the terminating zero.
  package init(fileName bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    self.init()
    var rest = bytes[...]
    while !rest.isEmpty {
      var parser = Unicode.UTF8.ForwardParser()
      var next = rest.makeIterator()
      if case .valid(let encoded) = parser.parseScalar(from: &next),
        case let scalar = Unicode.UTF8.decode(encoded), scalar.fileNameByte == nil
      {
        unicodeScalars.append(scalar)
        rest.removeFirst(encoded.count)
      } else {
        unicodeScalars.append(Unicode.Scalar(0x10FE00 + UInt32(rest.removeFirst())) ?? "\u{FFFD}")
      }
    }
  }

  /// The bytes of this file name or path, as the system expects them.
  package var fileNameBytes: [UInt8] {
    guard utf8.contains(0xF4) else { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.fileNameByte { bytes.append(byte) } else { bytes += scalar.utf8 }
    }
  }
}

extension Unicode.Scalar {
  /// The byte of a file name that this scalar represents; nil for ordinary characters. The characters that represent
  /// bytes are in the last private-use plane, to which Unicode assigns no meaning.
  var fileNameByte: UInt8? {
    0x10FE80...0x10FEFF ~= value ? UInt8(truncatingIfNeeded: value) : nil
  }
}
