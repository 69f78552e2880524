/** Words for yes and no in lower case, in English and German; spreadsheets write TRUE and WAHR. */
const yesWords = new Set(['yes', 'y', 'ja', 'j', 'true', 'wahr', '1', 'x', '✓', 'on', 'an'])
const noWords = new Set(['no', 'n', 'nein', 'false', 'falsch', '0', 'off', 'aus'])

/** Parses a cell as yes or no. Returns `null` for anything else. */
export function parseYesNo(cell: string): boolean | null {
  const word = cell.trim().toLowerCase()
  if (yesWords.has(word)) return true
  return noWords.has(word) ? false : null
}

export const yesNoRequired = 'Must be yes or no.'
