import type { Environment } from '../../../contract/service/api/headers.ts'
import type { InvalidRow, ImportCounts, ImportKind } from '../../../contract/app/library/imports.ts'
import { maxLookups } from '../../../contract/app/library/imports.ts'
import { JobStoppedError, type Work } from '../../jobs.ts'
import type { PendingLookup } from '../../library/imports/classify.ts'
import { runLookupPool, type ImportLookupParts, type LookupWatcher } from './importLookups.ts'
import type { LinkServices } from '../linkServices.ts'

export type ImportParts = ImportLookupParts & Pick<LinkServices, 'imports'>

/** The result of an import so far. */
export interface ImportProgress {
  counts: ImportCounts
  /** The first rejected rows. */
  errors: InvalidRow[]
  /** Number of looked-up links that were added, by the environment in which they were found. */
  added: Record<Environment, number>
  /** Number of links not found: in the only environment that was searched, or anywhere. */
  absent: Record<Environment | 'anywhere', number>
}

/** Maximum number of rejected rows that are recorded. */
const maxErrors = 5_000

export function emptyImport(): ImportProgress {
  return {
    counts: { new: 0, known: 0, foreign: 0, references: 0, invalid: 0 },
    errors: [],
    added: { production: 0, development: 0 },
    absent: { production: 0, development: 0, anywhere: 0 },
  }
}

/**
 * Adds the links of an uploaded file to the library: our own entries unchanged, others by looking them up. Keeps those
 * of other services for reference if requested. Updates `progress` continuously, so that it is valid even after a
 * failure.
 */
export async function importLinks(
  parts: ImportParts,
  { id, kind, size, keepReferences }: { id: string; kind: ImportKind; size: number; keepReferences: boolean },
  work: Work,
  progress: ImportProgress,
): Promise<void> {
  const isOurs = kind === 'linkwright'
  const lookUps: PendingLookup[] = []
  for (let isLast = false; !isLast && !work.signal.aborted;) {
    const batch = await parts.imports.next(id, isOurs || keepReferences)
    const accepted = batch.pendingLookups.splice(0, maxLookups - lookUps.length)
    lookUps.push(...accepted)
    // These count as new only after the service has confirmed them.
    if (!isOurs) batch.counts.new = 0
    if (!keepReferences) batch.counts.references = 0
    addCounts(progress.counts, batch.counts)
    addErrors(progress, batch.errors)
    for (const { row, text } of batch.pendingLookups) addError(progress, { row, error: 'too_many', text })
    work.reportProgress(isOurs ? batch.read : 0, isOurs ? size : null)
    work.setCounts({ ...progress.counts })
    isLast = batch.isLast
  }
  await lookUpAll(parts, lookUps, work, progress)
}

/** Adds the counts of `more` to `total`. */
export function addCounts(total: ImportCounts, more: ImportCounts): void {
  for (const name of ['new', 'known', 'foreign', 'references', 'invalid'] as const) total[name] += more[name]
}

function addErrors(progress: ImportProgress, errors: readonly InvalidRow[]): void {
  progress.errors.push(...errors.slice(0, maxErrors - progress.errors.length))
}

function addError(progress: ImportProgress, error: InvalidRow): void {
  progress.counts.invalid++
  addErrors(progress, [error])
}

function toAbsentCounts({ absent }: ImportProgress) {
  return {
    absentInProduction: absent.production,
    absentInDevelopment: absent.development,
    absentAnywhere: absent.anywhere,
  }
}

async function lookUpAll(
  parts: ImportParts,
  lookups: PendingLookup[],
  work: Work,
  progress: ImportProgress,
): Promise<void> {
  let done = 0
  const show = () => {
    work.reportProgress(done, lookups.length)
    work.setCounts({ ...progress.counts, ...progress.added, ...toAbsentCounts(progress) })
  }
  const watcher: LookupWatcher = {
    signal: work.signal,
    added: (environment, added, known) => {
      progress.counts.new += added
      progress.counts.known += known
      progress.added[environment] += added
      done += added + known
      show()
    },
    rejected: ({ row, text, environment }, error) => {
      addError(progress, { row, error, text })
      if (error === 'not_found' || error === 'not_found_key_refused') progress.absent[environment]++
      if (error === 'not_found_anywhere') progress.absent.anywhere++
      done++
      show()
    },
  }
  const byProfile = Map.groupBy(lookups, ({ profileId }) => profileId)
  const pools = [...byProfile].map(([profileId, links]) =>
    runLookupPool(parts, { profileId, links }, watcher),
  )
  const outcomes = await Promise.allSettled(pools)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason
    if (outcome.value && !work.signal.aborted) throw new JobStoppedError(outcome.value)
  }
}
