import Mantle

extension JSONDifference {
  /// The differences as a JSON Patch (RFC 6902).
  package var jsonPatch: [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    writeOperations(at: "", to: &writer)
    writer.endArray()
    return writer.finish()
  }

  private func writeOperations(at pointer: String, to writer: inout JSONWriter) {
    switch self {
    case .value(let before, let after):
      write(before == nil ? "add" : after == nil ? "remove" : "replace", pointer, after, to: &writer)
    case .members(let members):
      for (key, difference) in members {
        let step = JSONKeyPath(key: key.displayText).pointer ?? ""
        difference.writeOperations(at: pointer + step, to: &writer)
      }
    case .elements(let elements, let after):
      // Moved elements are removed and added again. The other elements keep their order and are changed at their final index.
      let gone = elements.filter { $0.after == nil || $0.isMoved }.compactMap(\.before)
      let new = elements.filter { $0.before == nil || $0.isMoved }.compactMap(\.after)
      let values = after.map { Array($0.elements) } ?? []
      for index in gone.sorted(by: >) { write("remove", "\(pointer)/\(index)", nil, to: &writer) }
      for index in new.sorted() { write("add", "\(pointer)/\(index)", values[index], to: &writer) }
      for element in elements where element.before != nil && !element.isMoved {
        guard let index = element.after, let difference = element.difference else { continue }
        difference.writeOperations(at: "\(pointer)/\(index)", to: &writer)
      }
    }
  }

  private func write(_ name: String, _ pointer: String, _ value: JSONNode?, to writer: inout JSONWriter) {
    writer.beginElement()
    writer.beginObject()
    for (key, text) in [("op", name), ("path", pointer)] {
      writer.writeKey(key)
      writer.writeString(text)
    }
    if let value {
      writer.writeKey("value")
      JSONFormatter.compact.write(value, to: &writer)
    }
    writer.endObject()
  }
}
