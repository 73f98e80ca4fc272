import Mantle

extension Record {
  /// Puts a value at a key path of an object, in the place of the value there; missing objects on the path are made.
  static func inserting(_ value: [UInt8], at path: JSONKeyPath, in owner: JSONNode) throws -> JSONSplice {
    var object = owner
    var rest = path.components[...]
    while case .key(let key) = rest.first, rest.count > 1, let next = object[key] {
      guard next.kind == .object || next.isNull else {
        throw EditRefused(description: "\(key) is not an object")
      }
      rest = rest.dropFirst()
      if next.isNull { return next.replacing(with: try nested(value, under: rest)) }
      object = next
    }
    if case .key(let key) = rest.first, rest.count == 1, let known = object[key] {
      return known.replacing(with: value)
    }
    guard case .key(let key) = rest.first,
      let splice = object.insertingMember(
        key: key, value: try nested(value, under: rest.dropFirst()), at: object.count)
    else { throw EditRefused(description: "\(path) cannot be made") }
    return splice
  }

  /// A value inside new objects, from the outermost key to the innermost.
  static func nested(_ value: [UInt8], under path: ArraySlice<JSONKeyPath.Component>) throws
    -> [UInt8]
  {
    var text = value
    for component in path.reversed() {
      guard case .key(let key) = component else { throw EditRefused(description: "there is no such element") }
      text = Array("{\(JSONText.quoted(key)): ".utf8) + text + Array("}".utf8)
    }
    return text
  }
}
