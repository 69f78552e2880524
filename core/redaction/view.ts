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

/** Views that nobody uses any more. To make one costs more than to read most texts. */
const spare: View[] = []
/** More of them, or larger ones, are not kept. */
const [mostSpare, largestSpare] = [8, 65_536]
const usualRoom = 4_096

/** An empty view with room for `most` codes. */
export function emptyView(most: number): View {
  const at = spare.findIndex(({ codes }) => codes.length >= most)
  const [view] = at < 0 ? [] : spare.splice(at, 1)
  if (!view) {
    const room = Math.max(most, usualRoom)
    return {
      codes: new Uint8Array(room),
      starts: new Int32Array(room),
      ends: new Int32Array(room),
      length: 0,
    }
  }
  // Whoever looks behind the last code finds none there.
  view.codes.fill(0, 0, view.length)
  view.length = 0
  return view
}

/** Lets another text be read into a view. */
export function giveBack(view: View): void {
  if (spare.length < mostSpare && view.codes.length <= largestSpare) spare.push(view)
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
