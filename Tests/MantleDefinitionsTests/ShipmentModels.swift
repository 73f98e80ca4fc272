// swift-format-ignore-file
// The Swift source of Golden/definitions/Shipment.model.json, compiled and compared by SwiftSourceTests.

// Needs the products Mantle and MantleArchiving of the package.
import Foundation
import Mantle
import MantleArchiving

/// A parcel on its way.
public struct Shipment: ArchivableModel, Sendable {
  /// The "number".
  public let id: Int
  public var name: String
  public var status: ShipmentStatus
  public var kind: OpenCase<ShipmentKind, String>?
  public var weight: Double
  public var pieces: Int
  public var serial: UInt64?
  public var price: Decimal?
  public var size: String?
  public var grade: OpenCase<ShipmentGrade, String>
  public var tags: Set<String>
  public var sent: Date
  public var due: Date?
  public var days: [Date]
  public var label: Data?
  public var link: URL
  public var tracking: UUID?
  public var revision: Int
  public var extra: JSONValue
  public var limits: [String: Int]
  public var source: String
  public var place: String?
  public var parts: [Part]
  public var mapping: Int?
  public var remark: Field<String>
  public var checked: Field<Date>
  public var stops: Field<[Date]>
  public var seals: Field<Set<String>>
  public var spares: Field<[Part]>
  public var origin: Field<ShipmentOrigin>

  public init(id: Int, name: String, status: ShipmentStatus, kind: OpenCase<ShipmentKind, String>?, weight: Double, pieces: Int, serial: UInt64?, price: Decimal?, size: String?, grade: OpenCase<ShipmentGrade, String>, tags: Set<String>, sent: Date, due: Date?, days: [Date], label: Data?, link: URL, tracking: UUID?, revision: Int, extra: JSONValue, limits: [String: Int], source: String, place: String?, parts: [Part], mapping: Int?, remark: Field<String>, checked: Field<Date>, stops: Field<[Date]>, seals: Field<Set<String>>, spares: Field<[Part]>, origin: Field<ShipmentOrigin>) {
    self.id = id
    self.name = name
    self.status = status
    self.kind = kind
    self.weight = weight
    self.pieces = pieces
    self.serial = serial
    self.price = price
    self.size = size
    self.grade = grade
    self.tags = tags
    self.sent = sent
    self.due = due
    self.days = days
    self.label = label
    self.link = link
    self.tracking = tracking
    self.revision = revision
    self.extra = extra
    self.limits = limits
    self.source = source
    self.place = place
    self.parts = parts
    self.mapping = mapping
    self.remark = remark
    self.checked = checked
    self.stops = stops
    self.seals = seals
    self.spares = spares
    self.origin = origin
  }

  public static let properties = Properties(of: Shipment.self) {
    Property(\.id, "id")
      .identity()
      .archived(as: "ID")
      .documented("The \"number\".")
    Property(\.name, "name", or: ["title", "meta.title"])
      .validated { value in
        if value.unicodeScalars.count < 2 { throw TransformError(expected: "at least 2 long") }
      }
      .validated { value in
        if value.unicodeScalars.count > 12 { throw TransformError(expected: "at most 12 long") }
      }
      .validated { value in
        if value.range(of: "^[A-Za-z ]+$", options: .regularExpression) == nil { throw TransformError(expected: "a string that matches `^[A-Za-z ]+$`") }
      }
    Property(\.status, "status", .cases)
      .defaultJSON("\"open\"", for: .null)
    Property(\.kind, "kind")
      .default(OpenCase(rawValue: "box"))
    Property(\.weight, "weight")
      .default(1.5)
      .validated { value in
        if value < 0.5 { throw TransformError(expected: "at least 0.5") }
      }
      .validated { value in
        if value > 31.5 { throw TransformError(expected: "at most 31.5") }
      }
    Property(\.pieces, "pieces")
      .default(1)
      .validated { value in
        if value < 1 { throw TransformError(expected: "at least 1") }
      }
      .validated { value in
        if value > 20 { throw TransformError(expected: "at most 20") }
      }
    Property(\.serial, "serial")
      .validated { value in
        if let some = value, some > 18446744073709551000 { throw TransformError(expected: "at most 18446744073709551000") }
      }
    Property(\.price, "price")
      .encodeNil(as: .null)
      .validated { value in
        if let some = value, some < (try Decimal.decode(json: "0.1")) { throw TransformError(expected: "at least 0.1") }
      }
      .validated { value in
        if let some = value, some > 1000 { throw TransformError(expected: "at most 1000") }
      }
    Property(\.size, "size")
      .required()
      .merged { $0 ?? $1 }
      .validated { value in
        if let some = value, !["S", "M", "L"].contains(some) { throw TransformError(expected: "\"S\" or \"M\" or \"L\"") }
      }
    Property(\.grade, "grade")
      .default(OpenCase(rawValue: "a"))
      .validated { value in
        if !["a", "b"].contains(value.rawValue) { throw TransformError(expected: "\"a\" or \"b\"") }
      }
    Property(\.tags, "tags")
      .default([])
      .merged { $0.union($1) }
      .validated { value in
        if value.count > 3 { throw TransformError(expected: "at most 3 long") }
      }
    Property(\.sent, "sent", .iso8601)
      .default(Date(timeIntervalSince1970: 1704164645.0))
    Property(\.due, "due", or: ["deadline"], .unixSeconds)
      .nullFallsThrough()
    Property(\.days, "days", JSONTransformer<Date>.iso8601Day.array)
      .default([Date(timeIntervalSince1970: 1709164800.0)])
      .merged { current, incoming in current + incoming.filter { !current.contains($0) } }
    Property(\.label, "label", .base64)
      .default(Data([104, 105]))
      .notArchived()
    Property(\.link, "link")
      .defaultJSON("\"https://example.com/a\"")
    Property(\.tracking, "tracking", .lowercaseUUID)
      .decodeOnly()
    Property(\.revision, "revision", .integerString)
      .default(3)
      .validated { value in
        if value < 0 { throw TransformError(expected: "at least 0") }
      }
    Property(\.extra, "extra")
      .defaultJSON("{ \"a\": [1, null] }")
      .validated { value in
        if try ![JSONValue(json: "{ \"a\": [1, null] }"), JSONValue(json: "1")].contains(JSONValue(json: value.json())) { throw TransformError(expected: "{ \"a\": [1, null] } or 1") }
      }
    Property(\.limits, "limits")
      .defaultJSON("{ \"max\": 3 }")
      .merged { _, incoming in incoming }
      .validated { value in
        if value.count < 1 { throw TransformError(expected: "at least 1 long") }
      }
    Property(\.source, "source")
      .default("import")
      .encodeOnly()
    Property(\.place, "address.city")
    Property(\.parts, "parts")
      .default([])
    Property(\.mapping, "mapping")
    Property(\.remark, "remark")
      .merged { current, incoming in current.value == nil ? incoming : current }
      .validated { value in
        if let some = value.value, some.unicodeScalars.count < 2 { throw TransformError(expected: "at least 2 long") }
      }
      .validated { value in
        if let some = value.value, !["on hold", "left"].contains(some) { throw TransformError(expected: "\"on hold\" or \"left\"") }
      }
    Property(\.checked, "checked", .iso8601)
      .default(.value(Date(timeIntervalSince1970: 1704164645.0)))
    Property(\.stops, "stops", JSONTransformer<Date>.iso8601Day.array)
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        return .value(own + others.filter { !own.contains($0) })
      }
    Property(\.seals, "seals")
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        return .value(own.union(others))
      }
      .validated { value in
        if let some = value.value, some.count > 3 { throw TransformError(expected: "at most 3 long") }
      }
    Property(\.spares, "spares")
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        let known = Set(own.compactMap { try? JSONValue(json: $0.json()) })
        return .value(own + others.filter { new in (try? JSONValue(json: new.json())).map { !known.contains($0) } ?? true })
      }
    Property(\.origin, "origin", .cases)
  }

  public static let mapping: Mapping<Shipment> = Mapping(Shipment.init, properties)
    .encodeNil(as: .omitted)
    .documented("A parcel on its way.")
    .summary("#{id} {name}")

  private static let properties1 = Properties(of: Shipment.self) {
    Property(\.id, "id")
      .identity()
      .archived(as: "ID")
      .documented("The \"number\".")
    Property(\.name, "product")
      .validated { value in
        if value.unicodeScalars.count < 2 { throw TransformError(expected: "at least 2 long") }
      }
      .validated { value in
        if value.unicodeScalars.count > 12 { throw TransformError(expected: "at most 12 long") }
      }
      .validated { value in
        if value.range(of: "^[A-Za-z ]+$", options: .regularExpression) == nil { throw TransformError(expected: "a string that matches `^[A-Za-z ]+$`") }
      }
    Property(\.status, "status", .cases)
      .defaultJSON("\"open\"", for: .null)
    Property(\.kind, "kind")
      .default(OpenCase(rawValue: "box"))
    Property(\.weight, "weight")
      .default(1.5)
      .validated { value in
        if value < 0.5 { throw TransformError(expected: "at least 0.5") }
      }
      .validated { value in
        if value > 31.5 { throw TransformError(expected: "at most 31.5") }
      }
    Property(\.pieces, "pieces")
      .default(1)
      .validated { value in
        if value < 1 { throw TransformError(expected: "at least 1") }
      }
      .validated { value in
        if value > 20 { throw TransformError(expected: "at most 20") }
      }
    Property(\.serial, "serial")
      .validated { value in
        if let some = value, some > 18446744073709551000 { throw TransformError(expected: "at most 18446744073709551000") }
      }
    Property(\.price, "price")
      .encodeNil(as: .null)
      .validated { value in
        if let some = value, some < (try Decimal.decode(json: "0.1")) { throw TransformError(expected: "at least 0.1") }
      }
      .validated { value in
        if let some = value, some > 1000 { throw TransformError(expected: "at most 1000") }
      }
    Property(\.size, "size")
      .required()
      .merged { $0 ?? $1 }
      .validated { value in
        if let some = value, !["S", "M", "L"].contains(some) { throw TransformError(expected: "\"S\" or \"M\" or \"L\"") }
      }
    Property(\.grade, "grade")
      .default(OpenCase(rawValue: "a"))
      .validated { value in
        if !["a", "b"].contains(value.rawValue) { throw TransformError(expected: "\"a\" or \"b\"") }
      }
    Property(\.tags, "tags")
      .default([])
      .merged { $0.union($1) }
      .validated { value in
        if value.count > 3 { throw TransformError(expected: "at most 3 long") }
      }
    Property(\.sent, "sent", .iso8601)
      .default(Date(timeIntervalSince1970: 1704164645.0))
    Property(\.due, "due", or: ["deadline"], .unixSeconds)
      .nullFallsThrough()
    Property(\.days, "days", JSONTransformer<Date>.iso8601Day.array)
      .default([Date(timeIntervalSince1970: 1709164800.0)])
      .merged { current, incoming in current + incoming.filter { !current.contains($0) } }
    Property(\.label, "label", .base64)
      .default(Data([104, 105]))
      .notArchived()
    Property(\.link, "link")
      .defaultJSON("\"https://example.com/a\"")
    Property(\.tracking, "tracking", .lowercaseUUID)
      .decodeOnly()
    Property(\.revision, "revision", .integerString)
      .default(3)
      .validated { value in
        if value < 0 { throw TransformError(expected: "at least 0") }
      }
    Property(\.extra, "extra")
      .defaultJSON("{ \"a\": [1, null] }")
      .validated { value in
        if try ![JSONValue(json: "{ \"a\": [1, null] }"), JSONValue(json: "1")].contains(JSONValue(json: value.json())) { throw TransformError(expected: "{ \"a\": [1, null] } or 1") }
      }
    Property(\.limits, "limits")
      .defaultJSON("{ \"max\": 3 }")
      .merged { _, incoming in incoming }
      .validated { value in
        if value.count < 1 { throw TransformError(expected: "at least 1 long") }
      }
    Property(\.source, "source")
      .default("import")
      .encodeOnly()
    Property(\.place, "to.town")
    Property(\.parts, "parts")
      .default([])
    Property(\.mapping, "mapping")
    Property(\.remark, "remark")
      .merged { current, incoming in current.value == nil ? incoming : current }
      .validated { value in
        if let some = value.value, some.unicodeScalars.count < 2 { throw TransformError(expected: "at least 2 long") }
      }
      .validated { value in
        if let some = value.value, !["on hold", "left"].contains(some) { throw TransformError(expected: "\"on hold\" or \"left\"") }
      }
    Property(\.checked, "checked", .iso8601)
      .default(.value(Date(timeIntervalSince1970: 1704164645.0)))
    Property(\.stops, "stops", JSONTransformer<Date>.iso8601Day.array)
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        return .value(own + others.filter { !own.contains($0) })
      }
    Property(\.seals, "seals")
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        return .value(own.union(others))
      }
      .validated { value in
        if let some = value.value, some.count > 3 { throw TransformError(expected: "at most 3 long") }
      }
    Property(\.spares, "spares")
      .merged { current, incoming in
        guard let own = current.value else { return incoming }
        guard let others = incoming.value else { return current }
        let known = Set(own.compactMap { try? JSONValue(json: $0.json()) })
        return .value(own + others.filter { new in (try? JSONValue(json: new.json())).map { !known.contains($0) } ?? true })
      }
    Property(\.origin, "origin", .cases)
  }

  private static let profile1 = Mapping(Shipment.init, properties1)
    .named("Shipment (legacy)")
    .encodeNil(as: .omitted)
    .documented("A parcel on its way.")
    .summary("#{id} {name}")

  public static let profiles: [String: Mapping<Shipment>] = ["legacy": profile1]

  public static let archive = ModelArchive("SHShipment", superclasses: ["SHItem"], aliases: ["SHParcel"], version: 2, migrations: [Migration(from: 0, "`title` is now `name`") { fields in
    fields.rename("title", to: "name")
    switch fields["status"] {
    case .string("0")?, .integer(0)?: fields["status"] = .string("open")
    case .string("1.5")?, .real(1.5)?: fields["status"] = .null
    case .string("true")?, .bool(true)?: fields["status"] = .string("closed")
    default: break
    }
  }, Migration(from: 1, "`whole` is divided into `kind`, `note`; `place` is made of `street`, `city`; `note` is null; `weight` is 1.5; `old` is dropped") { fields in
    fields.split("whole", by: " / ", into: ["kind", "note"])
    fields.join(["street", "city"], with: ", ", into: "place")
    if fields["note"] == nil { fields["note"] = .null }
    if fields["weight"] == nil { fields["weight"] = .real(1.5) }
    fields.remove("old")
  }])
}

public enum ShipmentStatus: String, JSONConvertible, CaseIterable, Sendable {
  case `open` = "open"
  case closed = "closed"
}

public enum ShipmentKind: String, CaseIterable, Sendable {
  case letter = "letter"
  case box = "box"
}

public enum ShipmentGrade: String, CaseIterable, Sendable {
  case a = "a"
  case b = "b"
  case c = "c"
}

public enum ShipmentOrigin: String, JSONConvertible, CaseIterable, Sendable {
  case shop = "shop"
  case farm = "farm"
}

public indirect enum Part: PolymorphicModel, Sendable {
  case book(Book)
  case toy(Toy)
  case other(Other)

  public static let cluster = Cluster<Part>(
    by: "type",
    [
      .model(Book.self, when: "book", wrap: Part.book) {
        if case .book(let model) = $0 { model } else { nil }
      },
      .model(Toy.self, when: "toy", wrap: Part.toy) {
        if case .toy(let model) = $0 { model } else { nil }
      },
      .otherwise(Other.self, wrap: Part.other) {
        if case .other(let model) = $0 { model } else { nil }
      },
    ])
}

public struct Book: Model, Sendable {
  public var type: String
  public var isbn: String

  public init(type: String, isbn: String) {
    self.type = type
    self.isbn = isbn
  }

  public static let properties = Properties(of: Book.self) {
    Property(\.type, "type")
    Property(\.isbn, "isbn")
  }

  public static let mapping: Mapping<Book> = Mapping(Book.init, properties)
}

public struct Toy: Model, Sendable {
  public var type: String
  public var age: UInt8?

  public init(type: String, age: UInt8?) {
    self.type = type
    self.age = age
  }

  public static let properties = Properties(of: Toy.self) {
    Property(\.type, "type")
    Property(\.age, "age")
      .validated { value in
        if let some = value, Int64(some) > 99 { throw TransformError(expected: "at most 99") }
      }
  }

  public static let mapping: Mapping<Toy> = Mapping(Toy.init, properties)
}

public struct Other: Model, Sendable {
  public var type: String?

  public init(type: String?) {
    self.type = type
  }

  public static let properties = Properties(of: Other.self) {
    Property(\.type, "type")
  }

  public static let mapping: Mapping<Other> = Mapping(Other.init, properties)
}
