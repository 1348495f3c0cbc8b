//! Makes Tauri read `tauri.conf.json` and the capabilities, which are outside its usual folder.

fn main() {
    println!("cargo:rerun-if-changed=src-tauri/capabilities");
    tauri_build::try_build(tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*"))
        .expect("tauri.conf.json and src-tauri/capabilities are valid");
}
