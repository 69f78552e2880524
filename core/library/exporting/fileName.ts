/** Names that Windows reserves for devices, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)$/i
/** Characters that are invalid in file names on one of the three systems, invisible, or change the text direction. */
const unusableCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}<>:"/\\|?*]/gu
/** Maximum name length in characters, so that path and extension stay below 255 bytes in any script. */
const maxNameLength = 50

/** Returns a text as part of a file name that is valid on every system; `''` if nothing remains. */
export function toFileName(text: string): string {
  const plain = Array.from(text.replace(unusableCharacters, ' ')).slice(0, maxNameLength).join('')
  // Windows drops trailing dots and spaces; on other systems a leading dot hides the file.
  const trimmed = plain.replace(/\s+/gu, ' ').replace(/^[ .]+|[ .]+$/g, '')
  return reservedNames.test(trimmed) ? `${trimmed}_` : trimmed
}
