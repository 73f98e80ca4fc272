import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

/// The classes of archives that no model declares.
struct ArchivedClassesTests {
  private func graph() -> ArchiveGraph {
    var builder = ArchiveBuilder()
    func object(_ archiveClass: ArchiveClass, _ fields: [(String, ArchiveReference)]) -> ArchiveReference {
      let reference = builder.reserve(archiveClass)
      builder.fill(reference, fields.map { ArchiveField(builder.key($0.0), $0.1) })
      return reference
    }
    let user = object(.model("XYUser"), [("name", builder.string("u")), ("age", builder.bool(true))])
    let other = object(.model("XYUser"), [("name", builder.string("v")), ("age", builder.integer(2))])
    let post = builder.reserve(ArchiveClass.model("XYPost"))
    let comment = object(
      .model("XYComment"), [("post", post), ("at", builder.date(Date(timeIntervalSinceReferenceDate: 0)))])
    let fields: [(String, ArchiveReference)] = [
      ("title", builder.string("t")), ("author", user), ("comments", builder.array([comment])),
      ("tags", builder.append(.set([builder.string("a")]))), ("score", builder.real(1.5)),
      ("nothing", .null), ("MTLModelVersion", builder.integer(2)),
    ]
    builder.fill(post, fields.map { ArchiveField(builder.key($0.0), $0.1) })
    let video = object(
      .model("XYVideoPost", superclasses: ["XYPost"]),
      [
        ("title", builder.string("v")), ("author", other), ("length", builder.integer(5)),
        ("MTLModelVersion", builder.integer(2)),
      ])
    builder.setTop(builder.array([post, video]))
    return builder.graph
  }

  @Test func archivedClassesListFieldsVersionsAndSuperclasses() throws {
    var classes = ArchivedClasses()
    classes.add(try ArchiveGraph(reading: try graph().bytes()))
    let found = classes.all.map { shape in
      "\(shape.archiveClass.name) \(shape.archiveClass.modelSuperclasses) \(shape.version): "
        + shape.fields.map { field in
          "\(field.key) \(field.kind)\(field.isOptional ? "?" : "")\(field.isCyclic ? " cyclic" : "")"
        }.joined(separator: ", ")
    }.sorted()
    #expect(
      found == [
        "XYComment [] 0: post object(\"XYPost\") cyclic, at date",
        "XYPost [] 2: title string, author object(\"XYUser\"), comments array(MantleArchiving.ArchivedKind.object(\"XYComment\"))?, tags set(MantleArchiving.ArchivedKind.string)?, score real?, nothing none?",
        "XYUser [] 0: name string, age integer",
        "XYVideoPost [\"XYPost\"] 2: title string, author object(\"XYUser\"), length integer",
      ])
    #expect(classes.root == .array(.object("XYPost")))
  }

  @Test func declaredClassesAreSkipped() throws {
    var classes = ArchivedClasses(besides: RandomArchive.models)
    classes.add(try Archive.graph(of: Tree(name: "a", count: 1, note: nil, owner: nil, kids: [], extra: nil)))
    #expect(classes.all.isEmpty)
  }
}
