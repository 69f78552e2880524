/** What people write for yes and no, in small letters, in English and German; spreadsheets write TRUE and WAHR. */
const yesWords = new Set(['yes', 'y', 'ja', 'j', 'true', 'wahr', '1', 'x', '✓', 'on', 'an'])
const noWords = new Set(['no', 'n', 'nein', 'false', 'falsch', '0', 'off', 'aus'])
/** What leaves to the service what it says nothing of. */
const defaultWords = new Set(['default', 'standard'])

/** What a cell says to a question; `null` for anything but yes and no. */
export function parseYesNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase()
  if (yesWords.has(word)) return true
  return noWords.has(word) ? false : null
}

/** Whether a cell leaves the answer to the service. */
export function isDefaultWord(cell: string): boolean {
  return defaultWords.has(cell.trim().toLowerCase())
}

export const yesNoRequired = 'Must be yes or no.'
