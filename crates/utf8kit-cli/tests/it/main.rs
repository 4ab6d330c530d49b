//! The command from the outside.

mod allow;
mod arranged;
mod attributes;
mod baseline;
mod certainty;
mod changed;
mod check;
mod check_as;
mod check_summary;
mod clauses;
mod columns;
mod common;
mod completions;
mod compressed;
mod config;
mod configuration;
mod convert;
mod convert_family;
#[cfg(unix)]
mod convert_files;
mod convert_legacy;
mod convert_many_errors;
mod convert_numbers;
mod convert_offsets;
mod convert_pages;
mod convert_signature;
mod count;
mod declared;
mod detect;
mod double_encoded;
mod escapes;
mod exit_codes;
mod fix;
mod formats;
mod habits;
mod help;
mod hidden;
mod html;
mod init;
mod inspect;
mod inspect_encoded;
#[cfg(unix)] // the scripts are for a shell
mod integrations;
mod iso2022;
mod levels;
mod links;
mod lists;
#[cfg(unix)]
mod live;
mod misread;
mod mixed;
#[cfg(unix)] // elsewhere names are not bytes
mod names;
#[cfg(unix)]
mod names_in_archives;
mod neighbors;
mod reasons;
mod reports;
mod rules;
mod sarif;
#[cfg(unix)]
mod screens;
mod server;
mod statistics;
mod stdin;
#[cfg(unix)]
mod terminal;
#[cfg(unix)] // processes are ended by signals
mod watch;
mod what_next;
