//! The bill of materials: what NOTICES.md lists, in the form of CycloneDX 1.6.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::notices::{self, Package};
use crate::{Outcome, lockfiles, write};

/// The fonts of which outlines and cuts are in the programs.
const FONTS: [(&str, &str); 3] = [
    ("LXGW WenKai", "https://github.com/lxgw/LxgwWenKai"),
    ("Source Sans 3", "https://github.com/adobe-fonts/source-sans"),
    ("Source Serif 4", "https://github.com/adobe-fonts/source-serif"),
];

/// Writes the bill to `file`. The same lockfiles give the same bytes: it has no date and no serial number.
///
/// # Errors
/// A sentence, if a lockfile or a package cannot be read.
pub fn run(top: &Path, file: &str) -> Outcome {
    let text = serde_json::to_string_pretty(&document(top)?).expect("our own value");
    write(top, file, format!("{text}\n").as_bytes())
}

fn document(top: &Path) -> Result<Value, String> {
    let (version, _) = crate::release::named(top)?;
    let crates = lockfiles::crates(top)?;
    let sums: HashMap<(&str, &str), &str> =
        crates.iter().map(|it| ((it.name.as_str(), it.version.as_str()), it.checksum.as_str())).collect();
    let scripts = lockfiles::scripts(top)?;
    let script_sums: HashMap<(&str, &str), &str> =
        scripts.iter().map(|it| ((it.name.as_str(), it.version.as_str()), it.checksum.as_str())).collect();
    let mut components = Vec::new();
    for package in notices::crates(top)? {
        let sum = sums.get(&(package.name.as_str(), package.version.as_str()));
        components.push(component(&package, "cargo", "SHA-256", sum));
    }
    for package in notices::scripts(top)? {
        let sum = script_sums.get(&(package.name.as_str(), package.version.as_str()));
        components.push(component(&package, "npm", "SHA-512", sum));
    }
    components.extend(FONTS.map(|(name, address)| {
        json!({
            "type": "data",
            "bom-ref": name,
            "name": name,
            "licenses": [{ "license": { "id": "OFL-1.1" } }],
            "externalReferences": [{ "type": "website", "url": address }],
        })
    }));
    let parts: Vec<Value> = components.iter().map(|component| component["bom-ref"].clone()).collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "duiyi",
                "name": "duiyi",
                "version": version,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components,
        "dependencies": [{ "ref": "duiyi", "dependsOn": parts }],
    }))
}

fn component(package: &Package, registry: &str, algorithm: &str, sum: Option<&&str>) -> Value {
    let Package { name, version, expression, .. } = package;
    // The scope of a package is escaped in its address.
    let address = format!("pkg:{registry}/{}@{version}", name.replace('@', "%40"));
    let mut component = json!({
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        // Older crates write a slash for a choice.
        "licenses": [{ "expression": expression.replace('/', " OR ") }],
        "purl": address,
    });
    if let Some(sum) = sum {
        component["hashes"] = json!([{ "alg": algorithm, "content": sum }]);
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_has_address_licence_and_checksum() {
        let package = Package {
            name: "@scope/name".to_owned(),
            version: "1.2.3".to_owned(),
            expression: "MIT/Apache-2.0".to_owned(),
            repository: String::new(),
            folder: std::path::PathBuf::new(),
        };
        let made = component(&package, "npm", "SHA-512", Some(&"00ff"));
        assert_eq!(made["purl"], "pkg:npm/%40scope/name@1.2.3");
        assert_eq!(made["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(made["hashes"][0]["content"], "00ff");
        assert!(component(&package, "npm", "SHA-512", None).get("hashes").is_none());
    }
}
