import Mantle
import Testing

@testable import MantleStore

private struct Brand: MappedHashable, Sendable {
  let name: String
  var country: String?
  var owner: Owner?
  static let properties = Properties(of: Brand.self) {
    Property(\.name, "name").identity()
    Property(\.country, "country")
    Property(\.owner, "owner").persisted(as: .reference)
  }
  static let mapping = Mapping(Brand.init, properties)
}

private struct Owner: MappedHashable, Sendable {
  let id: Int
  var city: String?
  static let properties = Properties(of: Owner.self) {
    Property(\.id, "id").identity()
    Property(\.city, "city")
  }
  static let mapping = Mapping(Owner.init, properties)
}

private struct Car: MappedHashable, Sendable {
  let name: String
  var price: Int?
  var brand: Brand?
  var rivals: [Brand] = []
  static let properties = Properties(of: Car.self) {
    Property(\.name, "name").identity()
    Property(\.price, "price")
    Property(\.brand, "brand").persisted(as: .reference)
    Property(\.rivals, "rivals").default([]).persisted(as: .reference)
  }
  static let mapping = Mapping(Car.init, properties)
}

/// Models whose references are merged into the rows that exist.
@Suite struct ReferenceMergeTests {
  private static let known = Brand(name: "V", country: "DE", owner: Owner(id: 1, city: "W"))
  private static let short = Brand(name: "V")

  static let policies: [MergePolicy] = [.keepIfNil, .recursive, .mirror, .presentOnly(["brand", "rivals"])]

  @Test(arguments: policies) func savingMergesReferencedRows(_ policy: MergePolicy) throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Self.known)
    // A new model, a model with another brand before, and a list.
    try store.save(Car(name: "new", brand: Self.short), merging: policy)
    try store.save(Car(name: "old", brand: Brand(name: "T", country: "JP")))
    try store.save(
      Car(name: "old", brand: Self.short, rivals: [Self.short, Brand(name: "N")]), merging: policy)
    #expect(try store.fetchAll(Brand.self, order: "name").map(\.name) == ["N", "T", "V"])
    #expect(try store.fetchOne(id: "V") == Self.known)
    #expect(try store.fetchOne(id: "T") == Brand(name: "T", country: "JP"))
    #expect(try store.fetchOne(Car.self, id: "old")?.brand == Self.known)
    #expect(try store.fetchOne(Car.self, id: "old")?.rivals == [Self.known, Brand(name: "N")])
    // Values that are not nil replace those of the row, also of a reference in a reference.
    let changed = Brand(name: "V", owner: Owner(id: 1, city: "B"))
    try store.save(Car(name: "new", brand: changed), merging: policy)
    #expect(try store.fetchOne(id: "V") == Brand(name: "V", country: "DE", owner: Owner(id: 1, city: "B")))
  }

  @Test func presentOnlyMergeKeepsUnnamedReferences() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Car(name: "a", brand: Self.known))
    try store.save(
      Car(name: "a", price: 5, brand: Brand(name: "V", country: "FR")), merging: .presentOnly(["price"]))
    #expect(try store.fetchOne(id: "V") == Self.known)
    #expect(try store.fetchOne(id: "a") == Car(name: "a", price: 5, brand: Self.known))
    try store.save(
      Car(name: "a", brand: Brand(name: "V", country: nil)), merging: .presentOnly(["brand.country"]))
    #expect(try store.fetchOne(id: "V") == Brand(name: "V", owner: Owner(id: 1, city: "W")))
  }

  @Test func overwritingReplacesReferencedRows() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Self.known)
    try temporary.store.save(Car(name: "a", brand: Self.short))
    #expect(try temporary.store.fetchOne(id: "V") == Self.short)
  }
}
