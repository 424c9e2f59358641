//! judge-io
