//! exactcover
