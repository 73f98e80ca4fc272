import Foundation
import Mantle

enum Shape: PolymorphicModel {
  case circle(Circle)

  static let cluster = Cluster<Shape>(by: "kind", [
    .model(Circle.self, "circle", wrap: Shape.circle) { if case .circle(let circle) = $0 { circle } else { nil } }
  ])
}

struct Circle {
  let radius: Double
}
