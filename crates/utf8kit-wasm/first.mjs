/**
 * What the first part of `text.wasm` has: the functions that run for usual texts in UTF-8, as the page and other programs check, repair
 * and look at them. What is broken or East Asian needs the rest, because it may be in any encoding: the tables of encodings, and what is known of
 * languages. A function that is not found here works, too: it is in the rest.
 */
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { observed } from "./split.mjs";

const LANGUAGES = [
  "The quick brown fox jumps over the lazy dog. It costs 5 €, “quoted” – and more…\n",
  "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg. Voix ambiguë d'un cœur qui préfère les jattes de kiwis.\n",
  "Příliš žluťoučký kůň úpěl ďábelské ódy. Zażółć gęślą jaźń. Pijamalı hasta yağız şoföre çabucak güvendi.\n",
  "Съешь же ещё этих мягких французских булок, да выпей чаю. Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n",
  "עטלף אבק נס דרך מזגן שהתפוצץ כי חם. صِف خَلقَ خَودِ كَمِثلِ الشَمسِ إِذ بَزَغَت\n",
  "いろはにほへと ちりぬるを。敏捷的棕色狐狸跳過懶狗。다람쥐 헌 쳇바퀴에 타고파. เป็นมนุษย์สุดประเสริฐ นี่คือข้อความ ऋषियों को सताने वाले\n",
  "He said — “no” … and left. 5 €.\n",
  "« Où ça ? » dit-il… l’été\n",
  "“Quoted,” he said—‘yes’. $5–6 ©2024 ™, naïve café, 50 °C\n",
  "Привет, «мир» — да…\n",
  "日本語の文章です。「はい」と言った。\n",
  "- [x] done ✅ 🚀 next → ok 🦀 e\u0301\n",
  "I ❤️ it\n",
  "👍🏽\n",
];
const SOURCES = [
  '{"name": "Jürgen", "city": "K\\u00f6ln", "emoji": "\\ud83d\\ude00", "html": "&eacute; &#233;"}\n',
  '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Übersicht</title></head><body>naïve &amp; &eacute;</body></html>\n',
  '<?xml version="1.0" encoding="UTF-8"?>\n<a b="é">text</a>\n',
  "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nx = 'é'  # naïve\nprint(f\"{x}\")\n",
  "Name;Straße;Ort\r\nMüller;Königsallee 5;Düsseldorf\r\nJörg Weiß;Große Gasse 7;Köln\r\n",
  "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nSubject: =?utf-8?q?=C3=A9t=C3=A9?=\r\n\r\nBonjour été\r\n",
  "fn main() {\n    let café = \"\\u{e9}\"; // 'ü'\n}\n",
];
/** Characters that rules find, none of which looks like a part of a text that was encoded twice. */
const FOUND = ["\uFEFFtext", "a\u200Bb\u00ADc", "one\u202Etwo\u202C", "a\0b", "a\x1B[31mb\x07", "in\uFEFFside", "\uFFFD\uFFFD", "\uE000 \u{E0041}\u{E0042}", "\u{FDD0}", "", "\r\n"];

function texts() {
  const all = [...LANGUAGES, ...SOURCES, ...FOUND];
  // Longer than what is looked at first, than a block, and than a piece.
  const long = [LANGUAGES[0], LANGUAGES[3], SOURCES[4]].map((text) => text.repeat(150_000 / text.length));
  return [...all, ...long].map((text) => Buffer.from(text));
}

/** Returns the indices of the functions of a module that the first part has. `folder` has the package. */
export async function firstFunctions(bytes, folder) {
  const { module, ran } = observed(bytes);
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      memories.push(this.exports.memory);
    }
  };
  const text = await import(pathToFileURL(join(folder, "text.js")));
  text.initSync(module);
  WebAssembly.Instance = Instance;
  const policies = ["keep", "meant", "replace", "drop", "escape"];
  const rules = text.rules.filter(({ isDefault }) => isDefault).map(({ name }) => name).concat("invisible", "control", "replacement-char", "nul");
  text.encodings();
  for (const bytes of texts()) {
    text.check(bytes);
    text.check(bytes, { rules, limit: 3, separatePlaces: true });
    text.check(bytes, { rules: ["double-encoded", "invisible"], binary: false });
    text.detect(bytes);
    text.doubleEncoded(bytes);
    text.fixDoubleEncoding(bytes.toString());
    text.inspect(bytes, { isEnd: false });
    text.inspect(Buffer.concat([bytes, Buffer.of(0xff, 0x41, 0xe2, 0x82, 0x20, 0xed, 0xa0, 0x80, 0xc0, 0xaf, 0xf4, 0x90, 0x80, 0x80, 0xf0, 0x9f)]));
    const map = new text.FileMap(2);
    map.push(bytes);
    map.finish();
    for (const onError of policies) text.fix(bytes, { onError });
    text.fix(bytes, { rules, binary: false });
  }
  new text.Checker({ rules, binary: false }).free();
  new text.Detector().free();
  new text.FileMap().free();
  return ran(memories[0]);
}
