/// A description of a model that does not depend on its Swift type, shared by the browser, the command line
/// and definition files.
///
/// ```swift
/// let names = [User.modelDescription, Message.modelDescription].map(\.name)  // ["User", "Message"]
/// ```
///
/// ``Model/modelDescription`` describes a compiled model. The models of a definition file have descriptions,
/// too, so the browser treats both alike.
public struct ModelDescription: Sendable {
  /// The model's name.
  public let name: String
  /// The documentation of the mapping; nil if there is none.
  package let documentation: String?
  /// The properties in the order of the mapping.
  package let properties: [PropertyDescription]
  /// The mapping that the model is decoded and encoded with; nil if there is none.
  package let mapping: (any Sendable)?
  private let member: (@Sendable (JSONNode) -> ModelDescription?)?
  /// Whether the description is of a class cluster, whose objects are of several models.
  package var isCluster: Bool { member != nil }
  /// Whether the description is of plain values, such as strings or numbers, that contain no models.
  package var isPlain: Bool { properties.isEmpty && mapping == nil && !isCluster }
  /// The rule of a definition file that selects the documents whose values are of this model; nil if the model
  /// describes no complete documents.
  package var root: ModelRoot?
  /// The template of the row that summarizes an object of the model; nil to derive the row from the property
  /// names.
  package var summary: SummaryTemplate?
  /// The only property of a model whose JSON is the value of that property rather than an object; nil for other
  /// models.
  package var wrapped: PropertyDescription?
  /// The discriminator paths of the class clusters that the model is a member of, starting with the innermost
  /// cluster; empty if the model is not in a cluster.
  package var discriminators: [JSONKeyPath] = []
  /// The models of the members of a class cluster; empty for other models.
  package var members: [ModelDescription] = []
  /// The strings of the first discriminator that select each of the ``members``. A member that accepts all
  /// other objects has no strings. Nil if other conditions select the members.
  package var memberTags: [[String]]?
  /// The model to use for an empty object: the first member of a class cluster, otherwise the model itself.
  package var firstMember: ModelDescription { members.first?.firstMember ?? self }
  /// The keys of the model that are encoded but never decoded.
  package var writtenKeys: [String] = []
  /// A closure that returns the descriptions of the model's other mappings, such as its profiles.
  var otherForms: @Sendable () -> [ModelDescription] = { [] }
  /// Cached values that other layers compute for the model.
  package private(set) var attachments = AttachmentCache()
  /// An identifier that distinguishes descriptions with the same name.
  package var identity: ObjectIdentifier { ObjectIdentifier(attachments) }
  private var diagnoseNode: @Sendable (JSONNode, Diagnostic.Severity) -> [Diagnostic]
  private let exportNode: Export

  /// A function that decodes a JSON value as the model and, if `isWritten` is true, writes the encoded model.
  /// The function returns the values that encoding writes differently from the input.
  package typealias Export =
    @Sendable (JSONNode, inout JSONWriter, _ isWritten: Bool) throws -> RewrittenValues

  package init(
    name: String, documentation: String? = nil, properties: [PropertyDescription],
    mapping: (any Sendable)? = nil, member: (@Sendable (JSONNode) -> ModelDescription?)? = nil,
    diagnose: @escaping @Sendable (JSONNode, _ minimumSeverity: Diagnostic.Severity) -> [Diagnostic],
    export: @escaping Export
  ) {
    self.mapping = mapping
    self.member = member
    self.name = name
    self.documentation = documentation
    self.properties = properties
    self.diagnoseNode = diagnose
    self.exportNode = export
  }

  /// A copy of the description for a list that contains objects of the model and other values. The copy
  /// reports no errors for values that are not objects.
  package var besideOtherValues: ModelDescription {
    var copy = self
    copy.diagnoseNode = { [diagnoseNode] in $0.kind == .object ? diagnoseNode($0, $1) : [] }
    copy.attachments = AttachmentCache()
    return copy
  }

  /// Returns the description of an object's model: for a class cluster, the member that the object matches, if
  /// any; otherwise this description.
  package func description(for object: JSONNode) -> ModelDescription { member?(object) ?? self }

  /// Calls a closure with the result of ``description(for:)``. The description is copied only for a class
  /// cluster: threads that decode the model would contend for the reference counts of a copy.
  package func withDescription<Result>(for object: JSONNode, _ body: (ModelDescription) -> Result) -> Result {
    guard let member else { return body(self) }
    return body(member(object) ?? self)
  }

  /// Decodes a value as this model and returns all diagnostics in document order, including those of nested
  /// models.
  ///
  /// - Parameter minimumSeverity: the lowest severity to compute.
  package func diagnose(_ node: JSONNode, minimumSeverity: Diagnostic.Severity = .note) -> [Diagnostic] {
    diagnoseNode(node, minimumSeverity)
  }

  /// Decodes the value as this model and encodes the model again. The output has only the mapped keys.
  ///
  /// - Parameter isWritten: false to only decode the value.
  /// - Returns: the values that encoding writes differently, such as numbers with more digits than their
  ///   types hold.
  /// - Throws: a ``DecodingFailure`` with every decoding error, or the first encoding error.
  @discardableResult
  package func export(
    _ node: JSONNode, to writer: inout JSONWriter, isWritten: Bool = true
  ) throws -> RewrittenValues {
    try exportNode(node, &writer, isWritten)
  }
}

/// The rule of a definition file that selects the documents whose values are of a model.
package struct ModelRoot: Sendable {
  /// The path of the model's values in a document.
  package let path: JSONKeyPath
  /// The kinds of JSON that the root value of a document may have.
  package let kinds: Set<JSONKind>
  /// Whether other values may occur at the path, next to objects of the model.
  package let isMixed: Bool
  /// Whether a document is always treated as this model, even with many errors, because the definition was
  /// requested or is named like the file.
  package var isMeant = false

  package init(_ path: JSONKeyPath, kinds: Set<JSONKind>, isMixed: Bool) {
    (self.path, self.kinds, self.isMixed) = (path, kinds, isMixed)
  }
}

/// A description of one property that does not depend on its Swift type.
///
/// The type is a class because each row of the browser refers to a description: one reference count is cheaper
/// than the reference counts of all properties of a struct.
package final class PropertyDescription: Sendable {
  /// The property's name in Swift, such as `htmlURL`.
  package let name: String
  /// The paths that the property is decoded from, the canonical path first; empty for a local property.
  package let keyPaths: [JSONKeyPath]
  /// The paths that the property is encoded to: usually the canonical path, several paths if the property is
  /// composed of the values of several keys, and none if it is not encoded.
  package let writtenPaths: [JSONKeyPath]
  /// The property's type in Swift as written in source code, such as `[Label]` or `Date?`.
  package var typeName: String { writtenType() }
  /// The shape of the property's values.
  package let shape: ValueShape
  /// The name of the property's transformer, such as `iso8601`; nil if the type decodes itself.
  package let transformer: String?
  /// Whether the property is a `var`.
  package let isEditable: Bool
  /// Whether a missing key of the property is an error.
  package let isRequired: Bool
  /// Whether null is a valid value of the property, as for an optional. Otherwise null is treated as a missing
  /// key.
  let nullIsValue: Bool
  /// The documentation of the property; nil if there is none.
  package let documentation: String?
  /// The JSON of the property's default for a missing key; nil if there is no default or it cannot be encoded.
  package var defaultJSON: [UInt8]? { findDefault() }
  private let findDefault: @Sendable () -> [UInt8]?
  /// The description of the elements of a list property or of the values of a dictionary property; nil for
  /// other properties.
  package var inner: PropertyDescription? { findInner() }
  private let findInner: @Sendable () -> PropertyDescription?
  private let writtenType: @Sendable () -> String
  private let decodeNode: @Sendable (JSONNode) -> DecodedValue
  private let nodeWords: @Sendable (JSONNode) -> String?
  private let encodeText: @Sendable (String) throws -> [UInt8]

  init(
    name: String, keyPaths: [JSONKeyPath], writtenPaths: [JSONKeyPath]? = nil,
    typeName: @autoclosure @escaping @Sendable () -> String,
    shape: ValueShape,
    transformer: String? = nil, isEditable: Bool = false, isRequired: Bool = true,
    nullIsValue: Bool = false, documentation: String? = nil,
    decode: @escaping @Sendable (JSONNode) -> DecodedValue,
    words: @escaping @Sendable (JSONNode) -> String?,
    replacement: @escaping @Sendable (String) throws -> [UInt8],
    defaultJSON: @escaping @Sendable () -> [UInt8]? = { nil },
    inner: @escaping @Sendable () -> PropertyDescription? = { nil }
  ) {
    self.name = name
    self.keyPaths = keyPaths
    self.writtenPaths = writtenPaths ?? Array(keyPaths.prefix(1))
    self.writtenType = typeName
    self.shape = shape
    self.transformer = transformer
    self.isEditable = isEditable
    self.isRequired = isRequired
    self.nullIsValue = nullIsValue
    self.documentation = documentation
    self.decodeNode = decode
    self.nodeWords = words
    self.encodeText = replacement
    self.findDefault = defaultJSON
    self.findInner = inner
  }

  /// Decodes a node as the property. The result contains the text and the JSON of the value, and the
  /// diagnostics.
  package func decode(_ node: JSONNode) -> DecodedValue { decodeNode(node) }

  /// Returns the text of the value that is decoded from a node; nil if decoding fails or if the value has no
  /// text. This is faster than ``decode(_:)`` and does not apply validation rules.
  package func words(of node: JSONNode) -> String? { nodeWords(node) }

  /// Converts text typed by a person to JSON, through the property's type and its reverse transformer.
  ///
  /// - Throws: a ``Diagnostic`` with the expected value if the text is not valid for the property.
  package func replacement(for text: String) throws -> [UInt8] { try encodeText(text) }
}

/// The result of decoding a JSON value as a property, in a form that does not depend on the Swift type.
package struct DecodedValue: Sendable {
  /// The text of the value, such as `2011-04-22T13:33:48Z`; nil if the value could not be decoded.
  package let text: String?
  /// The text of the value for editing, in a form that ``PropertyDescription/replacement(for:)`` accepts; nil
  /// if the value has no such form.
  package let editableText: String?
  /// The JSON of the encoded value; nil if it cannot be encoded.
  package let reencoded: [UInt8]?
  /// Whether encoding the decoded value gives JSON that is equivalent to the input; nil if this was not
  /// checked.
  package let roundTrips: Bool?
  package let diagnostics: [Diagnostic]
}
