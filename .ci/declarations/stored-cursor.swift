import Mantle

struct Lazy: JSONConvertible {
  let json: JSONCursor

  static func decode(_ json: JSONCursor) throws -> Lazy { Lazy(json: json) }
  func encode(to writer: inout JSONWriter) throws { writer.writeNull() }
}
