import type { RowWarning, RunRow } from '../../../contract/app/runs/run.ts'
import { parseJson } from '../linkRow.ts'

/** A cell that the rules changed: its original text, and the text that they wrote. */
interface CellChangedByRules {
  column: number
  before: string
  after: string
}

/**
 * Issues found while reading a row that its cells don't show, such as a text that a spreadsheet converted to a date,
 * and the cells that the rules changed.
 */
export interface ReadNotes {
  errors: RowWarning[]
  warnings: RowWarning[]
  changedByRules?: CellChangedByRules[] | undefined
  /** The cells of a row that doesn't fit the header, put back together. Dropped when a cell is edited. */
  repaired?: string[] | undefined
}

/** Parses a row's `read_notes`, from which the notes of edited cells have been removed. */
export function parseReadNotes(text: string | null): ReadNotes {
  return (
    (text === null ? undefined : (parseJson(text) as ReadNotes | undefined)) ?? { errors: [], warnings: [] }
  )
}

/** Returns a row's `read_notes` after cells were edited; `null` if nothing is left. */
export function withoutNotes(text: string | null, columns: readonly number[]): string | null {
  const { errors, warnings, changedByRules } = parseReadNotes(text)
  const isUnaffected = ({ column }: RowWarning) => column === null || !columns.includes(column)
  return formatReadNotes({
    errors: errors.filter(isUnaffected),
    warnings: warnings.filter(isUnaffected),
    changedByRules,
  })
}

/**
 * Returns a row's `read_notes` after the rules wrote these cells. If they wrote a cell before, its original text is kept.
 */
export function addCellsChangedByRules(
  text: string | null,
  written: readonly CellChangedByRules[],
): string | null {
  const { changedByRules = [], ...notes } = parseReadNotes(text)
  const others = changedByRules.filter(({ column }) => !written.some((cell) => cell.column === column))
  const current = written.map((cell) => {
    const earlierChange = changedByRules.find(
      ({ column, after }) => column === cell.column && after === cell.before,
    )
    return { ...cell, before: earlierChange?.before ?? cell.before }
  })
  return formatReadNotes({
    ...notes,
    changedByRules: [...others, ...current.filter(({ before, after }) => before !== after)],
  })
}

/**
 * Returns a row's `read_notes` after cells were restored: with the notes of `before` for these cells, and unchanged notes
 * for the others.
 */
export function restoreNotes(
  text: string | null,
  before: string | null,
  columns: readonly number[],
): string | null {
  const [current, earlier] = [parseReadNotes(text), parseReadNotes(before)]
  const merge = <N extends { column: number | null }>(
    kept: readonly N[] = [],
    restored: readonly N[] = [],
  ) => {
    const isRestored = ({ column }: N) => column !== null && columns.includes(column)
    return [...kept.filter((note) => !isRestored(note)), ...restored.filter(isRestored)]
  }
  return formatReadNotes({
    errors: merge(current.errors, earlier.errors),
    warnings: merge(current.warnings, earlier.warnings),
    changedByRules: merge(current.changedByRules, earlier.changedByRules),
    repaired: earlier.repaired,
  })
}

function formatReadNotes({ errors, warnings, changedByRules = [], repaired }: ReadNotes): string | null {
  if (errors.length + warnings.length + changedByRules.length === 0) return null
  return JSON.stringify({
    errors,
    warnings,
    repaired,
    ...(changedByRules.length > 0 && { changedByRules }),
  } satisfies ReadNotes)
}

/**
 * Returns the cells of a row that the rules changed, with their original text. Omits cells edited since, unless that
 * edit was undone.
 */
export function readCellsChangedByRules(
  text: string | null,
  cells: readonly string[],
): RunRow['changedByRules'] {
  if (text === null) return []
  const { changedByRules = [] } = parseReadNotes(text)
  return changedByRules
    .filter(({ column, after }) => cells[column] === after)
    .map(({ column, before }) => ({ column, before }))
}
