/// RFC 8259 spelled out byte by byte, slowly: the judge the parser is compared with.
struct ReferenceValidator {
  private let bytes: [UInt8]
  private var position = 0

  /// Whether bytes are one JSON value between white space, in well-formed UTF-8, after at most one BOM.
  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var validator = ReferenceValidator(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { validator.position = 3 }
    return validator.value(depth: 0) && validator.position == bytes.count
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    guard current == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func take(anyOf characters: String) -> Bool {
    guard let byte = current, characters.utf8.contains(byte) else { return false }
    position += 1
    return true
  }

  private mutating func space() {
    while take(anyOf: " \t\n\r") {}
  }

  /// A value and the white space around it.
  private mutating func value(depth: Int) -> Bool {
    guard depth < 1024 + 1 else { return false }
    space()
    defer { space() }
    switch current {
    case UInt8(ascii: "{"): return depth < 1024 && object(depth: depth)
    case UInt8(ascii: "["): return depth < 1024 && array(depth: depth)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    word.allSatisfy { take($0) }
  }

  private mutating func object(depth: Int) -> Bool {
    position += 1
    space()
    if take("}") { return true }
    repeat {
      space()
      guard current == UInt8(ascii: "\""), string() else { return false }
      space()
      guard take(":"), value(depth: depth + 1) else { return false }
    } while take(",")
    return take("}")
  }

  private mutating func array(depth: Int) -> Bool {
    position += 1
    space()
    if take("]") { return true }
    repeat {
      guard value(depth: depth + 1) else { return false }
    } while take(",")
    return take("]")
  }

  private mutating func string() -> Bool {
    position += 1
    while let byte = current {
      if take("\"") { return true }
      guard byte >= 0x20 else { return false }
      if take("\\") {
        if take("u") {
          for _ in 0..<4 { guard take(anyOf: "0123456789abcdefABCDEF") else { return false } }
        } else {
          guard take(anyOf: "\"\\/bfnrt") else { return false }
        }
      } else {
        position += 1
      }
    }
    return false
  }

  private mutating func digits() -> Bool {
    guard take(anyOf: "0123456789") else { return false }
    while take(anyOf: "0123456789") {}
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") {
      guard digits() else { return false }
    }
    if take(anyOf: "eE") {
      _ = take(anyOf: "+-")
      guard digits() else { return false }
    }
    return true
  }
}
