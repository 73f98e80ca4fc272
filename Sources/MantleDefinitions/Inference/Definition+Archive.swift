import Mantle
import MantleArchiving

extension Definition {
  /// Creates a definition with a model for each class of archives: its properties, its superclasses and its newest version.
  /// Fields that refer back to an enclosing object have no property, because JSON cannot represent such references.
  ///
  /// - Parameters:
  ///   - classes: the classes, with the kinds of their fields.
  ///   - rootName: the name of the model of the root; nil for the name of its class.
  /// - Returns: nil if there are no classes.
  package init?(_ classes: ArchivedClasses, rootName: String? = nil) {
    guard !classes.all.isEmpty else { return nil }
    var space = NameSpace()
    var names: [String: String] = [:]
    if let rootName, let root = classes.root.className { names[root] = space.take([rootName]) }
    for shape in classes.all where names[shape.archiveClass.name] == nil {
      names[shape.archiveClass.name] = space.take([Self.modelName(ofClass: shape.archiveClass.name)])
    }
    let models = classes.all.map { shape in
      let fields = shape.fields.filter { !$0.isCyclic && $0.kind != .none }
      let properties = zip(fields, PropertyNames.identifiers.names(of: fields.map(\.key))).map {
        field, name in
        let type = DefinedType(field.kind, names)
        var property = DefinedProperty(
          name: name, keyPath: JSONKeyPath([.key(field.key)]), type: field.isOptional ? type.asOptional : type
        )
        property.archiveKey = name == field.key ? nil : field.key
        return property
      }
      var model = DefinedModel(name: names[shape.archiveClass.name] ?? "", properties: properties)
      model.archive = DefinedArchive(
        className: shape.archiveClass.name, superclasses: shape.archiveClass.modelSuperclasses,
        version: shape.version)
      return model
    }
    self.init(root: DefinedType(classes.root, names), models: models)
  }

  /// Returns the name of the model for an archived class: the name of the class, or its last part if it is the name of
  /// a Swift class.
  private static func modelName(ofClass name: String) -> String {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return SwiftName.isIdentifier(last) ? last : modelName(for: last)
  }
}

extension ArchivedKind {
  /// The class of the archived object, or of the elements of the archived collection; nil for other kinds of values.
  fileprivate var className: String? {
    switch self {
    case .object(let name): name
    case .array(let element), .set(let element): element.className
    default: nil
    }
  }
}

extension DefinedType {
  /// Creates the type for archived values of a kind.
  ///
  /// - Parameter names: the names of the models by class.
  fileprivate init(_ kind: ArchivedKind, _ names: [String: String]) {
    self =
      switch kind {
      case .none, .any: .json
      case .boolean: .boolean
      case .integer: .integer
      case .real: .double
      case .string: .string
      case .date: .instant
      case .data: .transformed(.base64)
      case .url: .url
      case .uuid: .uuid(lowercase: false)
      case .decimal: .decimal
      case .object(let name): names[name].map { .model($0) } ?? .json
      case .array(let element): .array(DefinedType(element, names))
      case .set(let element): .set(DefinedType(element, names))
      }
  }
}
