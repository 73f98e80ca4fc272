import Foundation
import Mantle

@testable import MantleDocuments
@testable import ModelBrowser

/// Infers models, but does not come back from trying types until it is released.
final class StuckInference: ModelInference, Sendable {
  private let inferring = Inferring()
  private let entered = Locked(false)
  private let exit = DispatchSemaphore(value: 0)

  /// Whether types are being tried.
  var isStuck: Bool { entered.withLock { $0 } }

  func release() { exit.signal() }

  func place(
    in bytes: JSONBytes, name: String, deciding decisions: [TypeDecision], upTo limit: Int,
    isCancelled: () -> Bool
  ) -> ModelPlace? {
    inferring.place(in: bytes, name: name, deciding: decisions, upTo: limit, isCancelled: isCancelled)
  }

  func file(
    for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?,
    deciding decisions: [TypeDecision], isCancelled: () -> Bool
  ) throws -> [UInt8] { [] }

  func pick(_ pick: ModelPick, deciding decisions: [TypeDecision], in bytes: JSONBytes) throws -> ModelPick {
    pick
  }

  func choices(of property: PropertyPlace, among types: [String]?, in bytes: JSONBytes) throws -> [TypeChoice]
  {
    entered.withLock { $0 = true }
    _ = exit.wait(timeout: .now() + 60)
    entered.withLock { $0 = false }
    return []
  }

  func merged(
    _ newer: JSONNode, over older: JSONNode, isList: Bool, readAs model: ModelDescription?
  ) throws -> [UInt8] { try inferring.merged(newer, over: older, isList: isList, readAs: model) }

  func file(defining model: ModelDescription) -> String? { nil }
}
