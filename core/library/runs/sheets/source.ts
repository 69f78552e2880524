import { pastedCells, type PastedCells, type CreateSource } from '../../../../contract/app/runs/sources.ts'
import type { RememberedReading } from '../../../../contract/app/tables/reading.ts'
import { tryParseJson } from '../../../../contract/app/text/tryParseJson.ts'
import { openShaped } from '../../../tables/openShaped.ts'
import type { OpenTable } from '../../../tables/reader.ts'
import { SheetError } from '../../../tables/sheetError.ts'
import { readText } from '../../../tables/decode.ts'
import type { StagedFiles } from '../../imports/stagedFiles.ts'
import type { Database } from '../../openDatabase.ts'
import { createLinksTable } from './selectedLinks.ts'
import { createListsTable } from './lists.ts'
import type { RunTable } from './runTable.ts'
import { runWords } from './words.ts'

interface Parts {
  database: Database
  staged: StagedFiles
  openTable: OpenTable
}

/** Opens the rows of a source. */
export async function openRunTable(
  source: CreateSource,
  remembered: readonly RememberedReading[],
  { database, staged, openTable }: Parts,
): Promise<RunTable> {
  if (source.kind === 'lists') return createListsTable(source.lists)
  if (source.kind === 'links') return await createLinksTable(database, source.which)
  const { choice = {} } = source
  const isPasted = source.kind === 'pasted' || source.isPasted === true
  const input = source.kind === 'pasted' ? source : inputOf(staged.get(source.file).file, isPasted)
  const read = await openShaped('file' in input ? input : { text: input.text, html: input.html }, {
    open: openTable,
    words: runWords,
    choice,
    remembered,
  })
  const { table, reading, names, isNamed, next } = read
  const { size, progress, close, delimiter, kind } = table
  return {
    kind: isPasted ? 'pasted' : kind === 'xlsx' || kind === 'ods' ? kind : 'csv',
    name: source.kind === 'pasted' || isPasted ? 'Pasted rows' : source.name,
    ...{ names, isNamed, delimiter, reading, size, progress, next, close },
  }
}

function inputOf(file: string, isPasted: boolean): { file: string } | PastedCells {
  return isPasted ? readPastedCells(file) : { file }
}

/** Reads a paste that was uploaded as a file. */
function readPastedCells(file: string): PastedCells {
  const cells = pastedCells.safeParse(tryParseJson([...readText(file, 'utf-8')].join('')))
  if (!cells.success) throw new SheetError('sheet_too_large')
  return cells.data
}
