//! What the window does with memory that it no longer needs.

/// Has large blocks go back to the system as soon as they are free.
///
/// Left alone, the C library takes the first large block that is freed as a sign that more will come, and keeps as much
/// from then on: after a record of two mebibytes was read, twenty that nobody used.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_large_blocks() {
    /// Where a block of memory begins to be large, in bytes: the C library's own first bound.
    const LARGE: libc::c_int = 128 << 10;
    // SAFETY: `mallopt` may be called at any time; it sets two bounds of the allocator, under the allocator's own lock. What
    // it refuses stays as it was.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() {}

/// Gives the system the free pages between what is in use, once the answer under way has left: a record that was read
/// leaves many small ones behind.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library's allocator has no other handle")]
pub fn return_free_pages() {
    /// How long the longest answer is on its way to the page.
    const ANSWERED: std::time::Duration = std::time::Duration::from_secs(1);
    tauri::async_runtime::spawn_blocking(|| {
        std::thread::sleep(ANSWERED);
        // SAFETY: `malloc_trim` may be called at any time; it works under the allocator's own locks, and touches free
        // pages only.
        unsafe { libc::malloc_trim(0) }
    });
}

/// Other systems' allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_free_pages() {}

/// Has the page's process look at its memory a few times a minute and drop what it can do without, once it has more
/// than a game on the board needs. Left alone it begins at a gigabyte, and grows by megabytes a minute while two engines
/// play.
///
/// A web view takes such bounds only while its context is made, and Tauri makes that without asking. So they are handed
/// over just before the class of contexts finishes a new one.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "neither Tauri nor the binding has a word for it")]
pub fn bound_the_page() {
    use webkit2gtk::WebContext;
    use webkit2gtk::glib::gobject_ffi::{GObjectClass, g_type_class_ref};
    use webkit2gtk::glib::prelude::StaticType as _;
    use webkit2gtk::glib::translate::IntoGlib as _;

    // SAFETY: the class of a type that exists stays where it is while we hold it, which we do to the end; contexts are
    // made on the main thread, on which we are, so nobody reads the class meanwhile.
    unsafe {
        let class = g_type_class_ref(WebContext::static_type().into_glib()).cast::<GObjectClass>();
        if let Some(finish) = (*class).constructed
            && page::FINISH.set(finish).is_ok()
        {
            (*class).constructed = Some(page::finish);
        }
    }
}

/// Other systems' web views do so by themselves.
#[cfg(not(target_os = "linux"))]
pub fn bound_the_page() {}

#[cfg(target_os = "linux")]
mod page {
    use std::sync::OnceLock;

    use webkit2gtk::MemoryPressureSettings;
    use webkit2gtk::glib::gobject_ffi::{GObject, GObjectClass, g_object_class_find_property};
    use webkit2gtk::glib::prelude::ToValue as _;
    use webkit2gtk::glib::translate::ToGlibPtr as _;

    /// What the thresholds are parts of, in mebibytes. The process is not ended when it has more.
    const LIMIT_MIB: u32 = 100;
    /// From here on caches are dropped; from there on also what costs some milliseconds to make again. A game on the
    /// board needs about 55, as the web view counts.
    const CONSERVATIVE: f64 = 0.4;
    const STRICT: f64 = 0.6;
    /// How often it looks, in seconds.
    const POLL_S: f64 = 20.0;

    /// How the class itself finishes a context.
    pub static FINISH: OnceLock<unsafe extern "C" fn(*mut GObject)> = OnceLock::new();

    /// Hands the bounds to a context that is being made, and lets its class finish it.
    #[expect(unsafe_code, reason = "the property can be set while the object is made only")]
    pub unsafe extern "C" fn finish(context: *mut GObject) {
        let mut settings = MemoryPressureSettings::new();
        settings.set_memory_limit(LIMIT_MIB);
        settings.set_strict_threshold(STRICT);
        settings.set_conservative_threshold(CONSERVATIVE);
        settings.set_poll_interval(POLL_S);
        let value = settings.to_value();
        // SAFETY: GObject calls this with a context whose properties are set and which is not finished; the class sets
        // this property as GObject itself would, and copies the value. Where there is no such property nothing is set.
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
        // SAFETY: the class stays where it is, and is read on the thread that has just changed it.
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
