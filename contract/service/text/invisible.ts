/** All characters that no program shows (Unicode 5.21), including those that change the direction of text. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** Those that a text for people never needs. The others arrange scripts and emoji. */
const neverNeeded = /[\u00ad\u200b\u202d\u202e\u2060\ufeff]/g

/** Whether a text has any character that can be seen. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)
}

/** Who reads a value: `programs` compare addresses and tracking byte by byte. */
export type Readers = 'people' | 'programs'

/**
 * Returns a text without the invisible characters that come with copied text. Keeps those that an emoji or a script
 * needs, such as U+200C in Persian.
 */
export function removeInvisible(text: string, readers: Readers): string {
  return text.replace(readers === 'people' ? neverNeeded : invisible, (character: string, index: number) => {
    const before = text.slice(Math.max(0, index - maxFlagLength), index)
    const after = text.slice(index + character.length, index + character.length + 2)
    return isInScript(character, before, after) || isInEmoji(character, before, after) ? character : ''
  })
}

/** Scripts that set words apart without spaces: U+200B says where a line may end. */
const spacelessEnd = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}]$/u
/** Scripts in which invisible characters change the shape of the letter before (Unicode 9.2, 12.1, 13.5, 23.4). */
const shapedEnd =
  /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Hebr}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Tibt}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Java}\p{sc=Bali}\p{sc=Hani}]\p{Mn}?$/u
const shapingCharacter = /[\u034f\u17b4\u17b5\u180b-\u180f\u200c\u200d\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/u

function isInScript(character: string, before: string, after: string): boolean {
  if (character === '\u200b') return spacelessEnd.test(before) && spacelessEnd.test(after)
  return shapingCharacter.test(character) && shapedEnd.test(before)
}

/** Maximum length of the flag of a region, such as Scotland, in UTF-16 units. */
const maxFlagLength = 16

function isInEmoji(character: string, before: string, after: string): boolean {
  if (character === '\u200d')
    return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) && pictograph.test(after)
  if (/[\ufe0e\ufe0f]/.test(character))
    return (
      /\p{Extended_Pictographic}$/u.test(before) || (/[\d#*]$/.test(before) && after.startsWith('\u20e3'))
    )
  return /[\u{e0020}-\u{e007f}]/u.test(character) && /\u{1f3f4}[\u{e0020}-\u{e007f}]*$/u.test(before)
}

const pictograph = /^\p{Extended_Pictographic}/u
