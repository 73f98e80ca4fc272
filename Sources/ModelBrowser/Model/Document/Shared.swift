/// A copy-on-write value: copying it copies one reference, even if the value is large.
@propertyWrapper struct Shared<Value> {
  private final class Box {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(wrappedValue: Value) { box = Box(wrappedValue) }

  var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }
}
