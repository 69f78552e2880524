import { splitBatches } from './batches.ts'
import { findHeaderRow, readHeader, sampledRows, uniqueNames, usualCount } from './header.ts'
import type { Header, HeaderRow, TableWords } from './header.ts'
import { createFitter, lastFilled, markBroken } from './fit.ts'
import { createRepair } from './repair.ts'
import { createLinkResolver } from './links.ts'
import type { OpenedTable } from './reader.ts'
import type { SheetRow } from './table.ts'

/** A table with its header, whose rows are below it. */
export interface ShapedTable extends Header {
  /** Number of the header row, starting at 1; 0 for none. */
  headerRow: number
  /** Whether another row may be the header, or none. */
  isHeaderGuess: boolean
  /** The first rows as in the source, including those above the header. */
  firstRows: readonly SheetRow[]
  /** Returns the next rows; `null` after the last. */
  next: () => Promise<SheetRow[] | null>
}

/** Maximum batches without rows among the first rows: a file can begin with millions of blank ones. */
const maxEmptyBatches = 12

/**
 * Finds a table's header, or uses `headerRow`, and marks the rows that don't fit it. `headerRow` is a row number; 0
 * for a table without column names.
 */
export async function shapeTable(
  table: OpenedTable,
  words: TableWords,
  headerRow?: number,
): Promise<ShapedTable> {
  const { firstRows, isEnded } = await readFirstRows(table)
  let isOver = isEnded
  const sample = firstRows.slice(0, sampledRows)
  const { index, isGuess } = table.header ? noHeaderRow : chooseHeader(sample, words, headerRow)
  const below = sample.slice(index + 1)
  const header = table.header
    ? { names: uniqueNames(table.header), isNamed: true }
    : readHeader(index < 0 ? undefined : sample[index], columnCount(sample, index))
  const resolve = createLinkResolver(header.names, below, words)
  const fit = createFitter(table, header, createRepair(header, words, table.delimiter ?? ''))
  const pending = splitBatches([firstRows.slice(index + 1)])
  let held: SheetRow[] = []
  /** Holds the last row back until the one after it is known, which shows whether it is whole. */
  const finish = (rows: readonly SheetRow[] | null) => {
    if (!rows && held.length === 0) return null
    const marked = markBroken([...held, ...(rows ?? []).map((row) => resolve.row(fit(row)))], table, header)
    held = rows ? marked.splice(-1) : []
    return marked
  }
  return {
    names: resolve.names,
    isNamed: header.isNamed,
    headerRow: index < 0 ? 0 : (sample[index]?.row ?? index + 1),
    isHeaderGuess: isGuess,
    firstRows: sample,
    next: async () => {
      const first = pending.next()
      if (!first.done) return finish(first.value)
      const rows = isOver ? null : await table.next()
      isOver = rows === null
      return finish(rows)
    },
  }
}

async function readFirstRows(table: OpenedTable): Promise<{ firstRows: SheetRow[]; isEnded: boolean }> {
  const firstRows: SheetRow[] = []
  for (let empty = 0; firstRows.length < sampledRows && empty < maxEmptyBatches;) {
    const rows = await table.next()
    if (!rows) return { firstRows, isEnded: true }
    firstRows.push(...rows)
    if (rows.length === 0) empty++
  }
  return { firstRows, isEnded: false }
}

const noHeaderRow: HeaderRow = { index: -1, isGuess: false }

function chooseHeader(rows: readonly SheetRow[], words: TableWords, headerRow?: number): HeaderRow {
  if (headerRow === undefined) return findHeaderRow(rows, words)
  return { index: headerRow === 0 ? -1 : rows.findIndex(({ row = 0 }) => row >= headerRow), isGuess: false }
}

/** Returns the number of columns: those with a name, or those that most rows have. */
function columnCount(rows: readonly SheetRow[], header: number): number {
  const widths = rows.map(({ cells }) => lastFilled(cells) + 1)
  const named = widths[header]
  return named ?? Math.max(1, usualCount(rows.map(({ cells }) => cells)), ...widths.slice(0, 1))
}
