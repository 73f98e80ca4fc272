import Mantle
import MantleFiles

/// Changes of the interpretation of the document. Rows keep their places.
extension Editor {
  /// Infers a model, from a prefix if the text is large, unless a model was inferred before.
  ///
  /// - Returns: whether there is an inferred model.
  @discardableResult mutating func infer() -> Bool {
    guard document.inferred == nil, let inference = document.inference,
      let model = InferredModel(sampling: document.base, name: document.name, by: inference)
    else { return document.inferred != nil }
    view.outline.update { $0.infer(model) }
    return true
  }

  /// Infers the model again, from a prefix if the text is large.
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

  /// The text that models are inferred from: the text with all edits, including saved ones, if inferring again is fast;
  /// otherwise the original text.
  var inferredText: JSONBytes {
    let text = currentText
    guard document.base.count <= InferredModel.maximumReadWhole, !text.splices.isEmpty else {
      return document.base
    }
    return (try? SplicedBytes(document.base, splices: text.splices).text()) ?? document.base
  }

  /// Changes the interpretation of the text; the cursor, folds and marks stay on their rows.
  mutating func keepingRows(_ change: (inout Document) -> Void) {
    let old = (shown: outline, other: otherOutline)
    outline.records.removeAll()
    view.outline.update(change)
    follow(RowFollower(from: old.shown, to: outline), RowFollower(from: old.other, to: otherOutline))
    view.readTableAgain()
  }

  /// Interprets the text with the given type decisions. Rows keep their places.
  ///
  /// - Throws: an error that says why the decisions are not possible; nothing has then changed.
  mutating func read(deciding decisions: [TypeDecision]) throws {
    guard let inference = document.inference else { return }
    guard !document.isReadAsInferred else { return infer(deciding: decisions) }
    let declared = document.declaredPick
    let pick = try inference.pick(declared, deciding: decisions, in: inferredText)
    keepingRows { $0.read(as: pick, declared: declared, deciding: decisions) }
  }

  /// Returns the text next to a property's current type in the list of types: whether all values fit, or why some do not. It
  /// is for a type that inference does not offer.
  func detailOfForm(_ form: String, _ property: PropertyPlace) -> String {
    let words = "the current type"
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
