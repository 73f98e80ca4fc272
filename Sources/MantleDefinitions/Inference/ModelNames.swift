/// The names of the models in a shape. They do not depend on the order of keys and samples.
///
/// A model is named after its location with the shortest path, and among those after the
/// first in alphabetical order. If another model has that name already, the name of the
/// enclosing model is prepended.
struct ModelNames {
  /// The messages for names chosen by the user that cannot be used.
  private(set) var refusals: [String] = []
  /// The names of the models, by the identity of their evidence.
  private var names: [ObjectIdentifier: String] = [:]
  /// The model names in use.
  private var space = NameSpace()
  /// The locations of all models, in the order in which they are named.
  private var places: [Place] = []

  /// The location of an object, from which the name of its model is derived.
  private struct Place {
    /// The shape of the values at the location.
    let shape: Shape
    /// The keys from the root to the object; `-` represents every element and value.
    var path: [String] = []
    /// The key of the object, or of the list or map that contains the object.
    var name: String
    /// Whether ``name`` is the key of the enclosing list or map, so that the object needs a name of its own.
    var isElement = false
    /// The name for the elements of the root value; nil at all other locations.
    var rootElement: String?
    /// The name of the model that the user has chosen; nil if there is none.
    var decided: String?
    /// The evidence of the enclosing model; nil at the root.
    var parent: ObjectEvidence?

    /// The JSON Pointer to the location of the object.
    var pointer: String { path.map { "/" + $0 }.joined() }

    /// Returns the location of the elements of the list, or of the values of the map, at this location.
    func element(_ shape: Shape) -> Place {
      Place(
        shape: shape, path: path + ["-"], name: rootElement ?? name, isElement: rootElement == nil,
        rootElement: rootElement, decided: decided, parent: parent)
    }
  }

  /// Names the models of a shape.
  ///
  /// - Parameters:
  ///   - name: the name of the root value.
  ///   - element: the name for the elements of the root value, if the root is a list or a map.
  init(of root: Shape, named name: String, elements element: String) {
    find(Place(shape: root, name: name, rootElement: element))
    for place in places { decide(place) }
    for place in places { place.shape.objects.map { give(place, $0) } }
  }

  /// The name of the model of the objects with the given evidence; nil if they are not a model.
  subscript(object: ObjectEvidence) -> String? { names[ObjectIdentifier(object)] }

  /// Collects the locations of all models, breadth first.
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

  /// Assigns the name that the user has chosen for the model at a location, unless the name is in use or the model
  /// already has another name.
  private mutating func decide(_ place: Place) {
    guard let name = place.decided, let object = place.shape.objects else { return }
    if let known = self[object] {
      guard known != name else { return }
      refusals.append(
        "\(place.pointer): the name `\(name)` is not used: the model is named `\(known)` at another place")
    } else if space.isFree(name) {
      names[ObjectIdentifier(object)] = space.take([name])
    } else {
      refusals.append("\(place.pointer): the name `\(name)` is not used: another model has this name")
    }
  }

  /// Assigns the name that follows from the location of the model, unless the model already has a name.
  private mutating func give(_ place: Place, _ object: ObjectEvidence) {
    guard self[object] == nil else { return }
    let base = Names.model(place.isElement ? Names.element(place.name) : place.name)
    let around = place.parent.flatMap { self[$0] }.map { [$0 + base] } ?? []
    names[ObjectIdentifier(object)] = space.take([base] + around)
  }
}

extension ObjectEvidence {
  /// Whether the object is a model or a class cluster, rather than a map or an object without
  /// keys.
  var isModel: Bool { collapsedValues == nil && !(members.isEmpty && variants.isEmpty) }
}
