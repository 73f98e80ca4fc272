// File names as strings. The system's names are bytes, which may be invalid UTF-8. Each invalid byte is
// represented by a private-use character, so that every name has a string and every string converts back to
// the name.
extension String {
  /// Creates the string of a file name.
  ///
  /// - Parameter bytes: A name or path of the system, without the terminating zero.
  package init(fileName bytes: some Collection<UInt8>) {
    self = UTF8Runs(Array(bytes)).reduce(into: "") { name, run in
      switch run {
      case .text(let text):
        for scalar in text.unicodeScalars {
          if scalar.fileNameByte == nil {
            name.unicodeScalars.append(scalar)
          } else {
            for byte in scalar.utf8 { name.append(fileNameByte: byte) }
          }
        }
      case .invalid(let byte): name.append(fileNameByte: byte)
      }
    }
  }

  /// The bytes of the name or path for the system.
  package var fileNameBytes: [UInt8] {
    guard utf8.contains(0xF4) else { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.fileNameByte { bytes.append(byte) } else { bytes += scalar.utf8 }
    }
  }

  /// Appends the character that represents a byte.
  ///
  /// - Parameter byte: A non-ASCII byte.
  private mutating func append(fileNameByte byte: UInt8) {
    if let scalar = Unicode.Scalar(Unicode.Scalar.standIns.lowerBound - 0x80 + UInt32(byte)) {
      unicodeScalars.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// The characters that represent bytes, in the last private-use plane, for which Unicode assigns no
  /// meaning.
  fileprivate static let standIns: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// The byte of a file name that the character represents; nil for ordinary characters.
  var fileNameByte: UInt8? {
    Self.standIns.contains(value) ? UInt8(truncatingIfNeeded: value) : nil
  }
}
