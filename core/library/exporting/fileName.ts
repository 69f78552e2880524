/** Names that Windows keeps for devices, with whatever ending. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** What one of the three systems refuses in a name, and what cannot be seen in it or turns its letters around. */
const unusableCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*]/gu
/** Characters: with its path and its ending a name stays well below 255 bytes, in any script. */
const maxNameLength = 50

/** A text as a part of a file's name that every system takes; `''` where nothing of it is left. */
export function toFileName(text: string): string {
  const plain = Array.from(text.replace(unusableCharacters, ' ')).slice(0, maxNameLength).join('')
  // Windows drops dots and spaces at the end, and a dot at the beginning hides the file elsewhere.
  const trimmed = plain.replace(/\s+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return reservedNames.test(trimmed) ? `${trimmed}_` : trimmed
}

/** Gives each file a name of its own, where systems do not tell capital from small letters either. */
export function createUniqueNames() {
  const given = new Set<string>()
  return (wish: string): string => {
    let name = wish
    for (let number = 2; given.has(nameKey(name)); number++) name = `${wish} ${number}`
    given.add(nameKey(name))
    return name
  }
}

const nameKey = (name: string) => name.normalize('NFC').toLowerCase()
