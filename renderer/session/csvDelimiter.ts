import { useContext } from 'react'
import type { FileDelimiter } from '../../contract/app/tables/spreadsheet.ts'
import { SessionContext } from './Session.tsx'

/**
 * Returns the delimiter for CSV files: the one that the user's spreadsheet program is known to use, or else the
 * region's.
 */
export function useCsvDelimiter(): FileDelimiter {
  return useContext(SessionContext)?.state.csvDelimiter ?? regionDelimiter()
}

/**
 * Returns the delimiter that spreadsheets use in a region, by default this computer's: a semicolon where decimals have
 * a comma.
 */
export function regionDelimiter(locale?: string): FileDelimiter {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  return decimal?.value === ',' ? ';' : ','
}
