import Mantle

extension SaveOrder {
  var size: Int { content.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    do throws(SaveError) {
      let fingerprint = try perform(progress)
      return .saved(self, fingerprint, bytes: Int(fingerprint.size))
    } catch {
      return .failed(error.words(overwriting: forced))
    }
  }
}

extension SaveError {
  /// The error with the command that writes all the same.
  fileprivate func words(overwriting forced: String) -> String {
    cause == .exists ? "\(description)  (\(forced) overwrites it)" : description
  }
}

extension RecoverOrder {
  /// Reads the file with the edits, or says why not.
  func report(models: [ModelDescription], inference: (any ModelInference)? = nil) -> Report {
    do {
      let source = try perform(models: models, inference: inference)
      return purpose == .take ? .opened(source) : .offered(source, self)
    } catch {
      return purpose == .ask ? .unrecoverable(self, reason: "\(error)") : .failed("Not taken over: \(error)")
    }
  }
}

extension ExportOrder: WriteOrder {
  var size: Int { source.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    do {
      return .exported(self, bytes: try perform(progress))
    } catch let failure as DecodingFailure {
      let first = failure.diagnostics.first
      guard first?.location != nil else {
        return .failed("\(path): not exported: \(first?.shortMessage ?? "")")
      }
      let place = first.map { part?.path(of: $0.path) ?? $0.path }
      let words = "\(place?.description ?? ""): \(first?.shortMessage ?? "")"
      return .failed(
        "\(path): not exported, \(Words.count(failure.diagnostics.count, "error")), the first: \(words)")
    } catch let error as SaveError {
      return .failed(error.words(overwriting: ":export!"))
    } catch {
      return .failed("\(path): not exported: \(error)")
    }
  }
}

extension DefinitionOrder: WriteOrder {
  var size: Int { source.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    do {
      return .defined(self, bytes: try perform(progress))
    } catch let error as SaveError {
      return .failed(error.words(overwriting: ":infer!"))
    } catch {
      return .failed("\(path): not written: \(error)")
    }
  }
}
