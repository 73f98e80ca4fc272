/// An operation on every property of a model that needs the static type of its value, such as comparing,
/// archiving or checking.
///
/// Each operation is a visitor in a separate file, so no other code depends on it.
package protocol PropertyVisitor<Root> {
  associatedtype Root
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws
}

/// A source of the property values for a new model: an archive, two models that are merged, or sample values.
@usableFromInline package protocol ModelAssembler<Root>: AnyObject {
  associatedtype Root
  /// Returns the value of a property. It is called for every property in the order of the mapping; an error
  /// ends the assembly.
  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value
  /// Returns whether a property of a new object keeps its initial value. Only a mapping that creates the
  /// object first and then sets its properties calls this method.
  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool
}

extension ModelAssembler {
  @usableFromInline func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    false
  }
}

extension Mapping {
  /// Calls a visitor with every property, in the order of the mapping.
  package func visit<Visitor: PropertyVisitor>(_ visitor: inout Visitor) throws where Visitor.Root == Root {
    // The loop uses indices: a sequence of pairs would look up its types for each pair, which takes a tenth
    // of writing archives.
    for index in properties.indices { try properties[index].accept(&visitor, at: index) }
  }

  /// Creates a model from the property values that an assembler provides.
  package func assemble(_ assembler: any ModelAssembler<Root>) throws -> Root {
    try engine.assemble(assembler)
  }

  /// Requests the remaining values from an assembler after the value of one property failed, so that one
  /// problem does not hide the others. - Parameter next: the index of the first property whose value is
  /// requested.
  package func assembleRest(_ assembler: any ModelAssembler<Root>, from next: Int) throws {
    var rest = RemainingValues(assembler: assembler)
    for index in min(next, properties.count)..<properties.count {
      try properties[index].accept(&rest, at: index)
    }
  }
}

private struct RemainingValues<Root>: PropertyVisitor {
  let assembler: any ModelAssembler<Root>

  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws {
    do { _ = try assembler.value(of: property, at: index) } catch is ProblemsRecorded {}
  }
}
