import Mantle
import MantleFiles

extension SaveRequest {
  var size: Int { content.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    .writing("\(path): not saved", forced: ":w!") {
      let fingerprint = try perform(progress)
      return .saved(self, fingerprint, bytes: Int(fingerprint.size))
    }
  }
}

extension Report {
  /// Returns the report of writing a file, or of the error.
  ///
  /// - Parameters:
  ///   - failure: the message of a failed write, such as "not saved".
  ///   - forced: the command that overwrites the existing file.
  fileprivate static func writing(_ failure: String, forced: String, _ write: () throws -> Report) -> Report {
    attempting(failure) {
      do { return try write() } catch let error as SaveError {
        return .failed("\(error)" + (error.cause == .exists ? "  (\(forced) overwrites it)" : ""))
      }
    }
  }
}

extension RecoveryRequest {
  /// Reads the file with the recovered edits, and reports the file or the error.
  func report(by reader: DocumentSource.Reader) -> Report {
    do {
      let source = try perform(by: reader)
      return purpose == .take ? .opened(source) : .offered(source, self)
    } catch {
      return purpose == .ask ? .unrecoverable(self, reason: "\(error)") : .failed("Not recovered: \(error)")
    }
  }
}

extension ExportRequest: WriteRequest {
  var size: Int { source.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    .writing("\(path): not exported", forced: ":export!") {
      do { return .exported(self, bytes: try perform(progress)) } catch let failure as DecodingFailure {
        return .failed("\(path): not exported\(words(for: failure))")
      }
    }
  }

  private func words(for failure: DecodingFailure) -> String {
    let first = failure.diagnostics.first
    let message = first?.shortMessage ?? ""
    guard let first, first.location != nil else { return ": \(message)" }
    let place = part?.path(of: first.path) ?? first.path
    return ", \(Words.count(failure.diagnostics.count, "error")), the first: \(place): \(message)"
  }
}

extension DefinitionRequest: WriteRequest {
  var size: Int { source.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    .writing("\(path): not written", forced: ":infer!") { .defined(self, bytes: try perform(progress)) }
  }
}

extension TableExport: WriteRequest {
  var size: Int {
    switch source {
    case .list(let query): query.size
    case .rows: 0
    }
  }

  func report(_ progress: (Double) -> Bool) -> Report {
    .writing("\(path): not written", forced: ":export!") {
      .noted("\(path): wrote \(Words.count(try perform(progress), "row"))")
    }
  }
}
