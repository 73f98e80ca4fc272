// serde_json as a peer: the same models, decoded from and encoded to the same bytes.
//
// Speaks the protocol of `Benchmarks --serve`: names, then `ready`; a name in, times and checksum out.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::io::{BufRead, Write};
use std::time::Instant;

#[derive(Deserialize, Serialize)]
struct Issue {
    url: String,
    html_url: Option<String>,
    number: i64,
    state: State,
    title: String,
    body: Option<String>,
    user: Reporter,
    assignee: Option<User>,
    labels: Vec<Label>,
    comments: i64,
    created_at: Date,
    updated_at: Option<Date>,
}

#[derive(Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum State {
    Open,
    Closed,
}

#[derive(Deserialize, Serialize)]
struct Reporter {
    login: String,
}

#[derive(Deserialize, Serialize)]
struct User {
    login: String,
    id: i64,
}

#[derive(Deserialize, Serialize)]
struct Label {
    name: String,
    color: String,
}

/// Seconds since 1970, as `YYYY-MM-DDThh:mm:ssZ` in JSON; read and written by hand, as ours are.
struct Date(i64);

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Date;
            fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str("an ISO 8601 date")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Date, E> {
                parse(text.as_bytes()).map(Date).ok_or_else(|| E::custom("no ISO 8601 date"))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = format(self.0);
        serializer.serialize_str(unsafe { std::str::from_utf8_unchecked(&text) })
    }
}

fn parse(text: &[u8]) -> Option<i64> {
    if text.len() != 20 || text[4] != b'-' || text[7] != b'-' || text[10] != b'T' {
        return None;
    }
    if text[13] != b':' || text[16] != b':' || text[19] != b'Z' {
        return None;
    }
    let pair = |at: usize| -> i64 {
        let (tens, ones) = (text[at].wrapping_sub(b'0'), text[at + 1].wrapping_sub(b'0'));
        if tens > 9 || ones > 9 { -100_000 } else { tens as i64 * 10 + ones as i64 }
    };
    let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8));
    let (hour, minute, second) = (pair(11), pair(14), pair(17));
    if year < 0 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    if !(0..24).contains(&hour) || !(0..60).contains(&minute) || !(0..60).contains(&second) {
        return None;
    }
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted - era * 400;
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some((era * 146_097 + day_of_era - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second)
}

fn format(seconds: i64) -> [u8; 20] {
    let (days, rest) = (seconds.div_euclid(86_400) + 719_468, seconds.rem_euclid(86_400));
    let era = days.div_euclid(146_097);
    let day_of_era = days - era * 146_097;
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + (month <= 2) as i64;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let mut text = *b"0000-00-00T00:00:00Z";
    let mut put = |at: usize, value: i64| {
        text[at] = b'0' + (value / 10) as u8;
        text[at + 1] = b'0' + (value % 10) as u8;
    };
    put(0, year / 100);
    put(2, year % 100);
    put(5, month);
    put(8, day);
    put(11, rest / 3_600);
    put(14, rest / 60 % 60);
    put(17, rest % 60);
    text
}

fn tally(issues: &[Issue]) -> String {
    let mut sum: i64 = 0;
    for issue in issues {
        sum += (issue.url.len() + issue.html_url.as_ref().map_or(0, |text| text.len())) as i64;
        sum += issue.number + issue.comments + (issue.state == State::Closed) as i64;
        sum += (issue.title.len() + issue.body.as_ref().map_or(0, |text| text.len())) as i64;
        sum += issue.user.login.len() as i64;
        sum += issue.assignee.as_ref().map_or(0, |user| user.login.len() as i64 + user.id);
        sum += issue.labels.iter().map(|label| (label.name.len() + label.color.len()) as i64).sum::<i64>();
        sum += issue.created_at.0 + issue.updated_at.as_ref().map_or(0, |date| date.0);
    }
    format!("{}:{}", issues.len(), sum)
}

fn main() {
    let path = std::env::args().nth(1).expect("usage: serde-peer FILE");
    let text = std::fs::read(path).expect("cannot read the file");
    let issues: Vec<Issue> = serde_json::from_slice(&text).expect("cannot decode the file");
    let mut output: Vec<u8> = Vec::new();
    serde_json::to_writer(&mut output, &issues).unwrap();
    let written = output.len();
    println!("parse {} serde_json: Value", text.len());
    println!("decode {} serde_json", text.len());
    println!("encode {} serde_json", written);
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let start = Instant::now();
        let cpu = processor_time();
        let result = match line.unwrap().as_str() {
            "parse serde_json: Value" => {
                let value: serde_json::Value = serde_json::from_slice(&text).unwrap();
                let count = value.as_array().unwrap().len();
                drop(value);
                (start.elapsed(), processor_time() - cpu, format!("{}:0", count))
            }
            "decode serde_json" => {
                let issues: Vec<Issue> = serde_json::from_slice(&text).unwrap();
                let (wall, time) = (start.elapsed(), processor_time() - cpu);
                let tally = tally(&issues);
                let (start, cpu) = (Instant::now(), processor_time());
                drop(issues);
                (wall + start.elapsed(), time + processor_time() - cpu, tally)
            }
            "encode serde_json" => {
                output.clear();
                serde_json::to_writer(&mut output, &issues).unwrap();
                let (wall, time) = (start.elapsed(), processor_time() - cpu);
                let again: Vec<Issue> = serde_json::from_slice(&output).unwrap();
                (wall, time, tally(&again))
            }
            _ => {
                println!("unknown");
                continue;
            }
        };
        println!("{} {} {}", result.0.as_nanos(), result.1, result.2);
        std::io::stdout().flush().unwrap();
    }
}

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut TimeSpec) -> i32;
}

/// The process's user and system time in nanoseconds.
fn processor_time() -> u64 {
    let mut time = TimeSpec { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(if cfg!(target_os = "macos") { 12 } else { 2 }, &mut time) };
    time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
}
