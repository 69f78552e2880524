import { removeInvisible } from './invisible.ts'

/** The error for a name with hidden characters. */
export const hiddenCharacterError =
  'Contains an invisible character, or one that reverses the text. Remove it.'

const unneeded = /\p{Default_Ignorable_Code_Point}|\p{Cc}|[\u2028\u2029]/gu

/**
 * Whether a text has no characters that are invisible or reorder it, so that two different names look equal. Those that
 * an emoji or a script needs don't count.
 */
export function hasNoHiddenCharacters(text: string): boolean {
  return removeInvisible(text, 'programs') === text && !/\p{Cc}|[\u2028\u2029]/u.test(text)
}

/** Returns a text with its hidden characters spelled out: `sale<U+202E>`. */
export function spellHiddenCharacters(text: string): string {
  if (hasNoHiddenCharacters(text)) return text
  return text.replace(unneeded, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}
