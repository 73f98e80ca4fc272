import Foundation
import Mantle

struct Issue: Model {
  let name: String
}
