/// The options of an encode call, as they apply to the model that is being encoded. The type is a class so that
/// a writer is small.
@usableFromInline final class EncodingContext: Sendable {
  let options: EncodingOptions

  init(_ options: EncodingOptions) { self.options = options }

  var profile: String? { options.profile }
  var nilEncoding: NilEncoding? { options.nilEncoding }

  /// Whether the options of the call exclude some properties of the model.
  var filters: Bool { options.including != nil || !options.excluding.names.isEmpty }

  func writes(_ property: String) -> Bool {
    guard let including = options.including else { return !options.excluding.contains(property) }
    return (including.contains(property) || !including.parts(of: property).names.isEmpty)
      && !options.excluding.contains(property)
  }

  /// Returns the context for encoding the models in a property. It has the settings of this context, with the
  /// included and excluded properties reduced to parts of that property.
  func forModels(in property: String) -> EncodingContext {
    guard filters else { return self }
    let parts = options.including?.parts(of: property) ?? []
    var inner = options
    inner.including = parts.names.isEmpty || options.including?.contains(property) == true ? nil : parts
    inner.excluding = options.excluding.parts(of: property)
    return EncodingContext(inner)
  }
}
