/** Reads zip archives (APPNOTE.TXT of PKWARE): the list of members, and what they hold. */

export interface Member {
  name: string;
  /** The length of what it holds, in bytes. */
  length: number;
  open(): Promise<Blob>;
}

/** The end of an archive is at most so far from its end. */
const MOST = 22 + 0xffff;
const MEMBERS = 200;
/** A member that says that it is longer than this is not unpacked. */
const LONGEST = 512 << 20;

const view = async (blob: Blob, from: number, to: number) => new DataView(await blob.slice(from, to).arrayBuffer());

/** Returns the files in an archive, the first 200, or `null` if it is none. */
export async function members(blob: Blob): Promise<Member[] | null> {
  const start = await view(blob, 0, 4);
  if (start.byteLength < 4 || start.getUint32(0) !== 0x504b0304) return null;
  const from = Math.max(0, blob.size - MOST);
  const tail = await view(blob, from, blob.size);
  for (let end = tail.byteLength - 22; end >= 0; end--) {
    if (tail.getUint32(end) !== 0x504b0506) continue;
    const directory = await view(blob, tail.getUint32(end + 16, true), from + end);
    return list(blob, directory);
  }
  return null;
}

function list(blob: Blob, directory: DataView): Member[] {
  const found: Member[] = [];
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at) === 0x504b0102 && found.length < MEMBERS; ) {
    const [flags, method] = [directory.getUint16(at + 8, true), directory.getUint16(at + 10, true)];
    const [packed, length] = [directory.getUint32(at + 20, true), directory.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true));
    const offset = directory.getUint32(at + 42, true);
    if (at + 46 + nameLength > directory.byteLength) break;
    const bytes = new Uint8Array(directory.buffer, at + 46, nameLength);
    // Without the flag, names are in the code page of who packed them; most are UTF-8 all the same.
    const name = new TextDecoder(flags & 0x800 ? "utf-8" : isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes as BufferSource);
    if (!name.endsWith("/")) found.push({ name, length, open: () => open(blob, name, { flags, method, packed, length, offset }) });
    at += 46 + nameLength + extra + comment;
  }
  return found;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes as BufferSource);
    return true;
  } catch {
    return false;
  }
}

async function open(blob: Blob, name: string, { flags, method, packed, length, offset }: Record<"flags" | "method" | "packed" | "length" | "offset", number>): Promise<Blob> {
  if (flags & 1) throw new Error(`${name} is encrypted.`);
  if (length > LONGEST) throw new Error(`${name} is longer than 512 MB. Unpack the archive, and drop the file.`);
  const header = await view(blob, offset, offset + 30);
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const data = blob.slice(start, start + packed);
  if (method === 0) return data;
  if (method !== 8) throw new Error(`${name} is packed by a method that the page does not know. Unpack the archive, and drop the file.`);
  const pieces: BlobPart[] = [];
  let read = 0;
  const reader = data.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces);
    read += value.length;
    if (read > length) throw new Error(`${name} is longer than the archive says.`);
    pieces.push(value);
  }
}
