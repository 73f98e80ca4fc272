import Foundation
import Mantle
import Testing

/// Deep input on a thread with the stack of secondary threads on Apple platforms: a value or an error.
struct SmallStackTests {
  @Test(arguments: [10, 100, 200, 500, 1_000]) func deepInputDecodesOrReachesTheLimit(_ depth: Int) async {
    let texts = [
      Self.nested("{\"next\":", depth, "}", around: "null"),
      Self.nested("{\"list\":[", depth / 2, "]}", around: ""),
      Self.nested("{\"kind\":\"link\",\"inner\":", depth, "}", around: "{\"kind\":\"link\"}"),
      Self.nested("[", depth, "]", around: ""),
    ]
    let outcomes = await Self.onSmallStack {
      [
        Self.outcome(Chain.self, texts[0]), Self.outcome(Tree.self, texts[1]),
        Self.outcome(Link.self, texts[2]),
        Self.outcome(Nest.self, texts[3]), Self.outcome(Foreign.self, texts[0]),
      ]
    }
    for outcome in outcomes { #expect(depth > 10 || outcome == "value") }
    #expect(outcomes.allSatisfy { ["value", "limit"].contains($0) }, "\(outcomes)")
  }

  @Test(arguments: [10, 100, 1_000, 5_000]) func deepModelsEncodeOrReachTheLimit(_ depth: Int) async {
    let (tree, chain) = (0..<depth).reduce((Tree(list: []), Chain(next: nil))) { inner, _ in
      (Tree(list: [inner.0]), Chain(next: inner.1))
    }
    let outcomes = await Self.onSmallStack {
      [Self.outcome { try tree.json() }, Self.outcome { try chain.json() }]
    }
    for outcome in outcomes { #expect(outcome == "value" || depth > 10 && outcome == "limit", "\(outcomes)") }
  }

  private static func outcome(_ encode: () throws -> String) -> String {
    do { return try encode().isEmpty ? "nothing" : "value" } catch {
      let reason = (error as? EncodingProblem)?.underlying as? TransformError
      return reason?.code == .limit ? "limit" : "\(error)".prefix(200).description
    }
  }

  private static func nested(_ open: String, _ depth: Int, _ close: String, around inner: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  private static func outcome<Value: JSONConvertible>(_: Value.Type, _ text: String) -> String {
    do {
      let isWhole = try !Value.report(json: text).hasErrors
      _ = try Value.decode(json: text)
      return isWhole ? "value" : "different"
    } catch let failure as DecodingFailure {
      return failure.diagnostics.contains { $0.code == .limit } ? "limit" : "\(failure)"
    } catch {
      return "\(error)"
    }
  }

  private static func onSmallStack(_ body: @escaping @Sendable () -> [String]) async -> [String] {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}

private final class Chain: Model, Sendable {
  let next: Chain?
  init(next: Chain?) { self.next = next }
  static let properties = Properties(of: Chain.self) { Property(\.next, "next") }
  static let mapping = Mapping(Chain.init, properties)
}

private struct Tree: Model {
  let list: [Tree]
  static let properties = Properties(of: Tree.self) { Property(\.list, "list") }
  static let mapping = Mapping(Tree.init, properties)
}

private struct LinkContent: Model {
  let inner: Link?
  static let properties = Properties(of: LinkContent.self) { Property(\.inner, "inner") }
  static let mapping = Mapping(LinkContent.init, properties).validated { _ in }
}

private indirect enum Link: PolymorphicModel {
  case link(LinkContent)
  static let cluster = Cluster<Link>(by: "kind", [.model(LinkContent.self, when: "link", wrap: Link.link)])
}

/// A hand-written type that holds itself.
private struct Nest: JSONConvertible {
  let inner: [Nest]
  static func decode(_ json: JSONCursor) throws -> Nest {
    Nest(inner: try json.decodeArray { try Nest.decode($0) })
  }
  func encode(to writer: inout JSONWriter) throws { try inner.encode(to: &writer) }
  static var shape: ValueShape { .other("Nest") }
}

private struct Foreign: Model {
  let next: Plain?
  static let properties = Properties(of: Foreign.self) { Property(\.next, "next", .codable) }
  static let mapping = Mapping(Foreign.init, properties)
}

private final class Plain: Codable, Sendable {
  let next: Plain?
}
