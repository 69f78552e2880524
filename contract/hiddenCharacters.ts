/**
 * Characters that are invisible or reorder the text around them, so that two different names look equal. Joiners count
 * only where no script or emoji needs them.
 */
const hiddenCharacter =
  /\p{Cc}|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]|(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}])[\u200C\u200D]|[\u200C\u200D]$/gu

/** The error for a name with hidden characters. */
export const hiddenCharacterError =
  'Contains an invisible character, or one that reverses the text. Remove it.'

/** Whether a text has no invisible characters and none that reorder it. */
export function hasNoHiddenCharacters(text: string): boolean {
  return text.search(hiddenCharacter) === -1
}

/** Returns a text with its hidden characters spelled out: `sale<U+202E>`. */
export function spellHiddenCharacters(text: string): string {
  return text.replace(hiddenCharacter, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
