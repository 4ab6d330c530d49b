/**
 * Makes modules smaller: removes symbols, and of a module that was linked with `--emit-relocs` writes the numbers that the linker filled
 * in as short as they are, and splits it into a first part and the rest.
 *
 * The relocations say where the indices of functions, the addresses of data and the slots of the table are, so nothing else of the code
 * needs to be understood. Both parts have one memory and one table. The first has the functions that are wanted, all exports, and the
 * data that those functions can reach by relocations. In place of each other function that they can call it has a stub, which calls the
 * import `utf8kit.rest` once and then the function through the table. The rest is instantiated with the exports of the first: that
 * fills in the table and the other data, and sets the global that stubs read.
 *
 * Format: https://webassembly.github.io/spec/core/binary and https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
 */

const TYPE = 1, IMPORT = 2, FUNCTION = 3, TABLE = 4, MEMORY = 5, GLOBAL = 6, EXPORT = 7, ELEMENT = 9, CODE = 10, DATA = 11;
const SYMBOL_TABLE = 8;
const FUNCTION_SYMBOL = 0, DATA_SYMBOL = 1, SECTION_SYMBOL = 3;
const UNDEFINED = 0x10, EXPLICIT_NAME = 0x40;
const I32 = 0x7f;

/** Relocations by what they refer to. Others are of debug information. */
const OF_FUNCTION = 0, OF_SLOT = 1, OF_ADDRESS = [3, 4, 5], OF_TYPE = 6, OF_GLOBAL = 7, OF_TABLE = 20, OF_SLOT_IN_DATA = 2;
const SIGNED = [1, 4];
const PADDED = 5;

/** Reads numbers and names. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  signed() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return shift + 7 < 32 && byte & 0x40 ? value | (-1 << (shift + 7)) : value;
    }
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  name() {
    return new TextDecoder().decode(this.take(this.unsigned()));
  }

  /** The elements of a vector that `read` reads. */
  vector(read) {
    return Array.from({ length: this.unsigned() }, (_, index) => read(index));
  }

  /** The bytes that `read` goes over. */
  span(read) {
    const start = this.at;
    read();
    return this.bytes.subarray(start, this.at);
  }
}

function unsigned(value) {
  const out = [];
  do {
    out.push((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    value >>>= 7;
  } while (value);
  return out;
}

function signed(value) {
  const out = [];
  for (;;) {
    const byte = value & 0x7f;
    value >>= 7;
    if ((value === 0 && !(byte & 0x40)) || (value === -1 && byte & 0x40)) return [...out, byte];
    out.push(byte | 0x80);
  }
}

const join = (parts) => Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))));
const named = (name) => [...unsigned(name.length), ...Buffer.from(name)];
const vector = (items) => join([unsigned(items.length), ...items]);
const sized = (bytes) => join([unsigned(bytes.length), bytes]);
const i32Const = (value) => [0x41, ...signed(value)];
const END = 0x0b;

/** Reads the sections of a module that Rust links, which has one memory, one table, one segment of elements and no start function. */
function parse(bytes) {
  const reader = new Reader(bytes, 8);
  const sections = new Map();
  const customs = new Map();
  const starts = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const body = new Reader(reader.take(reader.unsigned()));
    starts.push(body.bytes);
    if (id === 0) customs.set(body.name(), body);
    else sections.set(id, body);
  }
  if (!customs.has("linking")) throw new Error("the module was not linked with --emit-relocs");
  const of = (id) => sections.get(id) ?? new Reader(Uint8Array.of(0));
  const importing = of(IMPORT);
  const imports = importing.vector(() => importing.span(() => {
    importing.name();
    importing.name();
    if (importing.byte() !== 0) throw new Error("the module imports more than functions");
    importing.unsigned();
  }));
  const types = of(TYPE);
  const parameters = types.vector(() => {
    types.byte();
    const taken = types.vector(() => types.byte());
    types.vector(() => types.byte());
    return taken.length;
  });
  const importTypes = imports.map((entry) => {
    const one = new Reader(entry);
    one.name();
    one.name();
    one.byte();
    return one.unsigned();
  });
  const functions = of(FUNCTION);
  const globals = of(GLOBAL);
  const exporting = of(EXPORT);
  const elements = of(ELEMENT);
  const table = of(TABLE);
  const code = of(CODE);
  const data = of(DATA);
  const constant = (from) => {
    if (from.byte() !== 0x41) throw new Error("an address is no constant");
    const value = from.signed();
    from.byte();
    return value;
  };
  const module = {
    types: types.bytes,
    parameters,
    imports,
    functionTypes: [...importTypes, ...functions.vector(() => functions.unsigned())],
    memory: of(MEMORY).bytes,
    globals: globals.vector(() => globals.span(() => {
      globals.take(2);
      while (globals.byte() !== END);
    })),
    exports: exporting.vector(() => ({ name: exporting.name(), kind: exporting.byte(), index: exporting.unsigned() })),
    slots: new Map(),
    bodies: code.vector(() => {
      const body = code.take(code.unsigned());
      return { start: body.byteOffset - code.bytes.byteOffset, body };
    }),
    segments: data.vector(() => {
      if (data.unsigned() !== 0) throw new Error("a segment of data is not active");
      const address = constant(data);
      const content = data.take(data.unsigned());
      return { address, content, start: content.byteOffset - data.bytes.byteOffset };
    }),
  };
  table.unsigned();
  module.reference = table.byte();
  const hasMost = table.byte() & 1;
  module.tableSize = table.unsigned();
  if (hasMost) table.unsigned();
  elements.vector(() => {
    if (elements.unsigned() !== 0) throw new Error("a segment of elements is not active");
    let slot = constant(elements);
    elements.vector(() => module.slots.set(slot++, elements.unsigned()));
  });
  module.symbols = symbolsOf(customs.get("linking"));
  module.relocations = { code: relocationsOf(customs.get("reloc.CODE")), data: relocationsOf(customs.get("reloc.DATA")) };
  return module;
}

/** Returns the symbols: those of data with their places. */
function symbolsOf(linking) {
  linking.unsigned();
  while (linking.at < linking.bytes.length) {
    const kind = linking.byte();
    const body = new Reader(linking.take(linking.unsigned()));
    if (kind !== SYMBOL_TABLE) continue;
    return body.vector(() => {
      const kind = body.byte();
      const flags = body.unsigned();
      if (kind === DATA_SYMBOL) {
        body.name();
        return flags & UNDEFINED ? null : { segment: body.unsigned(), offset: body.unsigned(), length: body.unsigned() };
      }
      body.unsigned();
      if (kind !== SECTION_SYMBOL && (!(flags & UNDEFINED) || flags & EXPLICIT_NAME)) body.name();
      return null;
    });
  }
  throw new Error("the module has no symbols");
}

function relocationsOf(section) {
  if (!section) return [];
  section.unsigned();
  const all = section.vector(() => {
    const kind = section.byte();
    const relocation = { kind, at: section.unsigned(), symbol: section.unsigned() };
    if (OF_ADDRESS.includes(kind)) section.signed();
    else if (![OF_FUNCTION, OF_SLOT, OF_SLOT_IN_DATA, OF_TYPE, OF_GLOBAL, OF_TABLE].includes(kind)) throw new Error(`a relocation of kind ${kind}`);
    return relocation;
  });
  return all.sort((a, b) => a.at - b.at);
}

/** Returns the relocations from `start` to `end`, of those that are sorted. */
function within(relocations, start, end) {
  const first = (at) => {
    let [low, high] = [0, relocations.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (relocations[middle].at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return relocations.slice(first(start), first(end));
}

/** Returns the body of a function with short numbers, in which `indexOf` replaces the indices of functions and `before` is the first code. */
function rewritten(module, index, indexOf, before = []) {
  const { start, body } = module.bodies[index - module.imports.length];
  const reader = new Reader(body);
  const locals = reader.span(() => reader.vector(() => {
    reader.unsigned();
    reader.byte();
  }));
  const parts = [locals, before];
  for (const { kind, at } of within(module.relocations.code, start, start + body.length)) {
    parts.push(reader.take(at - start - reader.at));
    const end = reader.at + PADDED;
    const value = SIGNED.includes(kind) ? reader.signed() : reader.unsigned();
    if (reader.at !== end) throw new Error("a number that the linker filled in is not padded");
    parts.push(SIGNED.includes(kind) ? signed(value) : unsigned(kind === OF_FUNCTION ? indexOf(value) : value));
  }
  parts.push(reader.take(body.length - reader.at));
  return sized(join(parts));
}

const MAGIC = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const section = (id, content) => join([[id], sized(content)]);
const exported = ({ name, kind, index }) => join([named(name), [kind], unsigned(index)]);
const segmentOf = (address, content) => join([[0], i32Const(address), [END], sized(content)]);
const elementsOf = (slot, indices) => join([[0], i32Const(slot), [END], vector(indices.map(unsigned))]);
const tableOf = ({ reference, tableSize }) => [reference, 1, ...unsigned(tableSize), ...unsigned(tableSize)];

/** Returns the segments of elements for slots and functions. */
function slotsOf(slots) {
  const runs = [];
  for (const [slot, index] of [...slots].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last && last.slot + last.indices.length === slot) last.indices.push(index);
    else runs.push({ slot, indices: [index] });
  }
  return vector(runs.map(({ slot, indices }) => elementsOf(slot, indices)));
}

const same = (index) => index;

/** Returns the module with short numbers and without symbols. `before(index)` is code that a function begins with. */
function whole(module, before = () => [], memory = module.memory) {
  const { imports, functionTypes, globals, exports, slots, segments } = module;
  const indices = [...functionTypes.keys()].slice(imports.length);
  return join([
    MAGIC,
    section(TYPE, module.types),
    section(IMPORT, vector(imports)),
    section(FUNCTION, vector(indices.map((index) => unsigned(functionTypes[index])))),
    section(TABLE, vector([tableOf(module)])),
    section(MEMORY, memory),
    section(GLOBAL, vector(globals)),
    section(EXPORT, vector(exports.map(exported))),
    section(ELEMENT, slotsOf(slots)),
    section(CODE, vector(indices.map((index) => rewritten(module, index, same, before(index))))),
    section(DATA, vector(segments.map(({ address, content }) => segmentOf(address, content)))),
  ]);
}

/** Returns a module without symbols, names and debug information. */
export function stripped(bytes) {
  const reader = new Reader(bytes, MAGIC.length);
  const parts = [MAGIC];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const content = reader.take(reader.unsigned());
    if (id !== 0) parts.push(section(id, content));
  }
  return join(parts);
}

/** Returns a module that was linked with `--emit-relocs`, with short numbers and without symbols. */
export const compact = (bytes) => whole(parse(bytes));

const PAGE = 1 << 16;

/** Returns a module that remembers which of its functions ran, and a function that returns these for the memory of an instance. */
export function observed(bytes) {
  const module = parse(bytes);
  const reader = new Reader(module.memory);
  reader.unsigned();
  const limits = reader.byte();
  const pages = reader.unsigned();
  // The allocator uses nothing but memory that it has grown.
  const extra = Math.ceil(module.functionTypes.length / PAGE);
  const memory = join([[1, limits], unsigned(pages + extra), reader.take(module.memory.length - reader.at)]);
  const store = (index) => [...i32Const(pages * PAGE + index), ...i32Const(1), 0x3a, 0, 0];
  const ran = (memory) => [...new Uint8Array(memory.buffer, pages * PAGE, module.functionTypes.length).entries()].filter(([, ran]) => ran).map(([index]) => index);
  return { module: whole(module, store, memory), ran };
}

/** Returns for each segment which of its bytes code can reach that calls `wanted` functions alone. Bytes of no symbol are among them. */
function reachable(module, wanted) {
  const { imports, bodies, segments, symbols, relocations } = module;
  const seen = new Set();
  const waiting = [];
  const reach = (found) => {
    for (const { kind, symbol } of found) {
      if (!OF_ADDRESS.includes(kind) || !symbols[symbol] || seen.has(symbol)) continue;
      seen.add(symbol);
      waiting.push(symbols[symbol]);
    }
  };
  for (const [index, { start, body }] of bodies.entries()) {
    if (wanted.has(index + imports.length)) reach(within(relocations.code, start, start + body.length));
  }
  const isKept = segments.map(({ content }) => new Uint8Array(content.length).fill(1));
  for (const symbol of symbols) if (symbol) isKept[symbol.segment]?.fill(0, symbol.offset, symbol.offset + symbol.length);
  for (let symbol; (symbol = waiting.pop()); ) {
    const { segment, offset, length } = symbol;
    // What is zero at the start has no segment.
    if (!segments[segment]) continue;
    isKept[segment].fill(1, offset, offset + length);
    reach(within(relocations.data, segments[segment].start + offset, segments[segment].start + offset + length));
  }
  return isKept;
}

/** A gap of fewer bytes takes no more than another segment. */
const GAP = 16;

/** Returns segments of the bytes that `isWanted` has, without long runs of zeros. `mayHave` says which bytes may come with them. */
function segmentsOf({ address, content }, isWanted, mayHave) {
  const runs = [];
  let isApart = true;
  for (let at = 0; at < content.length; at++) {
    isApart ||= !mayHave(at);
    if (!isWanted[at] || content[at] === 0) continue;
    const last = runs.at(-1);
    if (!isApart && at - last.end < GAP) last.end = at + 1;
    else runs.push({ start: at, end: at + 1 });
    isApart = false;
  }
  return runs.map(({ start, end }) => segmentOf(address + start, content.subarray(start, end)));
}

/** Returns the first part of a module, with the functions of these indices, and the rest. */
export function split(bytes, indices) {
  const module = parse(bytes);
  const { imports, functionTypes, globals, parameters, segments } = module;
  const isFirst = new Set([...imports.keys(), ...indices]);
  const all = [...functionTypes.keys()].slice(imports.length);
  const [wanted, others] = [all.filter((index) => isFirst.has(index)), all.filter((index) => !isFirst.has(index))];
  const callees = (of) => {
    const found = new Set();
    for (const index of of) {
      const { start, body } = module.bodies[index - imports.length];
      for (const { kind, at } of within(module.relocations.code, start, start + body.length)) {
        if (kind === OF_FUNCTION) found.add(new Reader(body, at - start).unsigned());
      }
    }
    return found;
  };

  // Each function of the rest that the first part can reach has a slot: its own, or a new one.
  const slotFor = new Map();
  for (const [slot, index] of module.slots) if (!isFirst.has(index)) slotFor.set(index, slot);
  const called = new Set([...callees(wanted), ...module.exports.filter(({ kind }) => kind === 0).map(({ index }) => index)]);
  for (const index of called) if (!isFirst.has(index) && !slotFor.has(index)) slotFor.set(index, module.tableSize++);

  // The import comes before all functions of the module.
  const REST = imports.length;
  const shifted = (index) => (index < imports.length ? index : index + 1);
  const isLoaded = globals.length;
  const stub = (index) => {
    const type = functionTypes[index];
    const taken = Array.from({ length: parameters[type] }, (_, i) => [0x20, ...unsigned(i)]).flat();
    const load = [0x23, ...unsigned(isLoaded), 0x45, 0x04, 0x40, 0x10, ...unsigned(REST), END];
    return sized(join([[0], load, taken, i32Const(slotFor.get(index)), [0x11], unsigned(type), [0, END]]));
  };
  const nothing = sized(join([[0, 0x00, END]]));
  const emptyType = emptyFunction(module);
  const bodies = all.map((index) => (isFirst.has(index) ? rewritten(module, index, shifted) : slotFor.has(index) ? stub(index) : nothing));

  const fromFirst = [...callees(others)].filter((index) => isFirst.has(index));
  const shared = [
    { name: "memory", kind: 2, index: 0, is: module.memory.subarray(1) },
    { name: ".table", kind: 1, index: 0, is: tableOf(module) },
    ...[...globals, mutableI32()].map((global, index) => ({ name: `.g${index}`, kind: 3, index, is: global.subarray(0, 2) })),
    ...fromFirst.map((index) => ({ name: `.${index}`, kind: 0, index: shifted(index), is: unsigned(functionTypes[index]) })),
  ];
  const exportsOf = module.exports.map((one) => ({ ...one, index: one.kind === 0 ? shifted(one.index) : one.index }));
  const keeps = reachable(module, isFirst);
  const first = join([
    MAGIC,
    section(TYPE, module.types),
    section(IMPORT, vector([...imports, join([named("utf8kit"), named("rest"), [0], unsigned(emptyType)])])),
    section(FUNCTION, vector(all.map((index) => unsigned(functionTypes[index])))),
    section(TABLE, vector([tableOf(module)])),
    section(MEMORY, module.memory),
    section(GLOBAL, vector([...globals, mutableI32()])),
    section(EXPORT, vector([...exportsOf, ...shared.filter(({ name }) => name !== "memory")].map(exported))),
    section(ELEMENT, slotsOf([...module.slots].map(([slot, index]) => [slot, shifted(index)]))),
    section(CODE, vector(bodies)),
    section(DATA, vector(segments.flatMap((segment, i) => segmentsOf(segment, keeps[i], () => true)))),
  ]);

  const own = new Map([...fromFirst, ...others].map((index, i) => [index, i]));
  const start = join([[0], i32Const(1), [0x24], unsigned(isLoaded), [END]]);
  const rest = join([
    MAGIC,
    section(TYPE, module.types),
    section(IMPORT, vector(shared.map(({ name, kind, is }) => join([named("first"), named(name), [kind], is])))),
    section(FUNCTION, vector([...others.map((index) => unsigned(functionTypes[index])), unsigned(emptyType)])),
    section(8, unsigned(own.size)),
    section(ELEMENT, slotsOf([...slotFor].map(([index, slot]) => [slot, own.get(index)]))),
    section(CODE, vector([...others.map((index) => rewritten(module, index, (callee) => own.get(callee))), sized(start)])),
    // The first part may have changed its data since.
    section(DATA, vector(segments.flatMap((segment, i) => segmentsOf(segment, keeps[i].map((kept) => 1 - kept), (at) => !keeps[i][at])))),
  ]);
  return { first, rest };
}

const mutableI32 = () => Uint8Array.of(I32, 1, 0x41, 0, END);

/** Returns the type of a function that takes and returns nothing. */
function emptyFunction({ types }) {
  const reader = new Reader(types);
  const shapes = reader.vector(() => reader.span(() => {
    reader.byte();
    for (let i = 0; i < 2; i++) reader.vector(() => reader.byte());
  }));
  const found = shapes.findIndex((shape) => shape[1] === 0 && shape[2] === 0);
  if (found < 0) throw new Error("no function takes and returns nothing");
  return found;
}
