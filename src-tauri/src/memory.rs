//! Returns unused memory to the system.

/// Makes the C library return large blocks to the system when they are freed.
///
/// By default it raises its threshold at the first freed large block, and keeps as much from then on: twenty unused
/// mebibytes after a record of two.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_large_blocks() {
    /// The least size of a large block, in bytes: the C library's initial threshold.
    const LARGE: libc::c_int = 128 << 10;
    // SAFETY: `mallopt` may be called at any time; it sets two parameters of the allocator under the allocator's own
    // lock. A rejected value changes nothing.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}

/// Other allocators do so by default.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}

/// Returns free pages to the system, once the current answer has been sent: reading a record leaves many small free
/// blocks.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_free_pages() {
    /// The longest time to send an answer to the page.
    const ANSWERED: std::time::Duration = std::time::Duration::from_secs(1);
    tauri::async_runtime::spawn_blocking(|| {
        std::thread::sleep(ANSWERED);
        // SAFETY: `malloc_trim` may be called at any time; it works under the allocator's own locks, and touches free
        // pages only.
        unsafe { libc::malloc_trim(0) }
    });
}

/// Other allocators do so by default.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_free_pages() {}

/// Makes the page's process check its memory a few times a minute and drop caches beyond the needs of a game. By
/// default it starts at a gigabyte, and grows by megabytes a minute while two engines play.
///
/// A web view accepts such limits only in the construction of its context, which Tauri does itself. So the limits are
/// set just before the class of contexts finishes a new one.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "neither Tauri nor the binding has a word for it")]
pub fn bound_the_page() {
    use webkit2gtk::WebContext;
    use webkit2gtk::glib::gobject_ffi::{GObjectClass, g_type_class_ref};
    use webkit2gtk::glib::prelude::StaticType as _;
    use webkit2gtk::glib::translate::IntoGlib as _;

    // SAFETY: the class of an existing type stays in place while we hold it, which we do to the end. Contexts are made
    // on the main thread, which is this one, so no other thread reads the class meanwhile.
    unsafe {
        let class = g_type_class_ref(WebContext::static_type().into_glib()).cast::<GObjectClass>();
        if let Some(finish) = (*class).constructed
            && page::FINISH.set(finish).is_ok()
        {
            (*class).constructed = Some(page::finish);
        }
    }
}

/// Other web views do so by default.
#[cfg(not(target_os = "linux"))]
pub fn bound_the_page() {}

#[cfg(target_os = "linux")]
mod page {
    use std::sync::OnceLock;

    use webkit2gtk::MemoryPressureSettings;
    use webkit2gtk::glib::gobject_ffi::{GObject, GObjectClass, g_object_class_find_property};
    use webkit2gtk::glib::prelude::ToValue as _;
    use webkit2gtk::glib::translate::ToGlibPtr as _;

    /// The base of the thresholds, in mebibytes. The process is not killed beyond it.
    const LIMIT_MIB: u32 = 100;
    /// Above the first threshold caches are dropped, above the second also data that takes milliseconds to rebuild. A
    /// game on the board needs about 55 MiB, as the web view counts.
    const CONSERVATIVE: f64 = 0.4;
    const STRICT: f64 = 0.6;
    /// The interval of the check, in seconds.
    const POLL_S: f64 = 20.0;

    /// The class's own function that finishes a context.
    pub static FINISH: OnceLock<unsafe extern "C" fn(*mut GObject)> = OnceLock::new();

    /// Sets the limits of a context under construction, then calls the class's own function.
    #[expect(unsafe_code, reason = "the property can be set while the object is made only")]
    pub unsafe extern "C" fn finish(context: *mut GObject) {
        let mut settings = MemoryPressureSettings::new();
        settings.set_memory_limit(LIMIT_MIB);
        settings.set_strict_threshold(STRICT);
        settings.set_conservative_threshold(CONSERVATIVE);
        settings.set_poll_interval(POLL_S);
        let value = settings.to_value();
        // SAFETY: GObject calls this with a context whose properties are set and which is not finished. The class sets
        // this property as GObject itself would, and copies the value. Without such a property nothing is set.
        unsafe {
            let class = (*context).g_type_instance.g_class.cast::<GObjectClass>();
            let property = g_object_class_find_property(class, c"memory-pressure-settings".as_ptr());
            if let (false, Some(set)) = (property.is_null(), (*class).set_property) {
                set(context, (*property).param_id, value.to_glib_none().0.cast_mut(), property);
            }
            if let Some(finish) = FINISH.get() {
                finish(context);
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use webkit2gtk::glib::gobject_ffi::{GObjectClass, g_object_class_find_property, g_type_class_ref};
    use webkit2gtk::glib::prelude::StaticType as _;
    use webkit2gtk::glib::translate::IntoGlib as _;
    use webkit2gtk::{MemoryPressureSettings, WebContext};

    #[test]
    #[expect(unsafe_code, reason = "classes have no other handle")]
    fn the_bounds_of_the_page_find_their_property() {
        super::bound_the_page();
        // SAFETY: the class stays in place, and is read on the thread that has just changed it.
        let (finish, property) = unsafe {
            let class = g_type_class_ref(WebContext::static_type().into_glib()).cast::<GObjectClass>();
            let property = g_object_class_find_property(class, c"memory-pressure-settings".as_ptr());
            ((*class).constructed, property.as_ref().map(|property| property.value_type))
        };
        let ours: unsafe extern "C" fn(_) = super::page::finish;
        assert_eq!(finish.map(|finish| finish as usize), Some(ours as usize), "a new context is finished by us first");
        assert_eq!(property, Some(MemoryPressureSettings::static_type().into_glib()));
    }
}
