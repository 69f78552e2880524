import { parseEnvironment } from '../../../contract/service/api/headers.ts'
import { maxImportedLinks } from '../../../contract/app/library/imports.ts'
import type { InvalidRow, ImportCounts, SampleRow } from '../../../contract/app/library/imports.ts'
import { isObject } from '../../../contract/service/json/json.ts'
import type { LinkEntry } from '../../../contract/app/library/linkFile.ts'
import { requireRoomFor } from '../../folder/freeSpace.ts'
import { getIndexer } from '../index/indexer.ts'
import type { Database } from '../openDatabase.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { requireWritable } from '../writing.ts'
import { createClassifier, type ImportTarget, type PendingLookup, type Classification } from './classify.ts'
import { createEntries, type Entries } from './entries.ts'
import { CodedError } from '../../folder/codedError.ts'
import type { ReadingChoice, RememberedReading } from '../../../contract/app/tables/reading.ts'
import { openInThread } from '../../tables/reader.ts'
import type { OmittedColumns } from './columns.ts'
import { openReading, type Reading, readFileText } from './reading.ts'
import type { Row } from './rows.ts'
import type { StagedFile, StagedFiles } from './stagedFiles.ts'

/** The result of a batch of rows. */
export interface ImportBatch {
  counts: ImportCounts
  /** Preview of the first rows. */
  sample: SampleRow[]
  errors: InvalidRow[]
  /** Links that must be looked up before they can be added. */
  pendingLookups: PendingLookup[]
  /** Number of rows whose link can move to the target profile. */
  movable: number
  /** Number of rows that have a path but no host. */
  hostless: number
  /** Number of bytes read so far. */
  read: number
  isLast: boolean
}

/**
 * Maximum number of links indexed immediately. More would take minutes, so the rest is indexed in the
 * background.
 */
const maxDerivedNow = 2_000
/** Maximum batch size in bytes, except for very large rows. */
const maxBatchBytes = 16 * 1_024 * 1_024
const maxSamples = 10
/** Maximum number of columns of each kind that are listed. */
const maxListedColumns = 100

/** The outcome of a row. In a preview, its expected outcome. */
type Verdict = Classification & { /** A link of another service was kept for reference. */ isKept?: true }

type OpenedImport = OmittedColumns &
  Pick<Reading, 'kind' | 'delimiter' | 'reading' | 'size'> & { isCounted: boolean }

interface OpenImport {
  file: StagedFile
  choiceText: string
  table: Reading
  classifier: ReturnType<typeof createClassifier>
  samples: number
  added: number
  links: number
}

/** Adds a link of another service, if requested. */
function keepReference(entries: Entries, verdict: Verdict | null, addedIds: string[]): Verdict | null {
  if (verdict === null || !('reference' in verdict) || !entries.add(verdict.reference)) return verdict
  addedIds.push(verdict.reference.id)
  return { sample: verdict.sample, isKept: true }
}

export type Imports = ReturnType<typeof createImports>

/** Imports links from files in batches: upload, preview, then write to the library. */
export function createImports(database: Database, staged: StagedFiles, openTable = openInThread) {
  const { sql, backfill } = database
  const openImports = new Map<string, OpenImport>()
  /** How files were read to their end. */
  const countedFiles = new WeakMap<StagedFile, string>()
  const entries = createEntries(sql)
  const close = (id: string) => {
    openImports.get(id)?.table.close()
    openImports.delete(id)
    // Errors are reported to operations that need the index. The next start tries again.
    if (!backfill.isDone()) backfill.finish().catch(() => undefined)
  }
  const writeRows = (state: OpenImport, rows: readonly Row[]) =>
    runInTransaction(sql, () => {
      const addedIds: string[] = []
      const verdicts = rows.map((row) => writeRow(state, { entries, addedIds }, row))
      state.added += addedIds.length
      if (state.added > maxDerivedNow) backfill.add(addedIds)
      else if (addedIds.length > 0) getIndexer(sql).update(...addedIds)
      return verdicts
    })
  return {
    begin: staged.begin,
    append: staged.append,
    /** Returns the start of a file's text. */
    text: (id: string) => readFileText(staged.get(id).file, openTable),
    discard: (id: string) => {
      close(id)
      staged.discard(id)
    },
    /**
     * Starts reading a file from its first row. Returns its kind, its size, the delimiter of a CSV file, how a table was
     * read, the columns that aren't added, and whether it was read to its end before, so that it hasn't too many links.
     */
    open: async (
      id: string,
      importTarget: ImportTarget,
      choice: ReadingChoice = {},
      remembered: readonly RememberedReading[] = [],
    ): Promise<OpenedImport> => {
      close(id)
      const file = staged.get(id)
      const choiceText = JSON.stringify(choice)
      const classifier = createClassifier(sql, importTarget)
      const table = await openReading(file.file, { open: openTable, choice, remembered })
      close(id)
      openImports.set(id, { file, choiceText, table, classifier, samples: 0, added: 0, links: 0 })
      return { ...describeReading(table), isCounted: countedFiles.get(file) === choiceText }
    },
    /**
     * Reads the next batch. If requested, adds our own entries and references to the library; these are on disk when this
     * returns.
     */
    next: async (id: string, write: boolean): Promise<ImportBatch> => {
      if (write) requireWritable(database)
      const state = openImports.get(id)
      if (!state) throw new CodedError('import_gone')
      const read = await state.table.next()
      if (openImports.get(id) !== state) throw new CodedError('import_gone')
      if (write) requireRoomFor(sql, maxBatchBytes)
      const [rows, isLast] = [read ?? [], read === null]
      countLinks(state, rows)
      const verdicts = write ? writeRows(state, rows) : rows.map((row) => classifyRow(state, entries, row))
      if (isLast) {
        countedFiles.set(state.file, state.choiceText)
        close(id)
      }
      return toBatch(state, verdicts, { isLast, write })
    },
  }
}

function describeReading({ kind, delimiter, reading, size, unused = [], fromService = [] }: Reading) {
  const columns = { unused: listNames(unused), fromService: listNames(fromService) }
  return { kind, size, ...(delimiter && { delimiter }), ...(reading && { reading }), ...columns }
}

/** Adds a row to the library, and the id of its link to `addedIds`. */
function writeRow(
  state: OpenImport,
  { entries, addedIds }: { entries: Entries; addedIds: string[] },
  row: Row,
): Verdict | null {
  if ('preset' in row) entries.addPreset(row.preset)
  if ('view' in row && !entries.addView(row.view))
    return { invalid: { row: row.row, error: 'too_many_views', text: row.view.name } }
  if (!('entry' in row)) return keepReference(entries, classifyRow(state, entries, row), addedIds)
  const isAdded = entries.add(row.entry)
  if (isAdded === null) return { invalid: { row: row.row, error: 'damaged', text: row.entry.id } }
  if (isAdded) addedIds.push(row.entry.id)
  return { sample: toSample(row.row, row.entry, !isAdded) }
}

function classifyRow({ classifier }: OpenImport, entries: Entries, row: Row): Verdict | null {
  if ('error' in row) return { invalid: row }
  if ('values' in row) return classifier.classifyValues(row.row, row.values)
  if ('link' in row) return classifier.classifyLink(row.row, row.link)
  if (!('entry' in row)) return null
  return { sample: toSample(row.row, row.entry, entries.hasLink(row.entry.id)) }
}

function countLinks(state: OpenImport, rows: readonly Row[]): void {
  state.links += rows.filter((row) => !('preset' in row || 'view' in row)).length
  if (state.links > maxImportedLinks) throw new CodedError('import_too_large')
}

/** Truncates a list of names from a file. */
function listNames(names: readonly string[]): string[] {
  return names.slice(0, maxListedColumns).map((name) => name.slice(0, 100).toWellFormed())
}

function toSample(row: number, entry: LinkEntry, isKnown: boolean): SampleRow {
  const { link = null, profileName } = entry
  const request: unknown = typeof entry.request === 'string' ? null : entry.request
  const title = isObject(request) && typeof request['title'] === 'string' ? request['title'] : null
  const environment = parseEnvironment(entry.environment)
  const outcome = isKnown ? 'known' : 'new'
  return { row, link, title, destination: null, profileName, environment, outcome }
}

function toBatch(
  state: OpenImport,
  verdicts: readonly (Verdict | null)[],
  { isLast, write }: { isLast: boolean; write: boolean },
): ImportBatch {
  const batch: ImportBatch = {
    counts: { new: 0, known: 0, foreign: 0, references: 0, invalid: 0 },
    sample: [],
    errors: [],
    pendingLookups: [],
    movable: 0,
    hostless: 0,
    read: state.table.progress(),
    isLast,
  }
  for (const verdict of verdicts) {
    if (verdict === null) continue
    if ('invalid' in verdict) {
      batch.counts.invalid++
      batch.errors.push(verdict.invalid)
      continue
    }
    if (verdict.isKept || (!write && verdict.reference)) batch.counts.references++
    if (!verdict.isKept) batch.counts[verdict.sample.outcome]++
    if (verdict.isHostless) batch.hostless++
    if (verdict.isMovable) batch.movable++
    if (verdict.pendingLookup) batch.pendingLookups.push(verdict.pendingLookup)
    if (state.samples++ < maxSamples) batch.sample.push(verdict.sample)
  }
  return batch
}
