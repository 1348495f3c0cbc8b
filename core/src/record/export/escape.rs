//! Text inside XML and HTML.

/// Replaces the four characters that have a meaning in XML and HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
