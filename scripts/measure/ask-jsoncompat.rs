// Answers containment questions, one JSON line each: {"sub": …, "sup": …} → {"contained": …, "ms": …} or {"none": …, "ms": …}.
use cpu_time::ProcessTime;
use jsoncompat::{Role, SchemaDocument, check_compat};
use serde_json::{Value, json};
use std::io::{BufRead, Write, stdin, stdout};

fn answer(question: &Value) -> Result<bool, String> {
    let sub = SchemaDocument::from_json(&question["sub"]).map_err(|error| error.to_string())?;
    let sup = SchemaDocument::from_json(&question["sup"]).map_err(|error| error.to_string())?;
    // What a reader accepted before, it still accepts: the old schema is contained in the new one.
    check_compat(&sub, &sup, Role::Deserializer).map_err(|error| error.to_string())
}

fn main() {
    for line in stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let start = ProcessTime::now();
        let mut said = match answer(&question) {
            Ok(contained) => json!({ "contained": contained }),
            Err(error) => json!({ "none": error }),
        };
        said["ms"] = json!(start.elapsed().as_secs_f64() * 1000.0);
        println!("{said}");
        stdout().flush().unwrap();
    }
}
