/** What spreadsheets show instead of a value: errors in several languages, and numbers in a narrow column. */
const spreadsheetErrors =
  /^(?:#(?:N\/[AD]|NV|N\/DISP|NOME\?|NAME\?|NOM\?|NOMBRE\?|¿NOMBRE\?|NAZWA\?|REF!|¡REF!|BEZUG!|REF|VALUE!|VALOR!|¡VALOR!|VALEUR!|WERT!|ARG!|NUM!|¡NUM!|ZAHL!|NOMBRE!|LICZBA!|NULL!|¡NULO!|NUL!|DIV\/0!|¡DIV\/0!|SPILL!|ÜBERLAUF!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|GETTING_DATA|ERROR!)|Err:\d{3}|#{2,})$/iu

/** What programs write where they have no value. */
const emptyWords =
  /^(?:null|\(null\)|\[null\]|<null>|\\N|n\/a|n\.a\.?|<na>|undefined|nil|\(not (?:set|provided)\)|-{1,3}|[–—]|\[object Object\])$/iu
/** Words of programs that are names or ordinary words in another case. */
const emptyWordsAsWritten = /^(?:None|NaN|nan|NaT)$/

/** Returns whether a value is what a program writes for “no value” or for an error, such as `null` or `#N/A`. */
export function isEmptyWord(text: string): boolean {
  if (text.length > 20 && !/^#+$/.test(text)) return false
  const word = text.trim()
  return spreadsheetErrors.test(word) || emptyWords.test(word) || emptyWordsAsWritten.test(word)
}

/**
 * Returns whether a spreadsheet shortened a number: as in `1.23457E+15`, or to 15 digits and zeros, which is its
 * precision.
 */
export function isShortenedNumber(text: string): boolean {
  return /^[-+]?\d(?:[.,]\d{1,20})?E[-+]\d{2,3}$/i.test(text) || /^[1-9]\d{14}0{2,20}$/.test(text)
}

/** Returns the text of `="0042"`, with which programs keep a spreadsheet from changing it. */
export function unwrapFormulaText(cell: string): string {
  const [, text] = /^="((?:[^"]|"")*)"\s*$/.exec(cell) ?? []
  return text === undefined ? cell : text.replaceAll('""', '"')
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#38': '&',
  '#34': '"',
}

/** Returns a text copied from HTML with its character references replaced, such as `&amp;`. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#?\w{2,4});/g, (found, name: string) => entities[name.toLowerCase()] ?? found)
}
