import Mantle
import MantlePlatform

/// Foundation objects that represent a single value. They are preserved when an archive is
/// updated.
extension ArchiveGraph {
  /// Returns the value of an `NSDecimalNumber`; nil for other objects.
  ///
  /// The mantissa is stored as bytes, the least significant 16-bit word first, in the byte
  /// order that the object specifies.
  func decimal(_ reference: ArchiveReference) -> Decimal? {
    guard isObject(reference, of: "NSDecimalNumber"),
      case .data(let mantissa)? = value("NS.mantissa", of: reference), mantissa.count <= 32,
      case .integer(let exponent)? = value("NS.exponent", of: reference), -128...127 ~= exponent
    else { return nil }
    let isNegative = flag("NS.negative", of: reference)
    // Little endian is 1 and big endian is 2, as in `CFByteOrder`.
    let isBig = value("NS.mantissa.bo", of: reference) == .integer(2)
    var length = mantissa.count / 2
    if case .integer(let count)? = value("NS.length", of: reference) {
      length = min(length, 8, max(0, Int(count)))
    }
    if length == 0 { return isNegative ? .nan : 0 }
    var number = Decimal()
    for word in (0..<length).reversed() {
      let (first, second) = (mantissa[2 * word], mantissa[2 * word + 1])
      number =
        number * 65_536 + Decimal(isBig ? Int(first) << 8 | Int(second) : Int(second) << 8 | Int(first))
    }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: number)
  }

  /// Returns the text of an `NSAttributedString` without its attributes; nil for other
  /// objects.
  func attributedText(_ reference: ArchiveReference) -> String? {
    guard isObject(reference, of: "NSAttributedString"),
      case .string(let text)? = value("NSString", of: reference)
    else { return nil }
    return text
  }

  /// Returns whether an object is an instance of the named class or of a subclass.
  private func isObject(_ reference: ArchiveReference, of name: String) -> Bool {
    guard case .object = self[reference] else { return false }
    // The class of decimal numbers is archived as the placeholder of its class cluster.
    return archiveClass(of: reference)?.chain.contains { $0 == name || $0 == "\(name)Placeholder" } == true
  }

  /// Returns the value of an object's field; nil if the object lacks the field.
  private func value(_ field: String, of reference: ArchiveReference) -> ArchiveValue? {
    self.field(field, of: reference).map { self[$0] }
  }

  /// Returns the value of an object's boolean field; false if the object lacks the field.
  private func flag(_ field: String, of reference: ArchiveReference) -> Bool {
    switch value(field, of: reference) {
    case .bool(true), .integer(1): true
    default: false
    }
  }
}
