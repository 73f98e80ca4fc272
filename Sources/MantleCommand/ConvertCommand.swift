import Mantle

/// `mantle convert`: through the models from one format to another.
struct ConvertCommand {
  let request: ConversionRequest
  init(_ request: ConversionRequest) { self.request = request }
  func run() throws -> ExitStatus { .unusable }
}
