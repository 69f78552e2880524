/** What can be read out of a text in one way of reading it: ASCII codes, and for each where in the text it is spelt. */
export interface View {
  codes: Uint8Array
  /** Where the spelling of each code begins in the text, and where it ends. */
  starts: Int32Array
  ends: Int32Array
  length: number
}

/** Stands for every character that no key has in it, so that nothing is found across one. */
export const foreign = 1

/** An empty view with room for `most` codes. */
export function emptyView(most: number): View {
  return { codes: new Uint8Array(most), starts: new Int32Array(most), ends: new Int32Array(most), length: 0 }
}

/** Adds a character's code to a view; 0 adds nothing. */
export function append(view: View, code: number, start: number, end: number): void {
  if (code === 0) return
  view.codes[view.length] = code
  view.starts[view.length] = start
  view.ends[view.length] = end
  view.length++
}

/** A text as it stands there, without white space and what cannot be seen. */
export function viewOf(text: string): View {
  const view = emptyView(text.length)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdbff) {
      append(view, standIn(unit), at, at + 1)
    } else {
      const character = text.codePointAt(at) ?? unit
      const width = character > 0xffff ? 2 : 1
      append(view, standIn(character), at, at + width)
      at += width - 1
    }
  }
  return view
}

/** White space, control characters (U+0000 among them, every other byte of UTF-16), and what Unicode calls ignorable. */
const unseen = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u
/** For each character of the first plane what stands for it, plus one; 0 while that is not known. */
const known = new Uint8Array(0x10000)

/** What stands for a character in a view: itself if a key can have it, 0 if it cannot be seen, otherwise `foreign`. */
export function standIn(character: number): number {
  if (character > 0x20 && character < 0x7f) return character
  if (character > 0x10ffff) return foreign
  const remembered = known[character]
  if (remembered) return remembered - 1
  const code = unseen.test(String.fromCodePoint(character)) ? 0 : foreign
  if (character < known.length) known[character] = code + 1
  return code
}
