import Mantle
import MantleDefinitions

extension Input {
  /// The models found from the data alone: what others call the schema.
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
