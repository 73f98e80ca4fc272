import Mantle
import MantleDefinitions

extension Issue {
  /// Returns the models of issues, their users and labels, made from a definition instead of Swift types.
  static func defined() throws -> DefinedModels { DefinedModels(try Definition(JSONBytes(definition))) }

  private static let definition = """
    {
      "mantle": 1,
      "root": "[Issue]",
      "models": [
        {
          "name": "Issue",
          "properties": [
            { "name": "url", "type": "string" },
            { "name": "htmlURL", "path": "html_url", "type": "string?" },
            { "name": "number", "type": "integer" },
            { "name": "state", "type": "enum", "cases": ["open", "closed"] },
            { "name": "title", "type": "string" },
            { "name": "body", "type": "string?" },
            { "name": "reporterLogin", "path": "user.login", "type": "string" },
            { "name": "assignee", "type": "User?" },
            { "name": "labels", "type": "[Label]" },
            { "name": "comments", "type": "integer" },
            { "name": "createdAt", "path": "created_at", "type": "date" },
            { "name": "updatedAt", "path": "updated_at", "type": "date?" }
          ]
        },
        {
          "name": "User",
          "properties": [{ "name": "login", "type": "string" }, { "name": "id", "type": "integer" }]
        },
        {
          "name": "Label",
          "properties": [{ "name": "name", "type": "string" }, { "name": "color", "type": "string" }]
        }
      ]
    }
    """
}
