import Mantle
import MantleFiles

/// Changes of what the document is read as. Rows keep their places.
extension Editor {
  /// Infers a model from the beginning of the text, unless that was done before.
  ///
  /// - Returns: whether there is one.
  @discardableResult mutating func infer() -> Bool {
    guard document.inferred == nil, let inference = document.inference,
      let model = InferredModel(sampling: document.base, name: document.name, by: inference)
    else { return document.inferred != nil }
    view.outline.update { $0.infer(model) }
    return true
  }

  /// Infers the model again, from the beginning of a large text.
  mutating func infer(deciding decisions: [TypeDecision]) {
    guard let inference = document.inference,
      let inferred = InferredModel(
        sampling: inferredText, name: document.name, by: inference, revision: document.history.revision,
        deciding: decisions)
    else { return }
    keepingRows {
      $0.infer(inferred)
      $0.read(as: ModelPick([inferred.place]))
    }
  }

  /// The text that models are inferred from: with the edits if inferring again is fast, otherwise the original one. Edits
  /// that were saved are edits of the original, too.
  var inferredText: JSONBytes {
    let text = currentText
    guard document.base.count <= InferredModel.maximumReadWhole, !text.splices.isEmpty else {
      return document.base
    }
    return (try? SplicedBytes(document.base, splices: text.splices).text()) ?? document.base
  }

  /// Changes what the text is read as, and stays at the same rows.
  mutating func keepingRows(_ change: (inout Document) -> Void) {
    let old = (shown: outline, other: otherOutline)
    outline.records.removeAll()
    view.outline.update(change)
    follow(RowFollower(from: old.shown, to: outline), RowFollower(from: old.other, to: otherOutline))
    view.readTableAgain()
  }

  /// Reads the text with some properties as they were decided. Rows keep their places.
  ///
  /// - Throws: why that cannot be; nothing has then changed.
  mutating func read(deciding decisions: [TypeDecision]) throws {
    guard let inference = document.inference else { return }
    guard !document.isReadAsInferred else { return infer(deciding: decisions) }
    let declared = document.declaredPick
    let pick = try inference.pick(declared, deciding: decisions, in: inferredText)
    keepingRows { $0.read(as: pick, declared: declared, deciding: decisions) }
  }

  /// Returns the description of the current type if it is not among the tried types.
  func detailOfForm(_ form: String, _ property: PropertyPlace) -> String {
    let words = "as it is read now"
    guard let tried = try? document.inference?.choices(of: property, among: [form], in: inferredText).first
    else { return words }
    return tried.isProven ? "✓ \(words)" : "✗ \(words): \(tried.words)"
  }

  /// Returns the objection to a type for the property under the cursor, or nil if every value fits.
  func objection(to type: String) -> String? {
    guard type != TypeDecision.former, type != cursor.propertyForm, let property = cursor.propertyPlace,
      let tried = try? document.inference?.choices(of: property, among: [type], in: inferredText).first,
      !tried.isProven
    else { return nil }
    guard let misfits = tried.misfits else { return tried.words }
    return "\(misfits.count) of \(Words.count(misfits.total, "value")) do not fit \(type)"
  }
}
