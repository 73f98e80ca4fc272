import Mantle
@testable import MantleDefinitions
import Testing

/// Rows of `inference-tables-store.md` §5 that are about whole files: their number is in the name.
@Suite struct LargeExpectationTests {
  private func definition(_ text: String) -> Definition {
    var inference = Inference()
    inference.read(JSONBytes(text))
    return inference.definition(rootName: "Root")
  }

  private func model(_ name: String, _ definition: Definition) -> String {
    let model = definition.models.first { $0.name == name }
    return model?.properties.map { "\($0.name):\($0.type.text)" }.joined(separator: " ") ?? "none"
  }

  private func members(_ count: Int, _ key: (Int) -> String, _ value: (Int) -> String) -> String {
    "{" + (0..<count).map { "\"\(key($0))\":\(value($0))" }.joined(separator: ",") + "}"
  }

  /// As in citm_catalog.json: maps by digits, of one digit key too, and siblings of the same kind of name.
  @Test func row24NumericKeysBecomeMaps() {
    func seat(_ number: Int) -> String { #"{"areaId":\#(number),"blockIds":[]}"# }
    let text = """
      {"areaNames":\(members(17, { "\(205_705_993 + $0)" }, { #""Area \#($0)""# })),
      "audienceSubCategoryNames":{"337100890":"Abonné"},"blockNames":{},
      "events":\(members(184, { "\(138_586_341 + $0)" }, { """
        {"description":null,"id":\($0),"logo":\($0 % 3 == 0 ? #""/a.png""# : "null"),"name":"n","subTopicIds":[\($0)],
        "subjectCode":null,"subtitle":null,"topicIds":[1]}
        """ })),
      "performances":[{"eventId":1,"id":2,"logo":null,"prices":[{"amount":90250,"audienceSubCategoryId":337100890,"seatCategoryId":3}],
        "seatCategories":[{"areas":[\(seat(1)),\(seat(2))],"seatCategoryId":3}],"start":1372701600000,"venueCode":"PLEYEL_PLEYEL"}],
      "topicSubTopics":{"107888604":[337184283],"324846099":[1,2],"324846100":[3],"107888605":[4]},
      "venueNames":{"PLEYEL_PLEYEL":"Salle Pleyel"}}
      """
    let definition = definition(text)
    #expect(
      model("Root", definition)
        == "areaNames:{string} audienceSubCategoryNames:{string} blockNames:{json} events:{Event} "
        + "performances:[Performance] topicSubTopics:{[integer]} venueNames:{string}")
    #expect(
      model("Event", definition)
        == "description:json? id:integer logo:string? name:string subTopicIds:[integer] subjectCode:json? "
        + "subtitle:json? topicIds:[integer]")
    let start = definition.models.first { $0.name == "Performance" }?.properties.first { $0.name == "start" }
    #expect(start?.notes == ["looks like milliseconds since 1970: could be read with `unixMilliseconds`"])
  }

  /// As in twitter.json: a status inside a status, numbers beside their texts, and dates of another form.
  @Test func row25RecursiveStatusesAreOneModel() {
    func user(_ number: Int) -> String { #"{"id":\#(number),"id_str":"\#(number)","name":"a\#(number)"}"# }
    func status(_ number: Int, _ more: String) -> String {
      """
      {"created_at":"Sun Aug 31 00:29:\(10 + number) +0000 2014","id":50587\(number)4260000000000,
      "id_str":"50587\(number)4260000000000","in_reply_to_status_id":\(number == 3 ? "505874260000000000" : "null"),
      "user":\(user(number)),"geo":null\(more)}
      """
    }
    let definition = definition(
      #"{"statuses":["#
        + (0..<10).map {
          status(
            $0,
            ($0 % 2 == 0 ? #","possibly_sensitive":false"# : "")
              + ($0 == 4 ? #","retweeted_status":\#(status(5, ""))"# : ""))
        }.joined(separator: ",") + "]}")
    #expect(model("Root", definition) == "statuses:[Status]")
    #expect(
      model("Status", definition)
        == "created_at:string id:integer id_str:string in_reply_to_status_id:integer? user:User geo:json? "
        + "possibly_sensitive:boolean? retweeted_status:Status?")
    #expect(definition.models.map(\.name) == ["Root", "Status", "User"])
    let date = definition.models.first { $0.name == "Status" }?.properties.first
    #expect(date?.notes.contains { $0.hasPrefix("every value is a date: could be read with ") } == true)
  }

  /// Of many features the geometries are told apart by their type.
  @Test func row26GeometriesBecomeACluster() {
    let features = (0..<12).map {
      let geometry =
        $0 % 2 == 0
        ? #"{"type":"Point","coordinates":[1.5,2.5]}"#
        : #"{"type":"Polygon","coordinates":[[[1.5,2.5],[2.5,3.5]]]}"#
      return #"{"type":"Feature","properties":{"name":"a\#($0)"},"geometry":\#(geometry)}"#
    }
    let definition = definition(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    #expect(model("Feature", definition) == "type:string properties:Properties geometry:Geometry")
    #expect(definition.models.first { $0.name == "Geometry" }?.cluster != nil)
    #expect(model("Point", definition) == "type:string coordinates:[double]")
    #expect(model("Polygon", definition) == "type:string coordinates:[[[double]]]")
  }

  /// No optional: what an empty text says is not the same as what null says, and is written as it was.
  @Test func row28EmptyStringOrObjectIsAUnion() throws {
    let text = #"[{"id":"a","replies":""},{"id":"b","replies":{"kind":"Listing","n":1}}]"#
    let definition = definition(text)
    #expect(model("Root", definition) == "id:string replies:string | Replies")
    #expect(definition.models.first?.properties.last?.notes == ["values of several kinds were seen"])
    let root = try JSONDocument(text).root
    let read = try #require(DefinedModels(definition).descriptions.first)
    for element in root.elements { #expect(read.diagnose(element).allSatisfy { $0.severity < .warning }) }
  }

  /// The evidence says of how many a property is known.
  @Test func row70EvidenceCountsTheElements() {
    let data = JSONBytes(#"{"l":[{"a":1}]}"#)
    var inference = Inference()
    inference.read(data)
    let evidence = inference.models(rootName: "Root").evidence["LItem"]?["a"]
    #expect(evidence?.words([data]) == "1 of 1, first at line 1")
  }

  /// Half a million of them take a release build 0.8 s and 37 MB; here it is a fifth of that.
  @Test func row74ManyKeysBecomeAMap() {
    let text = #"{"m":"# + members(100_000, { "k\(String($0, radix: 16))" }, { "\($0)" }) + "}"
    #expect(model("Root", definition(text)) == "m:{integer}")
  }

  /// What is deeper than is looked at is any JSON, and said so.
  @Test(arguments: ["{\"a\":", "["]) func row75ValuesBeyondDepthLimitBecomeAnyJSON(_ opening: String) {
    let closing = opening == "[" ? "]" : "}"
    let value = opening == "[" ? "" : "1"
    let definition = definition(
      String(repeating: opening, count: 10_000) + value + String(repeating: closing, count: 10_000))
    if opening == "[" {
      #expect(definition.root.text.contains("[json]"))
    } else {
      #expect(
        definition.models.last?.properties.last?.notes
          == ["values more than 128 levels deep were not inspected"])
    }
  }

  /// Keys are compared as they are read; a text with half of a pair is no text of Swift, and nothing is said of it.
  @Test func row76EscapedKeysMatchAndLoneSurrogatesAreJSON() {
    let definition = definition(
      #"[{"\u0061":1,"s":"\ud800"},{"a":2,"s":"\ud83c\udf0a"},{"\ud800":3,"s":"x"}]"#)
    #expect(model("Root", definition).hasSuffix("s:json"))
    #expect(
      definition.models.first?.properties.first { $0.name == "s" }?.notes
        == ["strings with half a surrogate pair were seen, which no other type reads"])
    let only = self.definition(#"[{"s":"\ud800"}]"#)
    #expect(
      only.models.first?.properties.first?.notes
        == ["strings with half a surrogate pair were seen, which no other type reads"])
  }
}
