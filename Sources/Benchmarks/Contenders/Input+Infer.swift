import Mantle
import MantleDefinitions

extension Input {
  /// The contenders that infer models from the data alone.
  var inferContenders: [Contender] {
    [inference("Mantle: inference", workers: 1), inference("Mantle: inference, two threads", workers: 2)]
  }

  private func inference(_ name: String, workers: Int) -> Contender {
    .making(.infer, name, bytes: data.count, tally: { Tally(count: $0) }) { [bytes] in
      var inference = Inference(workers: workers)
      inference.read(bytes)
      let models = DefinedModels(inference.definition(rootName: "Issue"))
      return models.place(isSequence: false)?.model.properties.count ?? 0
    }
  }
}
