/// The names of the models in a shape, which depend on neither the order of keys nor that of samples.
///
/// A model is named by the place that is fewest steps from the top, of several by the first in the alphabet. Where another
/// has that name, the one around it stands in front.
struct ModelNames {
  /// Names that were decided and cannot be given, by place.
  private(set) var refusals: [String] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var space = NameSpace()
  /// Every object at every place, in the order in which they are named.
  private var places: [Place] = []

  /// A way to an object.
  private struct Place {
    let shape: Shape
    /// Keys, and `-` for every element and value.
    var path: [String] = []
    var name: String
    /// Whether the name is that of a list or map, and what is in it wants its own.
    var isElement = false
    /// What the elements of the value at the top are called; nil for all other places.
    var rootElement: String?
    /// The name that a person has decided for.
    var decided: String?
    /// The model around it.
    var parent: ObjectEvidence?

    var pointer: String { path.map { "/" + $0 }.joined() }

    func element(_ shape: Shape) -> Place {
      Place(
        shape: shape, path: path + ["-"], name: rootElement ?? name, isElement: rootElement == nil,
        rootElement: rootElement, decided: decided, parent: parent)
    }
  }

  /// - Parameters:
  ///   - name: what the value at the top is called.
  ///   - element: what its elements are called, where it is a list or a map.
  init(of root: Shape, named name: String, elements element: String) {
    find(Place(shape: root, name: name, rootElement: element))
    for place in places { decide(place) }
    for place in places { place.shape.objects.map { give(place, $0) } }
  }

  subscript(object: ObjectEvidence) -> String? { names[ObjectIdentifier(object)] }

  private mutating func find(_ root: Place) {
    var seen: Set<ObjectIdentifier> = []
    var waiting = [root]
    var position = 0
    while position < waiting.count {
      var place = waiting[position]
      position += 1
      guard place.shape.overriddenType == nil else { continue }
      place.decided = place.shape.override?.name ?? place.decided
      if let element = place.shape.arrays?.element { waiting.append(place.element(element)) }
      guard let object = place.shape.objects else { continue }
      if object.isModel { places.append(place) }
      guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
      if let values = object.collapsedValues {
        waiting.append(place.element(values))
        continue
      }
      let inside = object.variants.map { ($0.text, $0.shape) } + object.members.map { ($0.key, $0.value) }
      for (key, shape) in inside.sorted(by: { $0.0.precedesByBytes($1.0) }) {
        waiting.append(Place(shape: shape, path: place.path + [key], name: key, parent: object))
      }
    }
  }

  private mutating func decide(_ place: Place) {
    guard let name = place.decided, let object = place.shape.objects else { return }
    if let known = self[object] {
      guard known != name else { return }
      refusals.append("\(place.pointer): no `\(name)`: its model is called `\(known)` at another place")
    } else if space.isFree(name) {
      names[ObjectIdentifier(object)] = space.take([name])
    } else {
      refusals.append("\(place.pointer): no `\(name)`: another model is called that already")
    }
  }

  private mutating func give(_ place: Place, _ object: ObjectEvidence) {
    guard self[object] == nil else { return }
    let base = Names.model(place.isElement ? Names.element(place.name) : place.name)
    let around = place.parent.flatMap { self[$0] }.map { [$0 + base] } ?? []
    names[ObjectIdentifier(object)] = space.take([base] + around)
  }
}

extension ObjectEvidence {
  /// Whether it is a model of its own, or several told apart: neither a map nor without any key.
  var isModel: Bool { collapsedValues == nil && !(members.isEmpty && variants.isEmpty) }
}
