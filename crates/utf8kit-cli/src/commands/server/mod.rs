//! The verb `server`: a language server, which shows findings while somebody types.
//!
//! A thread reads messages ([`wire`]); this one answers them, and checks documents when no message waits. The text of a document is
//! [`text`], what is known of it [`document`], and what is offered for it [`actions`] and [`hover`].

mod actions;
mod document;
mod hover;
mod protocol;
mod pull;
mod text;
mod uri;
mod wire;

use crate::config::{Baselines, CONFIGURING, Configs, Directory, Flags as ConfigFlags};
use crate::escape;
use crate::flags::Flags;
use crate::flags::common::ConfigArgs;
use crate::io::neighbors::Directories;
use crate::io::path::here;
use crate::io::stdout::Exit;
use crate::message::{complain, reason};
use actions::{Abilities, Actions};
use clap::Args as Group;
use document::Document;
use protocol::{CodeAction, Diagnostic, DidChange, DidOpen, Initialize, OfDocument, Published, Range, Unit};
use pull::Pull;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use wire::{Code, Incoming, Received, Writer};

/// Messages that wait at most. The client waits with more.
const MOST_WAITING: usize = 64;

/// The bytes of several messages that wait at most: 64 MiB.
const MOST_BYTES: usize = 64 << 20;

/// How long messages come before a check that is due.
const LATEST: Duration = Duration::from_secs(1);

/// Run a language server: editors show findings, and what repairs them, as one types.
///
/// It reads the Language Server Protocol from standard input and writes it to standard output. The configuration is the closest
/// utf8kit.toml above each file, as for `utf8 check`.
#[derive(Group, Debug)]
pub(crate) struct ServerArgs {
    /// Standard input and output are used anyway
    #[arg(long, hide = true)]
    stdio: bool,

    #[command(flatten)]
    configuration: ConfigArgs,
}

impl Flags for ServerArgs {}

/// Serves one client.
pub(crate) fn run(args: ServerArgs) -> Exit {
    match Server::new(args.configuration, Writer::new(io::stdout())) {
        Ok(server) => serve(server),
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

/// Answers messages until the client ends the session, or is gone.
fn serve(mut server: Server<impl Write>) -> Exit {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    let waiting = Arc::new(Waiting::default());
    let counter = Arc::clone(&waiting);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let read = wire::read(&mut input);
            let bytes = read.as_ref().map(|read| read.as_ref().map(|(_, bytes)| *bytes));
            let bytes = bytes.unwrap_or_default();
            counter.add(bytes.unwrap_or_default());
            if sender.send(read).is_err() || bytes.is_none() {
                return;
            }
        }
    });
    loop {
        let (message, bytes) = match next(&receiver, server.due()) {
            Some(Ok(Some(message))) => message,
            Some(Ok(None)) => return server.exit(),
            Some(Err(error)) => {
                complain(&format!("standard input: {}", reason(&error)));
                return Exit::Failed;
            }
            None => match server.check(&|| waiting.is_empty()) {
                Ok(()) => continue,
                Err(error) => return server.stopped(&error),
            },
        };
        waiting.remove(bytes);
        match server.take(message) {
            Ok(None) => {}
            Ok(Some(exit)) => return exit,
            Err(error) => return server.stopped(&error),
        }
    }
}

/// The messages that were read and not taken, and their bytes.
#[derive(Default)]
struct Waiting {
    messages: Mutex<(usize, usize)>,
    is_taken: Condvar,
}

impl Waiting {
    fn messages(&self) -> MutexGuard<'_, (usize, usize)> {
        self.messages.lock().expect("no thread panics while it counts")
    }

    /// Adds a message of some bytes, when there is place for it.
    fn add(&self, bytes: usize) {
        let is_full = |&mut (count, waiting): &mut (usize, usize)| count > 0 && waiting + bytes > MOST_BYTES;
        let mut messages = self
            .is_taken
            .wait_while(self.messages(), is_full)
            .expect("no thread panics while it counts");
        messages.0 += 1;
        messages.1 += bytes;
    }

    /// Removes a message of some bytes.
    fn remove(&self, bytes: usize) {
        let mut messages = self.messages();
        messages.0 -= 1;
        messages.1 -= bytes;
        self.is_taken.notify_one();
    }

    fn is_empty(&self) -> bool {
        self.messages().0 == 0
    }
}

/// Returns what was read next, or `None` if something is due, and nothing waits or it is due for long.
fn next<T>(
    receiver: &Receiver<io::Result<Option<T>>>,
    due: Option<Instant>,
) -> Option<io::Result<Option<T>>> {
    let Some(due) = due else {
        return Some(receiver.recv().unwrap_or(Ok(None)));
    };
    let now = Instant::now();
    if now.saturating_duration_since(due) > LATEST {
        return None;
    }
    match receiver.recv_timeout(due.saturating_duration_since(now)) {
        Ok(read) => Some(read),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Ok(None)),
    }
}

/// How far a session is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Started,
    Initialized,
    ShutDown,
}

struct Server<W> {
    out: Writer<W>,
    state: State,
    configuration: ConfigArgs,
    configs: Configs,
    directories: Arc<Directories>,
    here: PathBuf,
    unit: Unit,
    abilities: Abilities,
    /// Whether the client asks for diagnostics.
    pull: Pull,
    /// Whether the client says which files change.
    watches: bool,
    documents: BTreeMap<String, Document>,
    /// The errors in configurations that were shown.
    complained: HashSet<String>,
}

impl<W: Write> Server<W> {
    fn new(configuration: ConfigArgs, out: Writer<W>) -> Result<Server<W>, String> {
        Ok(Server {
            out,
            state: State::Started,
            configs: configs(&configuration)?,
            configuration,
            directories: Arc::default(),
            here: here()?,
            unit: Unit::Utf16,
            abilities: Abilities::default(),
            pull: Pull::default(),
            watches: false,
            documents: BTreeMap::new(),
            complained: HashSet::new(),
        })
    }

    /// Returns the exit code at the end of a session. The protocol wants 1 if the client did not shut down before.
    fn exit(&self) -> Exit {
        match self.state {
            State::ShutDown => Exit::Clean,
            State::Started | State::Initialized => Exit::Findings,
        }
    }

    /// Returns the exit code after a message could not be written. A client that is gone is none to report to.
    fn stopped(&self, error: &io::Error) -> Exit {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return self.exit();
        }
        complain(&format!("standard output: {}", reason(error)));
        Exit::Failed
    }

    /// Returns when the next document is to be checked.
    fn due(&self) -> Option<Instant> {
        let unasked = self
            .documents
            .values()
            .filter(|document| self.pull.is_unasked(document));
        unasked.filter_map(Document::due).min()
    }

    /// Takes a message. Returns the exit code if it is the last one.
    fn take(&mut self, read: Received) -> io::Result<Option<Exit>> {
        let message = match read {
            Received::Message(message) => message,
            Received::Malformed(wire::Malformed { id, code, message }) => {
                self.out.fail(&id, code, &message)?;
                return Ok(None);
            }
        };
        let Incoming { id, method, params } = message;
        match (id, method) {
            (None, Some(method)) if method == "exit" => return Ok(Some(self.exit())),
            (None, Some(method)) => self.notified(&method, params)?,
            (Some(id), Some(method)) => match self.answer(&method, params) {
                Ok(result) => self.out.respond(&id, &result)?,
                Err((code, message)) => self.out.fail(&id, code, &message)?,
            },
            // A response: no request of ours needs one.
            (_, None) => {}
        }
        Ok(None)
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Answer, (Code, String)> {
        match (self.state, method) {
            (State::Started, "initialize") => self.initialize(of(params)?).map(Answer::Value),
            (State::Started, _) => Err((
                Code::ServerNotInitialized,
                "the first request is `initialize`".to_owned(),
            )),
            (State::Initialized, "shutdown") => {
                self.state = State::ShutDown;
                self.documents.clear();
                Ok(Answer::Value(Value::Null))
            }
            (State::Initialized, "textDocument/hover") => {
                let params: OfDocument = of(params)?;
                let document = self.document(&params.text_document.uri);
                Ok(Answer::Value(document.map_or(Value::Null, |document| {
                    hover::hover(document, document.text.offset(params.position))
                })))
            }
            (State::Initialized, "textDocument/diagnostic") => Ok(Answer::Value(self.pulled(&of(params)?))),
            (State::Initialized, "textDocument/codeAction") => Ok(self.actions(&of(params)?)),
            (State::Initialized, "initialize") | (State::ShutDown, _) => Err((
                Code::InvalidRequest,
                "the session has begun before, or has ended".to_owned(),
            )),
            (State::Initialized, _) => Err((
                Code::MethodNotFound,
                format!("no such method: {}", escape::text(method.as_bytes())),
            )),
        }
    }

    fn initialize(&mut self, params: Initialize) -> Result<Value, (Code, String)> {
        let Initialize {
            capabilities,
            options,
        } = params;
        let has = |pointer: &str| capabilities.pointer(pointer) == Some(&Value::Bool(true));
        self.unit = Unit::offered(&capabilities);
        self.abilities = Abilities {
            has_versions: has("/workspace/workspaceEdit/documentChanges"),
            reopens: options.get("reopenWithEncoding") == Some(&Value::Bool(true)),
        };
        self.pull = Pull::offered(&capabilities);
        self.watches = has("/workspace/didChangeWatchedFiles/dynamicRegistration");
        self.state = State::Initialized;
        let mut capabilities = json!({
            "positionEncoding": self.unit.name(),
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            "codeActionProvider": { "codeActionKinds": actions::KINDS },
        });
        if let Some(provider) = self.pull.provider() {
            capabilities["diagnosticProvider"] = provider;
        }
        Ok(json!({
            "capabilities": capabilities,
            "serverInfo": { "name": "utf8", "version": env!("CARGO_PKG_VERSION") },
        }))
    }

    /// Takes a notification. One whose parameters are wrong has no effect, as there is no answer to say so in.
    fn notified(&mut self, method: &str, params: Value) -> io::Result<()> {
        if self.state != State::Initialized {
            return Ok(());
        }
        let identified = |params| of::<OfDocument>(params).map(|params| params.text_document.uri);
        match method {
            "initialized" if self.watches => self.watch()?,
            "textDocument/didOpen" => {
                if let Ok(DidOpen { text_document: item }) = of(params) {
                    self.reload();
                    let path = uri::path(&item.uri);
                    let is_file = path.is_some();
                    let path = path.unwrap_or_else(|| uri::unsaved(&self.here, &item.language_id));
                    let document = Document::new(item, path, is_file, self.unit);
                    self.documents.insert(document.uri.clone(), document);
                }
            }
            "textDocument/didChange" => self.change(params)?,
            "textDocument/didSave" => {
                if let Ok(uri) = identified(params)
                    && let Some(document) = self.documents.get_mut(&uri)
                {
                    document.read_file(self.unit);
                    let name = document.path.file_name().unwrap_or_default();
                    let is_configuring = CONFIGURING.iter().any(|configuring| name == *configuring);
                    if is_configuring || self.has_read(&uri) {
                        self.expire()?;
                    }
                }
                self.reload();
            }
            "textDocument/didClose" => {
                if let Ok(uri) = identified(params)
                    && self.documents.remove(&uri).is_some()
                {
                    self.publish(&uri, None, &[])?;
                }
            }
            "workspace/didChangeWatchedFiles" => {
                self.reload();
                self.expire()?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Changes a document. One whose change cannot be read is not shown until its whole text comes: edits would be for another text.
    fn change(&mut self, params: Value) -> io::Result<()> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let Some(document) = uri.and_then(|uri| self.documents.get_mut(uri)) else {
            return Ok(());
        };
        match of::<DidChange>(params) {
            Ok(change) => {
                document.change(change, self.unit);
                Ok(())
            }
            Err(_) => {
                document.lose();
                let uri = document.uri.clone();
                self.publish(&uri, None, &[])
            }
        }
    }

    /// Asks the client to say when a configuration changes.
    fn watch(&mut self) -> io::Result<()> {
        let given = self.configuration.config.as_deref().and_then(Path::file_name);
        let given = given.map(|name| name.to_string_lossy());
        let watchers: Vec<_> = CONFIGURING
            .into_iter()
            .chain(given.as_deref())
            .map(|name| json!({ "globPattern": format!("**/{name}") }))
            .collect();
        let registration = json!({
            "id": "utf8-configurations",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let params = json!({ "registrations": [registration] });
        self.out.request("client/registerCapability", Some(&params))
    }

    /// Returns `true` if the file of a document is a configuration or a baseline of one that is open.
    fn has_read(&self, uri: &str) -> bool {
        // What was read before a file was opened is forgotten.
        for document in self.documents.values() {
            let _ = self.configs.directory_of(&document.path);
        }
        let saved = self.documents.get(uri);
        saved.is_some_and(|document| self.configs.has_read(&document.path))
    }

    /// Forgets what was read of configurations, baselines and directories.
    fn reload(&mut self) {
        if let Ok(configs) = configs(&self.configuration) {
            self.configs = configs;
        }
        self.directories = Arc::default();
    }

    /// Has all documents checked again.
    fn expire(&mut self) -> io::Result<()> {
        self.complained.clear();
        self.documents.values_mut().for_each(Document::expire);
        self.refresh()
    }

    /// Checks the documents that are due, and shows their findings. `is_wanted` returns `false` when a message waits.
    fn check(&mut self, is_wanted: &dyn Fn() -> bool) -> io::Result<()> {
        let now = Instant::now();
        let due = |document: &&Document| {
            self.pull.is_unasked(document) && document.due().is_some_and(|due| due <= now)
        };
        let uris: Vec<_> = self
            .documents
            .values()
            .filter(due)
            .map(|document| document.uri.clone())
            .collect();
        let mut has_shown = false;
        for uri in uris {
            let Some(mut document) = self.documents.remove(&uri) else {
                continue;
            };
            let shows = match self.directory(&document)? {
                Some(directory) => document.check(&directory, &self.directories, is_wanted),
                None => document.check_none(),
            };
            if shows {
                self.publish(&uri, document.version, &diagnostics(&document))?;
            }
            has_shown |= shows;
            self.documents.insert(uri, document);
        }
        match has_shown {
            true => self.refresh(),
            false => Ok(()),
        }
    }

    /// Returns the directory of a document with its configuration; `None` if that is wrong, or excludes the document. What is wrong is
    /// shown once.
    fn directory(&mut self, document: &Document) -> io::Result<Option<Arc<Directory>>> {
        match self.configs.directory_of(&document.path) {
            Ok(_) if self.excludes(document) => Ok(None),
            Ok(directory) => Ok(Some(directory)),
            Err(message) => {
                if self.complained.insert(message.to_string()) {
                    let params = json!({ "type": 1, "message": format!("utf8: {message}") });
                    self.out.notify("window/showMessage", &params)?;
                }
                Ok(None)
            }
        }
    }

    /// Returns `true` if a walk would not come to the file.
    fn excludes(&self, document: &Document) -> bool {
        let mut paths = document
            .path
            .ancestors()
            .filter(|path| path.file_name().is_some());
        paths.any(|path| self.configs.excludes(path))
    }

    /// Returns the findings of a document for a client that asks for them. A text that is not known has none.
    fn pulled(&mut self, params: &OfDocument) -> Value {
        let Some(mut document) = self.documents.remove(&params.text_document.uri) else {
            return pull::report(&[], None);
        };
        if !document.is_lost() && document.due().is_some() {
            if !self.pull.refreshes {
                // It would not ask for what is found later.
                document.expire();
            }
            // An error of the output is told by the response to this, which cannot be written either.
            match self.directory(&document).unwrap_or(None) {
                Some(directory) => document.check(&directory, &self.directories, &|| true),
                None => document.check_none(),
            };
        }
        let report = pull::report(&diagnostics(&document), params.previous_result_id.as_deref());
        self.documents.insert(document.uri.clone(), document);
        report
    }

    /// Has a client that asks for findings ask again.
    fn refresh(&mut self) -> io::Result<()> {
        match self.pull.is_used && self.pull.refreshes {
            true => self.out.request("workspace/diagnostic/refresh", None),
            false => Ok(()),
        }
    }

    /// Shows findings, unless the client asks for them.
    fn publish(&mut self, uri: &str, version: Option<i64>, diagnostics: &[Diagnostic]) -> io::Result<()> {
        if self.pull.is_used {
            return Ok(());
        }
        let published = Published {
            uri,
            version,
            diagnostics,
        };
        self.out.notify("textDocument/publishDiagnostics", &published)
    }

    /// Returns a document whose text is known.
    fn document(&self, uri: &str) -> Option<&Document> {
        self.documents.get(uri).filter(|document| !document.is_lost())
    }

    fn actions(&self, params: &OfDocument) -> Answer {
        let Some(document) = self.document(&params.text_document.uri) else {
            return Answer::Value(Value::Null);
        };
        let Ok(directory) = self.configs.directory_of(&document.path) else {
            return Answer::Value(Value::Null);
        };
        if self.excludes(document) {
            return Answer::Value(Value::Null);
        }
        let actions = Actions {
            document,
            directory: &directory,
            directories: &self.directories,
            abilities: self.abilities,
        };
        let range = document.text.bytes(params.range);
        Answer::Actions(actions.at(&range, params.context.only.as_deref()))
    }
}

/// Returns the configurations of all files, with what the command line says of them.
fn configs(args: &ConfigArgs) -> Result<Configs, String> {
    let flags = ConfigFlags {
        baseline: Baselines::Configured(Mutex::default()),
        attributes: !args.no_config,
        ..ConfigFlags::none()
    };
    Configs::new(args.into(), flags)
}

/// What answers a request.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Value(Value),
    Actions(Vec<CodeAction>),
}

/// Reads parameters.
fn of<T: DeserializeOwned>(params: Value) -> Result<T, (Code, String)> {
    if !params.is_object() {
        return Err((Code::InvalidParams, "expected an object".to_owned()));
    }
    serde_json::from_value(params).map_err(|error| (Code::InvalidParams, error.to_string()))
}

/// Returns the findings of a document.
fn diagnostics(document: &Document) -> Vec<Diagnostic> {
    let mut positions = document.text.positions();
    let shown = document.shown.iter();
    let mut diagnostics: Vec<_> = shown
        .map(|shown| Diagnostic::new(&shown.finding, positions.range(&shown.range)))
        .collect();
    if document.has_more {
        diagnostics.push(more(document.shown.len()));
    }
    diagnostics
}

/// Returns what says that there are more findings than the `shown` ones.
fn more(shown: usize) -> Diagnostic {
    Diagnostic {
        range: Range::default(),
        severity: 3,
        code: None,
        code_description: None,
        source: "utf8",
        message: format!("the first {shown} findings are shown; `utf8 check` lists all"),
    }
}
