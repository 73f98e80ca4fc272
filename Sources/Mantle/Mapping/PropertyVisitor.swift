/// Something done to every property of a model in turn, with the type of its value: comparing, archiving, checking.
///
/// An operation over properties is a visitor in a file of its own; nothing else has to know of it.
protocol PropertyVisitor<Root> {
  associatedtype Root
  mutating func visit<Value>(_ property: Property<Root, Value>, at index: Int) throws
}

/// Gives every property's value for a new model: from an archive, from two models that are merged, from samples.
@usableFromInline protocol ModelAssembler<Root>: AnyObject {
  associatedtype Root
  /// Asked for every property, in the order of the mapping. What it throws ends the assembly.
  func value<Value>(of property: Property<Root, Value>, at index: Int) throws -> Value
  /// Whether a property keeps what the object was made with; asked only where the object is made before its values.
  func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool
}

extension ModelAssembler {
  @usableFromInline func keepsInitialValue<Value>(of property: Property<Root, Value>, at index: Int) -> Bool {
    false
  }
}

extension Mapping {
  /// Lets a visitor see every property, in the order of the mapping.
  func visit<Visitor: PropertyVisitor>(_ visitor: inout Visitor) throws where Visitor.Root == Root {
    for (index, property) in properties.enumerated() { try property.accept(&visitor, at: index) }
  }

  /// A new model of the values an assembler gives.
  func assemble(_ assembler: any ModelAssembler<Root>) throws -> Root { try engine.assemble(assembler) }

  /// Asks for the values that an assembler was not asked for, since one before them could not be had: one problem does not
  /// hide the others.
  func assembleRest(_ assembler: any ModelAssembler<Root>, from next: Int) throws {
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
