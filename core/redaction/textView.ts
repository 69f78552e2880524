/** What can be read out of a text in one way of reading it: ASCII codes, and for each where in the text it is spelt. */
export interface TextView {
  codes: Uint8Array
  /** Where the spelling of each code begins in the text, and where it ends. */
  starts: Int32Array
  ends: Int32Array
  length: number
}

/** Stands for every character that no key has in it, so that nothing is found across one. */
export const foreignCode = 1

/** Views that nobody uses any more. To make one costs more than to read most texts. */
const spareViews: TextView[] = []
/** More of them, or larger ones, are not kept. */
const [maxSpareViews, maxSpareLength] = [8, 65_536]
const defaultCapacity = 4_096

/** An empty view with room for `most` codes. */
export function takeView(capacity: number): TextView {
  const position = spareViews.findIndex(({ codes }) => codes.length >= capacity)
  const [view] = position < 0 ? [] : spareViews.splice(position, 1)
  if (!view) {
    const room = Math.max(capacity, defaultCapacity)
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
export function releaseView(view: TextView): void {
  if (spareViews.length < maxSpareViews && view.codes.length <= maxSpareLength) spareViews.push(view)
}

/** Adds a character's code to a view; 0 adds nothing. */
export function appendCode(view: TextView, code: number, start: number, end: number): void {
  if (code === 0) return
  view.codes[view.length] = code
  view.starts[view.length] = start
  view.ends[view.length] = end
  view.length++
}

/** A text as it stands there, without white space and what cannot be seen. */
export function createView(text: string): TextView {
  const view = takeView(text.length)
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position)
    if (unit < 0xd800 || unit > 0xdbff) {
      appendCode(view, toViewCode(unit), position, position + 1)
    } else {
      const character = text.codePointAt(position) ?? unit
      const width = character > 0xffff ? 2 : 1
      appendCode(view, toViewCode(character), position, position + width)
      position += width - 1
    }
  }
  return view
}

/** White space, control characters (U+0000 among them, every other byte of UTF-16), and what Unicode calls ignorable. */
const invisiblePattern = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u
/** For each character of the first plane what stands for it, plus one; 0 while that is not known. */
const cachedCodes = new Uint8Array(0x10000)

/** What stands for a character in a view: itself if a key can have it, 0 if it cannot be seen, otherwise `foreign`. */
export function toViewCode(character: number): number {
  if (character > 0x20 && character < 0x7f) return character
  if (character > 0x10ffff) return foreignCode
  const remembered = cachedCodes[character]
  if (remembered) return remembered - 1
  const code = invisiblePattern.test(String.fromCodePoint(character)) ? 0 : foreignCode
  if (character < cachedCodes.length) cachedCodes[character] = code + 1
  return code
}
