import Mantle
import Shop

let page = try Page<Card>.decode(
  json: #"{"items":[{"last_digits":"4242","paid_at":"2026-01-02T03:04:05Z"}],"next":null}"#)
print(page.items.count, try page.json())
