//! The desktop program: selects the graphics mode, then opens the window.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::path::PathBuf;
use std::process::ExitCode;

use duiyi_host::allocator::EndingAllocator;

#[global_allocator]
static ALLOCATOR: EndingAllocator = EndingAllocator;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    safe_graphics::ensure();

    match std::panic::catch_unwind(|| duiyi_desktop_lib::run(files())) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            duiyi_desktop_lib::failure::report(&error.to_string());
            ExitCode::FAILURE
        }
        Err(_) => {
            duiyi_desktop_lib::failure::report_panic();
            ExitCode::FAILURE
        }
    }
}

/// Returns the files among the arguments, as absolute paths: the receiving window may have another current folder, and
/// an AppImage has changed into its own.
fn files() -> Vec<PathBuf> {
    let start = duiyi_host::app_image::start_folder().unwrap_or_default();
    let is_switch = |argument: &std::ffi::OsString| argument.as_encoded_bytes().starts_with(b"-");
    let named = std::env::args_os().skip(1).filter(|argument| !is_switch(argument));
    named.map(|name| std::path::absolute(start.join(&name)).unwrap_or_else(|_| name.into())).collect()
}

/// WebKitGTK's DMA-BUF renderer shows an empty window with NVIDIA's own driver. Without it every other card is slower.
/// So it is disabled only with that driver, or at the person's request.
#[cfg(target_os = "linux")]
mod safe_graphics {
    use std::{env, os::unix::process::CommandExt, path::Path, process::Command};

    const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

    /// Restarts this program in place without the renderer, if necessary and not yet done.
    ///
    /// A running process cannot change its environment safely, hence the restart; `exec` keeps the process id.
    pub fn ensure() {
        let asked = env::args_os().skip(1).any(|argument| argument == "--safe-graphics");
        let nvidia = Path::new("/proc/driver/nvidia").exists();
        if (!asked && !nvidia) || env::var_os(VARIABLE).is_some() {
            return;
        }
        let Ok(program) = env::current_exe() else { return };
        // `exec` returns only on failure; the window then opens with the default renderer.
        let error = Command::new(program).args(env::args_os().skip(1)).env(VARIABLE, "1").exec();
        eprintln!("duiyi-desktop: safe graphics are not available: {error}");
    }
}
