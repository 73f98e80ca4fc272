/// An assembler that decodes the property values from a JSON object.
class DecodingAssembler<Root>: ModelAssembler {
  let mapping: Mapping<Root>
  private let stored: StoredCursor
  let slots: UnsafeMutablePointer<Int32>
  /// The index of the first property whose value the mapping has not requested yet.
  final var next = 0

  init(_ mapping: Mapping<Root>, _ object: JSONCursor, _ slots: UnsafeMutablePointer<Int32>) {
    self.mapping = mapping
    stored = StoredCursor(object)
    self.slots = slots
  }

  /// A cursor at the decoded object. It is valid because the assembler does not outlive the decode call.
  final var object: JSONCursor { @_lifetime(immortal) get { stored.cursor } }

  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value {
    next = index + 1
    return try mapping.decode(property, at: index, in: object, slots)
  }

  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    guard !property.hasDefault, !property.traits.isRequired else { return false }
    return switch mapping.plan.routes[index] {
    case .direct: slots[index] == 0
    case .alternatives(let candidates):
      candidates.allSatisfy { candidate in candidate.slot.map { slots[$0] == 0 } ?? false }
    case .members, .none: false
    }
  }
}

extension Mapping {
  /// Decodes a model with an assembler and records every problem.
  ///
  /// - Parameter make: a function that creates the assembler, given the table of slots: for each key path,
  ///   the location of its value in the object.
  func assembled<Assembler: DecodingAssembler<Root>>(
    from json: JSONCursor, _ make: (UnsafeMutablePointer<Int32>) -> Assembler
  ) throws -> (root: Root, assembler: Assembler) {
    let start = begin(json)
    return try plan.withSlots(of: json) { slots in
      if json.context.mark != start { attribute(nil, since: start, json) }
      if json.context.reportsPresence(of: json) { markPresent(in: json, slots) }
      let assembler = make(slots)
      do {
        let root = try assemble(assembler)
        return (root, assembler)
      } catch { throw failed(error, after: assembler.next, in: json, slots, since: start) }
    }
  }
}
