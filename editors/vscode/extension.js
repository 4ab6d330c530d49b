// Starts `utf8 server` for all documents, and opens a document again in the encoding that the server names.

const fs = require("fs");
const path = require("path");
const { commands, window, workspace, Uri } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

// The command: of the settings, of a folder that is trusted, or of the search path.
function command() {
  const configured = workspace.getConfiguration("utf8").get("path");
  if (configured) return configured;
  const name = process.platform === "win32" ? "utf8.exe" : "utf8";
  const folders = workspace.isTrusted ? workspace.workspaceFolders ?? [] : [];
  const bins = [["node_modules", ".bin"], [".venv", process.platform === "win32" ? "Scripts" : "bin"]];
  const found = folders
    .filter((folder) => folder.uri.scheme === "file")
    .flatMap((folder) => bins.map((bin) => path.join(folder.uri.fsPath, ...bin, name)))
    .find((file) => fs.existsSync(file));
  return found ?? name;
}

async function start() {
  const args = ["server", ...workspace.getConfiguration("utf8").get("arguments")];
  client = new LanguageClient("utf8", "utf8", { command: command(), args }, {
    documentSelector: [{ scheme: "file" }, { scheme: "untitled" }],
    initializationOptions: { reopenWithEncoding: true },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`utf8: ${error.message}. Install it, or name it in the setting utf8.path.`);
  }
}

async function restart() {
  await client?.stop().catch(() => {});
  await start();
}

// The name of an encoding in VS Code: windows1252, shiftjis, utf16le, koi8r.
function nameInCode(encoding) {
  const name = encoding.toLowerCase().replace(/[^a-z0-9]/g, "");
  return { big5: "big5hkscs", macintosh: "macroman", windows31j: "shiftjis" }[name] ?? name;
}

// Since VS Code 1.100, an extension can choose the encoding of a document that was not changed. Else the user does.
async function reopen(uri, encoding) {
  const target = Uri.parse(uri);
  const wanted = nameInCode(encoding);
  const opened = await workspace.openTextDocument(target, { encoding: wanted }).then((document) => document, () => undefined);
  await window.showTextDocument(target);
  if (opened?.encoding !== wanted) {
    await commands.executeCommand("workbench.action.editor.changeEncoding");
  }
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("utf8.restart", restart),
    commands.registerCommand("utf8.reopenWithEncoding", reopen),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("utf8") && restart()),
  );
  await start();
}

module.exports = { activate, deactivate: () => client?.stop() };
