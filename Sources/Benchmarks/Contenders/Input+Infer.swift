import Mantle
import MantleDefinitions

extension Input {
  /// The models found from the data alone, on one thread: what others call the schema.
  var inferContenders: [Contender] {
    [
      .making(.infer, "Mantle: inference", bytes: data.count, tally: { Tally(count: $0) }) { [bytes] in
        var inference = Inference()
        inference.read(bytes)
        return inference.definition(rootName: "Issue").models.first?.properties.count ?? 0
      }
    ]
  }
}
