import { z } from 'zod'
import { encoding } from './encodings.ts'

/** How a table is to be read, where the user corrects what was detected. */
export const readingChoice = z.strictObject({
  /** The encoding of a text file. */
  encoding: encoding.optional(),
  /** Number of the row with the column names, starting at 1; 0 for none. */
  headerRow: z.int().min(0).optional(),
  /** Index of a workbook's sheet; by default, the first that is neither empty nor hidden. */
  sheet: z.int().min(0).optional(),
  /** Whether an import repairs rows that don't fit the header, where that is certain. A run offers it in its check. */
  repairs: z.boolean().optional(),
})
export type ReadingChoice = z.infer<typeof readingChoice>

export const tableReading = z.object({
  /** `null` if the table isn't a text file. */
  encoding: encoding.nullable(),
  /** Whether other encodings are possible. */
  isEncodingGuess: z.boolean(),
  /** Number of the row with the column names, starting at 1; 0 for none. */
  headerRow: z.int(),
  /** Whether another row may have the column names. */
  isHeaderGuess: z.boolean(),
  /** The beginning of the first rows, with their numbers. */
  firstRows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  /** The names that several columns have, at most three. */
  repeatedNames: z.array(z.string()).optional(),
  /** The sheet that was chosen. */
  sheet: z.int().optional(),
  /** Identifies tables with the same columns. */
  shape: z.string(),
})
export type TableReading = z.infer<typeof tableReading>

/** A choice that was made for a table, for the next one with the same columns. */
export const rememberedReading = z.object({
  shape: z.string().max(100),
  encoding: encoding.optional(),
  /** Rows from the first row as wide as the table to the header; `null` for a table without column names. */
  headerOffset: z.int().nullable().optional(),
})
export type RememberedReading = z.infer<typeof rememberedReading>

/** Number of the first rows that are shown. */
export const shownRows = 8

/** Returns the first row with the most cells, below lines such as a title. */
export function findWidestRow<R extends { cells: readonly string[] }>(rows: readonly R[]): R | undefined {
  const counts = rows
    .slice(0, shownRows)
    .map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  return rows[counts.indexOf(Math.max(...counts))]
}

/** Returns what to remember of the user's choices for the next table with the same columns. */
export function toRemembered(choice: ReadingChoice, { shape, firstRows }: TableReading): RememberedReading {
  const { encoding: chosen, headerRow } = choice
  const offset = headerRow === 0 ? null : (headerRow ?? 0) - (findWidestRow(firstRows)?.row ?? 1)
  return {
    shape,
    ...(chosen && { encoding: chosen }),
    ...(headerRow !== undefined && { headerOffset: offset }),
  }
}
