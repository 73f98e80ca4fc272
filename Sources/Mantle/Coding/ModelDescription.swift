/// A model without its Swift type: the one description the browser, the command line and definition
/// files share.
public struct ModelDescription: Sendable {
  /// The model's name.
  public let name: String
  /// What the mapping was documented with; nil for nothing.
  package let documentation: String?
  /// In the order of the mapping.
  package let properties: [PropertyDescription]
  /// The mapping it describes; nil where there is none.
  let mapping: (any Sendable)?
  private let member: (@Sendable (JSONNode) -> ModelDescription?)?
  /// Whether its objects are of several models, whose properties are more than those listed here.
  package var isCluster: Bool { member != nil }
  /// Whether it is no model, but a value that holds none.
  var isPlain: Bool { properties.isEmpty && mapping == nil && !isCluster }
  /// What its definition says of whole texts; nil where they are not of this model.
  package var root: ModelRoot?
  /// What stands in the row of a model; nil to take it from the names of the properties.
  package var summary: SummaryTemplate?
  /// What tells the model from the others of its class clusters, the innermost cluster's first; empty where it is in none.
  var discriminators: [JSONKeyPath] = []
  /// The models that an object of a class cluster may be; empty for every other model.
  package var members: [ModelDescription] = []
  /// A model that an object without anything in it may be: of a class cluster its first member.
  package var firstMember: ModelDescription { members.first?.firstMember ?? self }
  /// The keys that are written and never read.
  var writtenKeys: [String] = []
  /// What other layers work out about the model, kept.
  let attachments = AttachmentCache()
  /// Tells descriptions apart that have the same name.
  package var identity: ObjectIdentifier { ObjectIdentifier(attachments) }
  private let diagnoseNode: @Sendable (JSONNode, Diagnostic.Severity) -> [Diagnostic]
  private let exportNode: Export

  /// Decodes a value, and writes it back if it is to be written.
  package typealias Export =
    @Sendable (JSONNode, inout JSONWriter, _ isWritten: Bool) throws -> RewrittenValues

  package init(
    name: String, documentation: String? = nil, properties: [PropertyDescription],
    diagnose: @escaping @Sendable (JSONNode, _ leastSeverity: Diagnostic.Severity) -> [Diagnostic],
    export: @escaping Export
  ) {
    self.init(
      name: name, documentation: documentation, properties: properties, mapping: nil, member: nil,
      diagnose: diagnose, export: export)
  }

  init(
    name: String, documentation: String?, properties: [PropertyDescription],
    mapping: (any Sendable)?, member: (@Sendable (JSONNode) -> ModelDescription?)?,
    diagnose: @escaping @Sendable (JSONNode, _ leastSeverity: Diagnostic.Severity) -> [Diagnostic],
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

  /// The same model, in a list that is known to hold values of other kinds too: those are no mistakes.
  package var besideOtherValues: ModelDescription {
    var copy = ModelDescription(
      name: name, documentation: documentation, properties: properties, mapping: mapping, member: member,
      diagnose: { [diagnoseNode] in $0.kind == .object ? diagnoseNode($0, $1) : [] }, export: exportNode)
    (copy.root, copy.discriminators, copy.summary) = (root, discriminators, summary)
    (copy.writtenKeys, copy.members) = (writtenKeys, members)
    return copy
  }

  /// The model itself; of a class cluster, the model that the object is, where it is one.
  package func description(for object: JSONNode) -> ModelDescription { member?(object) ?? self }

  /// Calls a closure with ``description(for:)``, which is copied only for a class cluster: its references are counted by
  /// all threads that read values of the model.
  func withDescription<Result>(for object: JSONNode, _ body: (ModelDescription) -> Result) -> Result {
    guard let member else { return body(self) }
    return body(member(object) ?? self)
  }

  /// Everything decoding the value as this model has to say, nested models included, in document order.
  ///
  /// - Parameter leastSeverity: what is less severe is not looked for.
  package func diagnose(_ node: JSONNode, leastSeverity: Diagnostic.Severity = .note) -> [Diagnostic] {
    diagnoseNode(node, leastSeverity)
  }

  /// Decodes the value and writes the model back: its mapped keys only, through the reverse transformers.
  ///
  /// - Parameter isWritten: false to decode it only.
  /// - Returns: the numbers that have more digits than their types hold.
  /// - Throws: every error of decoding, as ``DecodingFailure``, or the first error of encoding.
  @discardableResult
  package func export(
    _ node: JSONNode, to writer: inout JSONWriter, isWritten: Bool = true
  ) throws -> RewrittenValues {
    try exportNode(node, &writer, isWritten)
  }
}

/// Whole texts that are of a model, as its definition says it.
package struct ModelRoot: Sendable {
  /// Where in a text the values are.
  package let path: JSONKeyPath
  /// What kinds of values a text may be, besides those at the path.
  let kinds: Set<JSONKind>
  /// Whether other values may stand at the path, beside objects of the model.
  let isMixed: Bool
  /// Whether a text is taken for one however wrong it is: the definition was asked for, or is named like the file.
  package var isMeant = false

  package init(_ path: JSONKeyPath, kinds: Set<JSONKind>, isMixed: Bool) {
    (self.path, self.kinds, self.isMixed) = (path, kinds, isMixed)
  }
}

/// One property of a model, without its Swift type.
///
/// A class, since each row of a browser holds one: its references are not counted one by one.
package final class PropertyDescription: Sendable {
  /// The Swift name, e.g. `htmlURL`.
  package let name: String
  /// Where it is read from, the canonical path first; empty for a local property.
  package let keyPaths: [JSONKeyPath]
  /// Where it is written: at the canonical path, at all paths of several members, or nowhere.
  let writtenPaths: [JSONKeyPath]
  /// The Swift type as written, e.g. `[Label]`, `Date?`.
  package var typeName: String { writtenType() }
  /// What the property holds.
  package let shape: ValueShape
  /// The transformer's name, e.g. `iso8601`; nil when the type itself says how it is read.
  package let transformer: String?
  /// Whether the property is a `var`.
  package let isEditable: Bool
  /// Whether an absent key is an error.
  package let isRequired: Bool
  /// What the property was documented with; nil for nothing.
  package let documentation: String?
  /// The value for an absent key, as JSON; nil where there is none, or none that can be written.
  package var defaultJSON: [UInt8]? { findDefault() }
  private let findDefault: @Sendable () -> [UInt8]?
  /// What each value in it is to the model, of a list or a dictionary; nil for all else.
  package var inner: PropertyDescription? { findInner() }
  private let findInner: @Sendable () -> PropertyDescription?
  private let writtenType: @Sendable () -> String
  private let decodeNode: @Sendable (JSONNode) -> DecodedValue
  private let nodeWords: @Sendable (JSONNode) -> String?
  private let encodeText: @Sendable (String) throws -> [UInt8]

  package init(
    name: String, keyPaths: [JSONKeyPath], writtenPaths: [JSONKeyPath]? = nil,
    typeName: @autoclosure @escaping @Sendable () -> String,
    shape: ValueShape,
    transformer: String? = nil, isEditable: Bool = false, isRequired: Bool = true,
    documentation: String? = nil,
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
    self.documentation = documentation
    self.decodeNode = decode
    self.nodeWords = words
    self.encodeText = replacement
    self.findDefault = defaultJSON
    self.findInner = inner
  }

  /// The property's value at a node, put into words, with what reading it had to say.
  package func decode(_ node: JSONNode) -> DecodedValue { decodeNode(node) }

  /// Only the words of the value: what ``decode(_:)`` says, in less time, and whatever the property's rules say of it.
  package func words(of node: JSONNode) -> String? { nodeWords(node) }

  /// The JSON that stands for a text typed by a person: text → the property's type → reverse transformer.
  ///
  /// - Throws: a ``Diagnostic`` that says what was expected, when the text is not a value of the property.
  package func replacement(for text: String) throws -> [UInt8] { try encodeText(text) }
}

/// What a property made of a JSON value.
package struct DecodedValue: Sendable {
  /// The value in words, e.g. `2011-04-22T13:33:48Z`; nil when it could not be read.
  package let text: String?
  /// The text an editor starts with: what ``PropertyDescription/replacement(for:)`` accepts.
  package let editableText: String?
  /// The JSON the value becomes on the way out; nil when it cannot be written.
  package let reencoded: [UInt8]?
  /// Whether the way out gives the JSON that came in, as a value; nil when it was not checked.
  package let roundTrips: Bool?
  package let diagnostics: [Diagnostic]

  package init(
    text: String?, editableText: String?, reencoded: [UInt8]?, roundTrips: Bool?,
    diagnostics: [Diagnostic]
  ) {
    self.text = text
    self.editableText = editableText
    self.reencoded = reencoded
    self.roundTrips = roundTrips
    self.diagnostics = diagnostics
  }
}
