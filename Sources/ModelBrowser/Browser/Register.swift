import Mantle

/// A value that was copied or deleted, to be put elsewhere.
struct Register: Sendable {
  let key: String?
  let value: [UInt8]
}

extension Browser {
  /// Keeps the value under the cursor for ``put(_:)``.
  mutating func yank() {
    guard let node = cursor.node else { return }
    register = Register(key: document.keyText(of: cursor), value: node.rawBytes)
  }

  /// Puts the kept value beside the cursor: into a list as it is, into an object once its key is right.
  mutating func put(_ side: InsertionSide) {
    guard let register, let place = insertionPlace(side) else { return }
    let value = document.line(register.value)
    guard place.parent.isList else {
      let key = JSONText.quoted(register.key ?? "")
      mode = .editing(
        ValueEdit(
          cursor.id, .member(side, taken: document.keys(of: place.parent)),
          start: .suggestion("\(key): \(String(decoding: value, as: UTF8.self))")))
      return
    }
    if let reason = whyNoElement(value, of: place.parent) {
      message = .error("Not put here: \(reason)")
      return
    }
    insertElement(value, at: place)
  }

  /// Why a value cannot be an element of a list of models; nil when it can, or where anything can be.
  private func whyNoElement(_ value: [UInt8], of list: Row) -> String? {
    let reading = list.reading.element(at: nil)
    guard case .typed(let shape) = reading, case .model(let reference) = shape.unwrapped,
      let node = try? JSONDocument(parsing: JSONBytes(value)).root
    else { return nil }
    guard let model = reading.model(for: node) else { return "it is no \(reference.name)" }
    return model.diagnose(node, leastSeverity: .error).first.map {
      "it is no \(model.name): \($0.path.isEmpty ? "" : "\($0.path): ")\($0.shortMessage)"
    }
  }

  /// Why nothing can be put here; nil when something can.
  func cannotPut(_ side: InsertionSide) -> String? {
    if register == nil { return "Nothing was copied or deleted yet (yy, dd)" }
    return cannotInsert(side)
  }
}
