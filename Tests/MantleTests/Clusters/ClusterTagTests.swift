import Mantle
import Testing

/// The value by which the members of a class cluster are told apart.
struct ClusterTagTests {
  /// One JSON text for each kind and place of a tag.
  @Test(arguments: [
    #"{"op":1,"image":"i"}"#, #"{"op":2.5,"image":"i"}"#, #"{"op":true,"image":"i"}"#,
    #"{"op":"1","text":"t"}"#,
  ])
  func tagsKeepTheirKindOfJSON(_ text: String) throws {
    let value = try Operation.decode(json: text)
    let written = try value.json()
    #expect(try Operation.decode(json: written) == value)
    #expect(try JSONDocument(written).root["op"]?.kind == JSONDocument(text).root["op"]?.kind)
  }

  @Test(arguments: [("1", "picture"), ("1.0", "picture"), ("10e-1", "picture"), (#""1""#, "note")])
  func numbersMatchByValueAndNotAsStrings(_ tag: String, _ name: String) throws {
    let value = try Operation.decode(json: #"{"op":\#(tag),"image":"i","text":"t"}"#)
    #expect("\(value)".hasPrefix(name))
  }

  @Test func errorForMistypedTagNamesBothForms() throws {
    let failure = #expect(throws: DecodingFailure.self) {
      try Operation.decode(json: #"{"op":"2.5","image":"i"}"#)
    }
    #expect(failure?.diagnostics.first?.expected == #"1, 2.5, true, "1", false or "other""#)
    #expect(failure?.diagnostics.first?.help?.contains(#"declared for 2.5, not for "2.5""#) == true)
  }

  @Test func encodingWritesTheFirstTagOfAMember() throws {
    #expect(try Operation.picture(Picture(image: "i")).json() == #"{"op":1,"image":"i"}"#)
    #expect(try Operation.note(Note(text: "t")).json() == #"{"op":"1","text":"t"}"#)
  }

  @Test(arguments: [#"{"ext":"png","image":"i"}"#, #"{"ext":"jpg","image":"i"}"#, #"{"ext":3,"image":"i"}"#])
  func modelThatMapsTheTagKeepsItsValue(_ text: String) throws {
    #expect(try File.decode(json: text).json() == text)
    #expect(try FileOfTwoLines.decode(json: text).json() == text)
  }

  @Test func encodingRejectsTheTagOfAnotherMember() throws {
    let file = File.picture(FilePicture(ext: try JSONValue(json: #""txt""#), image: "i"))
    let problem = #expect(throws: EncodingProblem.self) { try file.json() }
    #expect(problem?.description.contains("`png` or `jpg` or `3`") == true)
  }

  /// A tag that the model left out would be read as a value of the property.
  @Test func encodingRejectsAMappedTagThatIsNil() throws {
    let text = #"{"kind":"keeper","a":1}"#
    #expect(try Kept.decode(json: text).json() == text)
    let problem = #expect(throws: EncodingProblem.self) { try Kept.keeper(Keeper(kind: nil, a: 1)).json() }
    #expect(problem?.description.contains("a value for `kind`, which Keeper maps") == true)
  }

  /// The containers on the way to the tag exist, exist in part, or are made.
  @Test func nestedTagIsWrittenInItsContainer() throws {
    let foo = Story.foo(Foo(id: 1, foo: "f"))
    #expect(try foo.json() == #"{"id":1,"content":{"component":{"name":"foo"},"foo":"f"}}"#)
    #expect(try Story.decode(json: foo.json()) == foo)
    let bare = Story.bare(Bare(id: 1))
    #expect(try bare.json() == #"{"content":{"component":{"name":"bare"}},"id":1}"#)
    #expect(try Story.decode(json: bare.json()) == bare)
    let list = Story.list(Blocked(content: [1]))
    #expect(throws: EncodingProblem.self) { try list.json() }
  }

  @Test func caseWithALabelRoundTrips() throws {
    let text = #"{"t":"p","image":"i"}"#
    let value = try Labeled.decode(json: text)
    #expect(value == .picture(model: Picture(image: "i")))
    #expect(try value.json() == text)
    #expect(try Labeled.other(Picture(image: "i")).json() == #"{"t":"o","image":"i"}"#)
  }

  @Test(arguments: [
    (Overloaded.move(by: Note(text: "a")), #"{"t":"by","text":"a"}"#),
    (.move(to: Note(text: "a")), #"{"t":"to","text":"a"}"#),
  ])
  private func casesWithOneNameAreDistinguishedByTheirLabels(_ value: Overloaded, _ text: String) throws {
    #expect(try value.json() == text)
    #expect(try Overloaded.decode(json: text) == value)
  }

  @Test func encodingRejectsMemberDecodedAsAnother() throws {
    #expect(
      try ByShape.decode(json: ByShape.nameless(Nameless(name: "a")).json()) == .nameless(Nameless(name: "a"))
    )
    let problem = #expect(throws: EncodingProblem.self) { try ByShape.nameless(Nameless(name: nil)).json() }
    #expect(problem?.description.contains("Nameless") == true)
  }

  @Test func unreachableMembersAreRejected() {
    for cluster in [
      Cluster<Picture>([
        .model(Picture.self, having: "a", wrap: { $0 }), .model(Picture.self, having: "a", "b", wrap: { $0 }),
      ]),
      Cluster<Picture>(
        by: "k", [.model(Picture.self, when: 1, wrap: { $0 }), .model(Picture.self, when: 1.0, wrap: { $0 })]),
      Cluster<Picture>(by: "k", [.model(Picture.self, when: [1], wrap: { $0 })]),
    ] {
      #expect(throws: MappingError.self) {
        try cluster.transformer.forward(json: #"{"k":1,"a":1,"image":"i"}"#)
      }
    }
  }
}

private struct Picture: Model, Equatable {
  let image: String
  static let properties = Properties(of: Picture.self) { Property(\.image, "image") }
  static let mapping = Mapping(Picture.init, properties)
}

private struct Note: Model, Equatable {
  let text: String
  static let properties = Properties(of: Note.self) { Property(\.text, "text") }
  static let mapping = Mapping(Note.init, properties)
}

private enum Operation: PolymorphicModel, Equatable {
  case picture(Picture), half(Picture), flag(Picture), note(Note), off(Note)
  static let cluster = Cluster<Operation>(
    by: "op",
    [
      .model(Picture.self, when: 1, wrap: Operation.picture),
      .model(Picture.self, when: 2.5, wrap: Operation.half),
      .model(Picture.self, when: true, wrap: Operation.flag),
      .model(Note.self, when: "1", false, "other", wrap: Operation.note),
    ])
}

private struct FilePicture: Model, Equatable {
  let ext: JSONValue
  let image: String
  static let properties = Properties(of: FilePicture.self) {
    Property(\.ext, "ext")
    Property(\.image, "image")
  }
  static let mapping = Mapping(FilePicture.init, properties)
}

private enum File: PolymorphicModel, Equatable {
  case picture(FilePicture), note(Note)
  static let cluster = Cluster<File>(
    by: "ext",
    [
      .model(FilePicture.self, when: "png", "jpg", 3, wrap: File.picture),
      .model(Note.self, when: "txt", wrap: File.note),
    ])
}

/// The same with a line for each tag.
private enum FileOfTwoLines: PolymorphicModel {
  case picture(FilePicture)
  static let cluster = Cluster<FileOfTwoLines>(
    by: "ext",
    [
      .model(FilePicture.self, when: "png", wrap: FileOfTwoLines.picture),
      .model(FilePicture.self, when: "jpg", wrap: FileOfTwoLines.picture),
      .model(FilePicture.self, when: 3, wrap: FileOfTwoLines.picture),
    ])
}

private struct Foo: Model, Equatable {
  let id: Int
  let foo: String
  static let properties = Properties(of: Foo.self) {
    Property(\.id, "id")
    Property(\.foo, "content.foo")
  }
  static let mapping = Mapping(Foo.init, properties)
}

private struct Bare: Model, Equatable {
  let id: Int
  static let properties = Properties(of: Bare.self) { Property(\.id, "id") }
  static let mapping = Mapping(Bare.init, properties)
}

private struct Blocked: Model, Equatable {
  let content: [Int]
  static let properties = Properties(of: Blocked.self) { Property(\.content, "content") }
  static let mapping = Mapping(Blocked.init, properties)
}

private enum Story: PolymorphicModel, Equatable {
  case foo(Foo), bare(Bare), list(Blocked)
  static let cluster = Cluster<Story>(
    by: "content.component.name",
    [
      .model(Foo.self, when: "foo", wrap: Story.foo),
      .model(Bare.self, when: "bare", wrap: Story.bare),
      .model(Blocked.self, when: "list", wrap: Story.list),
    ])
}

private enum Labeled: PolymorphicModel, Equatable {
  case picture(model: Picture), other(Picture)
  static let cluster = Cluster<Labeled>(
    by: "t",
    [
      .model(Picture.self, when: "p", wrap: { .picture(model: $0) }),
      .model(Picture.self, when: "o", wrap: Labeled.other),
    ])
}

private enum Overloaded: PolymorphicModel, Equatable {
  case move(by: Note), move(to: Note)
  static let cluster = Cluster<Overloaded>(
    by: "t",
    [
      .model(Note.self, when: "by", wrap: { .move(by: $0) }),
      .model(Note.self, when: "to", wrap: { .move(to: $0) }),
    ])
}

private struct Nameless: Model, Equatable {
  let name: String?
  static let properties = Properties(of: Nameless.self) { Property(\.name, "name") }
  static let mapping = Mapping(Nameless.init, properties).encodeNil(as: .omitted)
}

private enum ByShape: PolymorphicModel, Equatable {
  case nameless(Nameless), picture(Picture)
  static let cluster = Cluster<ByShape>([
    .model(Nameless.self, having: "name", wrap: ByShape.nameless),
    .model(Picture.self, having: "image", wrap: ByShape.picture),
  ])
}

private struct Keeper: Model, Equatable {
  let kind: String?
  let a: Int
  static let properties = Properties(of: Keeper.self) {
    Property(\.kind, "kind").encodeNil(as: .omitted)
    Property(\.a, "a")
  }
  static let mapping = Mapping(Keeper.init, properties)
}

private enum Kept: PolymorphicModel, Equatable {
  case keeper(Keeper)
  static let cluster = Cluster<Kept>(by: "kind", [.model(Keeper.self, when: "keeper", wrap: Kept.keeper)])
}
