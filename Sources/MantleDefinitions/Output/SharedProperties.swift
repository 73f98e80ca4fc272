import Mantle

/// The properties of one JSON object: those of its model, and those of the models that are flattened into it.
struct SharedProperties {
  private(set) var properties: [DefinedProperty] = []
  /// The type that a property declares for the values under unmapped keys; nil if no property holds unmapped keys, or
  /// if their values are not restricted.
  private(set) var keptType: DefinedType?
  /// Whether the object may have unmapped keys with any value.
  private(set) var isOpen = false
  /// Whether the object may have keys of the members of a flattened class cluster.
  private(set) var hasCluster = false

  init(_ properties: [DefinedProperty], in definition: Definition) {
    add(properties, isOptional: false, definition, depth: 0)
    if isOpen { keptType = nil }
  }

  private mutating func add(
    _ properties: [DefinedProperty], isOptional: Bool, _ definition: Definition, depth: Int
  ) {
    for var property in properties {
      guard property.keyPath.isEmpty else {
        if isOptional {
          property.isRequired = false
          property.type = property.type.asOptional
        }
        self.properties.append(property)
        continue
      }
      let mayLack = isOptional || property.type.unwrapped != property.type || property.defaultValue != nil
      switch property.type.unwrapped {
      case .model(let name):
        guard depth < 8, let model = definition.model(name), model.cluster == nil else {
          (isOpen, hasCluster) = (true, true)
          continue
        }
        add(model.properties, isOptional: mayLack, definition, depth: depth + 1)
      case .dictionary(.json): isOpen = true
      case .dictionary(let type): keptType = type
      default: isOpen = true
      }
    }
  }
}

extension DefinedModel {
  /// Returns whether a property of the model contains the value at a path.
  func maps(_ path: JSONKeyPath) -> Bool {
    properties.contains {
      $0.allPaths.contains { !$0.isEmpty && path.components.starts(with: $0.components) }
    }
  }
}
