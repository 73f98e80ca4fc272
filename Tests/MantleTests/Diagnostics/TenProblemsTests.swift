import Foundation
import Mantle
import Testing

/// One payload with ten different problems: ten diagnostics in one call, in document order, word for word.
struct TenProblemsTests {
  static let text = """
    [
      {
        "url": "not a URL",
        "html_url": "https://example.com/1",
        "number": 1.5,
        "state": "reopened",
        "user": "octocat",
        "updated_at": "2011-02-30T00:00:00Z",
        "title": null
      },
      {
        "html_url": 7,
        "number": 123456789012345678901234567890,
        "user": {"login": "é", "id": 1},
        "state": "open",
        "assignee": {"name": "x"},
        "updated_at": "2011-04-22T13:33:48Z",
        "title": true,
        "url": "https://example.com/2"
      }
    ]
    """

  @Test("SD-06, SD-33: decoding reports every problem with its location and message")
  func decodingReportsEveryProblem() throws {
    let bytes = JSONBytes(Self.text)
    let failure = try #require(throws: DecodingFailure.self) {
      try [ReadmeIssue].decode(json: Self.text)
    }
    let expected = """
      issues.json:3:12: error: ReadmeIssue.url: expected URL, found "not a URL"  [[0].url]
          "url": "not a URL",
                 ^
      help: character 4, a space, is not allowed in a URL; write `%20`, or read it with the transformer `.lenientURL`
      issues.json:5:15: error: ReadmeIssue.number: expected integer, found number 1.5  [[0].number]
          "number": 1.5,
                    ^
      help: a fraction does not fit an integer: make the property a `Double` or a `Decimal`
      issues.json:6:14: error: ReadmeIssue.state: expected "open" or "closed", found "reopened"  [[0].state]
          "state": "reopened",
                   ^
      help: if this is a new case, add it, or keep unknown cases with `OpenCase`
      issues.json:7:13: error: ReadmeIssue.reporterLogin: expected an object or array on the path `user.login`, found "octocat"  [[0].user]
          "user": "octocat",
                  ^
      help: a plain value was found where an object is expected: send the object, or change the type of the property
      issues.json:8:19: error: ReadmeIssue.updatedAt: expected ISO 8601 date with time, found "2011-02-30T00:00:00Z"  [[0].updated_at]
          "updated_at": "2011-02-30T00:00:00Z",
                        ^
      help: February 2011 has 28 days, not 30
      issues.json:9:14: error: ReadmeIssue.title: expected string, found null  [[0].title]
          "title": null
                   ^
      help: to allow null, make the property optional, or give it `.default(…, for: .null)`
      issues.json:12:17: error: ReadmeIssue.htmlURL: expected URL, found number 7  [[1].html_url]
          "html_url": 7,
                      ^
      help: a number is not a URL; it may be the ID of the resource
      issues.json:13:15: error: ReadmeIssue.number: expected integer from -9223372036854775808 to 9223372036854775807, found number 123456789012345678901234567890  [[1].number]
          "number": 123456789012345678901234567890,
                    ^
      help: `Decimal` can hold it
      issues.json:16:17: error: ReadmeUser.login: expected string, found no key `login`  [[1].assignee.login]
          "assignee": {"name": "x"},
                      ^
      help: if it may be absent, make the property optional, or give it `.default(…)`
      issues.json:18:14: error: ReadmeIssue.title: expected string, found true  [[1].title]
          "title": true,
                   ^
      help: put the word in quotes, or make the property a `Bool`
      """
    let rendered = failure.rendered(in: bytes, name: "issues.json")
    #expect(rendered == expected, "\(rendered)")
    #expect(failure.diagnostics.count == 10)
    #expect(failure.diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test("SD-33, SD-47: a syntax error has its location", arguments: SyntaxSample.all)
  fileprivate func syntaxErrorHasLineAndColumn(_ sample: SyntaxSample) throws {
    let error = try onlyError(decoding: JSONValue.self, sample.text)
    #expect(error.code == .syntax)
    #expect(
      error.rendered(in: JSONBytes(sample.text), name: "sample.json") == sample.message,
      "\(error.rendered(in: JSONBytes(sample.text), name: "sample.json"))")
  }
}

private struct SyntaxSample: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let message: String
  var testDescription: String { name }

  static let all = [
    SyntaxSample(
      name: "missing comma",
      text: """
        {
          "assignee": {"login": "octocat", "id": 1, "type": "User"}
          "created_at": "2011-04-22T13:33:48Z"
        }
        """,
      message: """
        sample.json:3:3: error: expected ',' or '}' after a member, found '"'
          "created_at": "2011-04-22T13:33:48Z"
          ^
        """),
    SyntaxSample(
      name: "keys without quotes",
      text: "{\n  name: \"Bob\",\n  cars: []\n}",
      message: """
        sample.json:2:3: error: expected a string key or '}', found 'n'
          name: "Bob",
          ^
        """),
    SyntaxSample(
      name: "trailing comma",
      text: #"{"cars": [{"make": "ford"},]}"#,
      message: """
        sample.json:1:28: error: expected a value, found a trailing comma before ']'
        {"cars": [{"make": "ford"},]}
                                   ^
        """),
  ]
}
