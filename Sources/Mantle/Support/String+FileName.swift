/// Names of files as texts. The system's names are bytes, which need not be UTF-8: a byte that is none stands in the text as a
/// private character of its own, so that every name is a text, and every text the name it was made from.
extension String {
  /// - Parameter bytes: a name or path of the system, without the zero at its end.
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

  /// The name as the system has it.
  package var fileNameBytes: [UInt8] {
    guard utf8.contains(0xF4) else { return Array(utf8) }
    return unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = scalar.fileNameByte { bytes.append(byte) } else { bytes += scalar.utf8 }
    }
  }

  /// - Parameter byte: not of ASCII.
  private mutating func append(fileNameByte byte: UInt8) {
    if let scalar = Unicode.Scalar(Unicode.Scalar.standIns.lowerBound - 0x80 + UInt32(byte)) {
      unicodeScalars.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// From the last plane of private characters, of which Unicode says nothing.
  fileprivate static let standIns: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// The byte of a file's name that the character stands for.
  var fileNameByte: UInt8? {
    Self.standIns.contains(value) ? UInt8(truncatingIfNeeded: value) : nil
  }
}
