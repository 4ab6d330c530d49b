/**
 * The first stage of the page: input, verdict, tabs, and the view of bits.
 *
 * It loads only the small module `utf8kit/inspect`. The rest (`more.ts`, its worker and the module with names, rules and tables)
 * loads after the first input is drawn.
 */
import { views, type App, type Meant, type More, type Source, type View } from "./app";
import { Bits } from "./bits";
import { by, count, h, many, message, size } from "./dom";
import { encodeText, kindNames, kinds, type Kind, type Notation } from "./input";
import type { Policy } from "./protocol";
import { fromHash, LONGEST, toHash } from "./state";

/** A longer text that is pasted does not go through the text field, which would take seconds to lay it out. */
const LONG_PASTE = 20_000;
/** A text of so many bytes is always shown from its start. */
const SHORT = 200;
/** Milliseconds without a keystroke before the whole input is analysed. */
const PAUSE = 150;

const text = by<HTMLTextAreaElement>("text");
const kind = by<HTMLSelectElement>("kind");
const encoding = by<HTMLSelectElement>("encoding");
const file = by<HTMLInputElement>("file");
const verdict = by("verdict");

const bits = new Bits(by("bits"));
let source: Source | null = null;
let view: View = "bits";
let offset = 0;
let policy: Policy = "replace";
let also: App["also"] = { found: [], repaired: [] };
let more: Promise<More> | null = null;
/** Whether the chooser has all encodings. */
let isComplete = false;
let pause = 0;
let update = 0;

const app: App = {
  get view() {
    return view;
  },
  get encoding() {
    return encoding.value;
  },
  get offset() {
    return offset;
  },
  get policy() {
    return policy;
  },
  set policy(value) {
    policy = value;
    save();
  },
  get also() {
    return also;
  },
  set also(value) {
    also = value;
    save();
  },
  goTo(at) {
    offset = at;
    select("bits");
    save();
    void bits.goTo(at);
  },
  setText(value) {
    drop();
    text.value = value;
    kind.value = "text";
    offset = 0;
    void refresh();
    text.focus();
  },
  setEncoding(name) {
    encoding.value = name;
    void refresh();
  },
  refresh: () => void refresh(),
  hold,
  progress(read, of) {
    by("work").hidden = read === null;
    if (read === null) return;
    by<HTMLProgressElement>("progress").value = of ? read / of : 1;
    by("read").textContent = `${size(read)} of ${size(of)}`;
  },
  verdict(errors, first, others, meant) {
    judge(errors, first, others, meant);
    // Read aloud once the whole is known, not at every keystroke.
    by("said").textContent = verdict.hidden ? "" : verdict.textContent;
  },
  save,
};

/** What the address has from the page. Another one is of a link that is followed: the browser says so later, and then it is restored. */
let written = location.hash;

function save() {
  if (location.hash !== written) return;
  const kept = source?.blob ? null : text.value;
  const { hash, isCut } = toHash({
    view, encoding: encoding.value, kind: kind.value as Kind, text: kept, size: source?.size ?? 0, offset, policy,
    also: { found: [...also.found], repaired: [...also.repaired] },
  });
  by("cut").hidden = !isCut || !!source?.name;
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
  written = location.hash;
}

/** What the first stage knows of a short text. */
let known: { errors: number; characters: number; first: string | null } | null = null;

function judge(errors: number | null, first: string | null, others: number, meant: Meant | null) {
  if (known) {
    errors = known.errors;
    first = known.first ?? first;
  }
  verdict.hidden = errors === null;
  if (errors === null) return;
  const bytes = many(source?.size ?? 0, "byte");
  const sequences = many(errors, "ill-formed sequence");
  verdict.className = errors ? "ill" : others ? "doubt" : "well";
  verdict.replaceChildren(
    h("span", { class: "sign", "aria-hidden": "true" }, errors ? "✕" : others ? "!" : "✓"),
    h("p", null,
      h("b", null, !errors ? `Well-formed ${encoding.value}` : meant ? `Not ${encoding.value}; it is ${meant.isSure ? "" : "probably "}${meant.encoding}` : sequences), " ",
      known ? `${bytes}, ${many(known.characters, "character")}` : bytes,
      meant && errors ? `, ${sequences}` : "",
      others > 0 && `, ${many(others, errors ? "other finding" : "finding")}`),
    // Why the bytes of a file in another encoding are not UTF-8 helps nobody.
    first && errors && !(meant && source?.name) ? h("p", null, message(first)) : "",
    meant
      ? h("p", null, errors ? "" : `It may be ${meant.encoding}. `, h("button", { type: "button", class: "link", onclick: () => app.setEncoding(meant.encoding) }, `Read it as ${meant.encoding}`))
      : "",
  );
}

/** Says how the input is read, and what else it can be. */
function say(read: Notation, maybe: Notation[]) {
  const button = (as: Notation, label: string) => [" ", h("button", {
    type: "button",
    class: "link",
    onclick: () => {
      kind.value = as;
      void refresh();
    },
  }, label)];
  if (maybe.length) by("taken").append("Read as text. It may be ", maybe.map((as) => kindNames[as]).join(" or "), ":", ...maybe.flatMap((as) => button(as, `Read it as ${kindNames[as]}`)));
  else if (read !== "text") by("taken").append(`Read as ${kindNames[read]}.`, ...button("text", "Read as text"));
}

/** Loads a style sheet. The page is complete without it. */
const load = (href: string) => new Promise((done) => document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })));
/** The styles of what the page shows of a text. */
let styles: Promise<unknown> | null = null;

/** Returns the bytes of the text field, how they were read, and what there is to say of that. */
async function read(input: string, as: Kind): Promise<{ bytes: Uint8Array; kind: Notation; maybe: Notation[]; error?: string | null; note?: string }> {
  if (!input) return { bytes: encodeText(""), kind: "text", maybe: [] };
  const { guess, parse } = await import("./notations");
  const found = as === "auto" ? guess(input) : { kind: as, maybe: [] };
  if (found.kind !== "text") return { ...found, ...parse(input, found.kind) };
  if (encoding.value === "UTF-8") return { ...found, bytes: encodeText(input) };
  try {
    const { encode, init } = await import("utf8kit");
    await init();
    return { ...found, bytes: encode(input, { encoding: encoding.value, onError: "replace" }) };
  } catch {
    return { ...found, bytes: encodeText(input), note: `The page does not encode text in ${encoding.value}: these are its bytes in UTF-8.` };
  }
}

/** Reads the input, shows its bits, and starts the analysis of the whole after a pause. `lost`: what the input of a link lacks. */
async function refresh(lost = "") {
  const mine = ++update;
  clearTimeout(pause);
  const taken = by("taken");
  taken.className = "";
  if (!source?.blob) {
    const as = kind.value as Kind;
    const { bytes, kind: found, maybe, error, note } = await read(text.value, as);
    if (mine !== update) return;
    if (lost || error) taken.className = "bad";
    taken.textContent = lost || error || note || "";
    if (!taken.textContent && as === "auto") say(found, maybe);
    source = bytes.length ? { size: bytes.length, bytes, blob: null, name: null } : null;
  }
  by("clear").hidden = !source && !text.value;
  save();
  if (!source?.size) {
    // Nothing of the input before stays.
    known = null;
    by("views").hidden = true;
    verdict.hidden = true;
    by("cure").hidden = true;
    void more?.then((m) => m.cancel());
    return;
  }
  const now = source;
  await Promise.all([ready, (styles ??= load("more.css"))]);
  if (mine !== update) return;
  by("views").hidden = false;
  try {
    const all = await bits.show(now, encoding.value, now.size <= SHORT ? 0 : Math.min(offset, now.size - 1));
    if (mine !== update) return;
    known = null;
    if (all) {
      const errors = all.filter((item) => item.kind === "ill-formed");
      const first = errors[0];
      known = {
        errors: errors.length,
        characters: all.reduce((n, item) => n + item.characters.length, 0),
        first: first ? `Byte ${count(first.offset)}: ${first.problem!.message}${first.problem!.clause && ` (${first.problem!.clause})`}.` : null,
      };
      judge(null, null, 0, null);
    } else verdict.hidden = true;
  } catch (error) {
    if (mine !== update) return;
    taken.className = "bad";
    taken.textContent = (error as Error).message;
    return;
  }
  pause = setTimeout(() => void second().then((m) => mine === update && m.scan(now)), more ? PAUSE : 0);
}

/** Loads the second stage once. */
function second(): Promise<More> {
  more ??= import("./more").then(({ start }) => {
    isComplete = true;
    const loaded = start(app);
    bits.details = loaded.details;
    bits.drawn = loaded.drawn;
    loaded.drawn(bits.items);
    bits.fillDetails();
    bits.names = (bytes, options) => loaded.names(bytes, options);
    bits.fillNames();
    loaded.show(view);
    return loaded;
  });
  return more;
}

/** Makes a file, or a long text that was pasted, the input. `note` is said of it. */
function hold(blob: Blob, name: string | null, note = "") {
  drop();
  source = { size: blob.size, bytes: null, blob, name };
  offset = 0;
  text.hidden = true;
  by("held").hidden = false;
  by("held-name").textContent = `${name ?? "Pasted text"}, ${size(blob.size)}`;
  by("taken").textContent = note || (blob.size ? "" : "The file is empty.");
  void refresh();
}

/** Makes a long text that was pasted the input. */
async function holdText(pasted: string) {
  hold(new Blob([(await read(pasted, kind.value as Kind)).bytes as BlobPart]), null);
}

/** Forgets a file, so that the text field is the input again. */
function drop() {
  if (source?.blob) text.value = "";
  source = null;
  text.hidden = false;
  by("held").hidden = true;
  file.value = "";
}

function select(next: View) {
  view = next;
  for (const name of views) {
    const tab = by(`tab-${name}`);
    const on = name === view;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
    by(name).hidden = !on;
  }
  void more?.then((m) => m.show(view));
}

/** Takes the state from the address. */
function restore() {
  written = location.hash;
  const state = fromHash(written);
  ({ policy, also } = state);
  offset = state.offset;
  kind.value = state.kind;
  let name = state.encoding;
  if (![...encoding.options].some((o) => o.value === name)) {
    // The second stage has all encodings. It removes the guests of the first one, and refuses those that are unknown.
    if (isComplete) name = "UTF-8";
    else encoding.append(h("option", { "data-guest": "" }, name.slice(0, 40)));
  }
  encoding.value = name;
  if (state.text !== null || !source?.blob) {
    drop();
    text.value = state.text ?? "";
  }
  select(state.view);
  void refresh(!state.isDamaged ? "" : state.size
    ? `The link does not hold its text, which has ${many(state.size, "byte")}: links hold ${count(LONGEST)} at most.`
    : "The link is damaged or too long: its text is missing.");
}

// The module with the bits: the page is drawn before it arrives. It reads UTF-8 and its dialects, the second stage the others.
const ready = import("utf8kit/inspect").then(async ({ inspect, encodings, init }) => {
  await init();
  const names = encodings();
  bits.inspect = (bytes, options) =>
    names.includes(options.encoding!) ? inspect(bytes, options) : second().then((m) => m.names(bytes, options));
  const chosen = encoding.value;
  const group = h("optgroup", { label: "UTF-8 and its dialects" }, ...names.map((name) => h("option", null, name)));
  for (const option of [...encoding.options]) if (names.includes(option.value)) option.remove();
  encoding.prepend(group);
  encoding.value = chosen;
});

kind.append(...kinds.map((value) => h("option", { value }, value === "auto" ? "automatic" : kindNames[value])));

const examples: [string, string][] = [
  ["Euro sign", "€"],
  ["Latin-1 byte", "63 61 66 E9 21"],
  ["overlong", "C0 AF"],
  ["surrogates", "ED A0 BD ED B8 80"],
  ["cut off", "E2 82"],
  ["encoded twice", "caf\u00C3\u00A9 cr\u00C3\u00A8me \u00E2\u201A\u00AC 5"],
  ["emoji", "👩🏽‍🚀"],
];
by("examples").append(...examples.map(([label, value]) =>
  h("button", {
    type: "button",
    class: "link",
    onclick: () => {
      text.value = value;
      kind.value = "auto";
      offset = 0;
      void refresh();
    },
  }, label)));

text.addEventListener("input", () => {
  offset = 0;
  void refresh();
});
// Text and files can be pasted anywhere on the page.
document.addEventListener("paste", (event) => {
  const target = event.target as Element;
  if (target !== text && target.closest("input, select")) return;
  const file = event.clipboardData?.files[0];
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (pasted.length > LONG_PASTE) void holdText(pasted);
  else if (file && !pasted) hold(file, file.name);
  else if (target !== text && pasted) {
    drop();
    text.value = pasted;
    offset = 0;
    void refresh();
  } else return;
  event.preventDefault();
});
kind.addEventListener("change", () => void refresh());
encoding.addEventListener("change", () => void refresh());
// The other encodings come with the second stage.
for (const event of ["focus", "pointerenter"]) encoding.addEventListener(event, () => void second(), { once: true });
by("choose").addEventListener("click", () => file.click());
file.addEventListener("change", () => {
  const [chosen] = file.files ?? [];
  if (chosen) hold(chosen, chosen.name);
});
by("clear").addEventListener("click", () => {
  drop();
  text.value = "";
  kind.value = "auto";
  encoding.value = "UTF-8";
  offset = 0;
  void refresh();
  text.focus();
});
by("cancel").addEventListener("click", () => void more?.then((m) => m.cancel()));

by("views").querySelector("[role=tablist]")!.addEventListener("click", (event) => {
  const tab = (event.target as Element).closest("[role=tab]");
  if (!tab) return;
  select(tab.id.slice(4) as View);
  save();
});
by("views").querySelector("[role=tablist]")!.addEventListener("keydown", (event) => {
  const key = (event as KeyboardEvent).key;
  const at = views.indexOf(view);
  const to = key === "ArrowRight" ? at + 1 : key === "ArrowLeft" ? at - 1 : key === "Home" ? 0 : key === "End" ? -1 : null;
  if (to === null) return;
  event.preventDefault();
  select(views.at(to % views.length)!);
  by(`tab-${view}`).focus();
  save();
});

// Files can be dropped anywhere on the page.
let over = 0;
const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
addEventListener("dragenter", (event) => {
  if (!isOfFiles(event)) return;
  over++;
  by("drop").hidden = false;
});
addEventListener("dragleave", (event) => {
  if (isOfFiles(event) && over > 0 && --over === 0) by("drop").hidden = true;
});
addEventListener("dragover", (event) => {
  if (isOfFiles(event)) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (!isOfFiles(event)) return;
  event.preventDefault();
  over = 0;
  by("drop").hidden = true;
  const { files, items } = event.dataTransfer!;
  const [dropped] = files;
  if (!dropped) return;
  if (items[0]?.webkitGetAsEntry?.()?.isDirectory) hold(new Blob(), dropped.name, "A folder cannot be read. Drop a file.");
  else hold(dropped, dropped.name, files.length > 1 ? `The first of ${files.length} files is shown.` : "");
});

const themes = ["automatic", "light", "dark"];
function theme(name: string) {
  by("theme").textContent = `Theme: ${name}`;
  document.documentElement.dataset.theme = name;
}
let stored = "automatic";
try {
  stored = localStorage.getItem("theme") ?? stored;
} catch {
  // Storage can be forbidden: the switch works without it until the page is closed.
}
theme(themes.includes(stored) ? stored : themes[0]);
by("theme").addEventListener("click", () => {
  const next = themes[(themes.indexOf(document.documentElement.dataset.theme!) + 1) % themes.length];
  theme(next);
  try {
    localStorage.setItem("theme", next);
  } catch {
    // As above.
  }
});

addEventListener("hashchange", restore);
restore();

if ("serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("sw.js", { type: "classic" }).catch(() => {
    // Without a service worker, as from a file or in a private window, the page works online only.
  }));
}
