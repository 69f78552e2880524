/** The characters of a text, either plain or unescaped: their ASCII codes and positions in the text. */
export interface TextView {
  codes: Uint8Array
  /** Start and end of each code's spelling in the text. */
  starts: Int32Array
  ends: Int32Array
  length: number
}

/** Represents every character that never occurs in a key, so that no match spans it. */
const foreignCode = 1

/** Unused views, kept for reuse. Allocating one costs more than scanning most texts. */
const spareViews: TextView[] = []
/** Maximum number and length of reused views. */
const [maxSpareViews, maxSpareLength] = [8, 65_536]
const defaultCapacity = 4_096

/** Returns an empty view for up to `capacity` codes. */
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
  // Clears the old codes, because reads past the end must return 0.
  view.codes.fill(0, 0, view.length)
  view.length = 0
  return view
}

/** Returns a view for reuse. */
export function releaseView(view: TextView): void {
  if (spareViews.length < maxSpareViews && view.codes.length <= maxSpareLength) spareViews.push(view)
}

/** Appends a character's code to a view. Ignores 0. */
export function appendCode(view: TextView, code: number, start: number, end: number): void {
  if (code === 0) return
  view.codes[view.length] = code
  view.starts[view.length] = start
  view.ends[view.length] = end
  view.length++
}

/** Returns the view of a text without decoding, white space and invisible characters. */
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

/**
 * White space, control characters (including U+0000, every other byte of UTF-16), and ignorable characters of
 * Unicode.
 */
const invisiblePattern = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u
/** The view code of each BMP character plus one; 0 if not cached. */
const cachedCodes = new Uint8Array(0x10000)

/**
 * Returns a character's code in a view: itself if a key can contain it, 0 if invisible, otherwise
 * `foreignCode`.
 */
export function toViewCode(character: number): number {
  if (character > 0x20 && character < 0x7f) return character
  if (character > 0x10ffff) return foreignCode
  const cachedCode = cachedCodes[character]
  if (cachedCode) return cachedCode - 1
  const code = invisiblePattern.test(String.fromCodePoint(character)) ? 0 : foreignCode
  if (character < cachedCodes.length) cachedCodes[character] = code + 1
  return code
}
