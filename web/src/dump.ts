/** The hex dump of what the view of bits shows. It is loaded when it is wanted. */
import type { Item } from "./bits";
import { h, hex, visible } from "./dom";

/** What stands for an item in the column of text: a point for what does not show. */
const textOf = ({ characters, problem }: Item) =>
  problem ? "·" : characters.map(({ character }) => (character !== null && (character === " " || visible(character).endsWith(character)) ? character : "·")).join("");

/** Returns a dump of items, 16 bytes in a row or 8 where that is too wide. `goTo` is called with the offset of what is clicked. */
export function dump(items: readonly Item[], goTo: (offset: number) => void): HTMLElement {
  const width = matchMedia("(max-width: 46rem)").matches ? 8 : 16;
  const first = items[0]?.offset ?? 0;
  const bytes = items.flatMap((item, n) => item.bytes.map(({ value }, at) => ({ value, item, at, isOdd: n % 2 === 1 })));
  const digits = Math.max(4, (first + bytes.length).toString(16).length);
  const pre = h("pre", {
    class: "dump", tabindex: 0, role: "region", "aria-label": "Hex dump",
    onclick: (event: Event) => {
      const { offset } = ((event.target as Element).closest("[data-offset]") as HTMLElement | null)?.dataset ?? {};
      if (offset !== undefined) goTo(Number(offset));
    },
  });
  for (let row = first - (first % width); row < first + bytes.length; row += width) {
    const text = h("bdo", { dir: "ltr" });
    pre.append(h("span", { class: "offset" }, row.toString(16).toUpperCase().padStart(digits, "0")), "  ");
    for (let column = 0; column < width; column++) {
      const byte = bytes[row + column - first];
      const { item, at, isOdd } = byte ?? {};
      const kind = item?.kind === "ill-formed" ? "never" : isOdd ? "odd" : "even";
      pre.append(byte ? h("span", { class: kind, "data-offset": item.offset }, hex(byte.value)) : "  ", column === width / 2 - 1 ? "  " : " ");
      if (byte && at === 0) text.append(h("span", { class: kind, "data-offset": item.offset }, textOf(item)));
    }
    pre.append(" ", text, "\n");
  }
  return pre;
}
