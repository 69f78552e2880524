import { rateLimits, runRequestPool } from '../../contract/requestPool.ts'
import type { InvalidRow, ImportCounts, ImportKind } from '../../contract/imports.ts'
import { maxLookups } from '../../contract/imports.ts'
import type { Problem } from '../../contract/problem.ts'
import type { InFlight } from '../inFlight.ts'
import { JobStoppedError } from '../jobs.ts'
import type { Work } from '../jobs.ts'
import type { PendingLookup } from '../library/imports/classify.ts'
import type { Imports } from '../library/imports/imports.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { Remote } from '../library/thread/messages.ts'
import { defaultsOf, findProfile } from '../profiles/profiles.ts'
import { addLink } from './add.ts'
import type { AddParts } from './add.ts'

export interface ImportParts extends AddParts {
  imports: Remote<Imports>
  services: AnnouncedServices
  inFlight: InFlight
}

/** The result of an import so far. */
export interface ImportProgress {
  counts: ImportCounts
  /** The first rejected rows. */
  faults: InvalidRow[]
}

/** Maximum number of rejected rows that are kept. */
const maxKeptErrors = 5_000

export function emptyImport(): ImportProgress {
  return { counts: { new: 0, known: 0, foreign: 0, faulty: 0 }, faults: [] }
}

/**
 * Adds the links of an uploaded file to the library: our own entries unchanged, others by looking them up.
 * Updates `imported` as it goes, even if it fails.
 */
export async function importLinks(
  parts: ImportParts,
  { id, kind, size }: { id: string; kind: ImportKind; size: number },
  work: Work,
  imported: ImportProgress,
): Promise<void> {
  const isOurs = kind === 'linkwright'
  const lookUps: PendingLookup[] = []
  for (let isLast = false; !isLast && !work.signal.aborted;) {
    const portion = await parts.imports.next(id, isOurs)
    const found = portion.pendingLookups.splice(0, maxLookups - lookUps.length)
    lookUps.push(...found)
    // These count as new only after the service has confirmed them.
    if (!isOurs) portion.counts.new = 0
    addCounts(imported.counts, portion.counts)
    keepErrors(imported, portion.faults)
    for (const { row, text } of portion.pendingLookups) keepError(imported, { row, fault: 'too_many', text })
    work.reach(isOurs ? portion.read : 0, isOurs ? size : null)
    work.count({ ...imported.counts })
    isLast = portion.isLast
  }
  await lookUpAll(parts, lookUps, work, imported)
}

/** Adds `more` to `to`. */
export function addCounts(to: ImportCounts, more: ImportCounts): void {
  for (const name of ['new', 'known', 'foreign', 'faulty'] as const) to[name] += more[name]
}

function keepErrors(imported: ImportProgress, faults: readonly InvalidRow[]): void {
  imported.faults.push(...faults.slice(0, maxKeptErrors - imported.faults.length))
}

function keepError(imported: ImportProgress, fault: InvalidRow): void {
  imported.counts.faulty++
  keepErrors(imported, [fault])
}

async function lookUpAll(
  parts: ImportParts,
  all: PendingLookup[],
  work: Work,
  imported: ImportProgress,
): Promise<void> {
  let done = 0
  const settled = () => {
    work.reach(++done, all.length)
    work.count({ ...imported.counts })
  }
  const byProfile = Map.groupBy(all, ({ profileId }) => profileId)
  const lanes = [...byProfile].map(([profileId, links]) => {
    const watcher = { imported, settled, signal: work.signal }
    return runLookupPool(parts, { profileId, links }, watcher)
  })
  const ended = await Promise.allSettled(lanes)
  for (const lane of ended) {
    if (lane.status === 'rejected') throw lane.reason
    if (lane.value && !work.signal.aborted) throw new JobStoppedError(lane.value)
  }
}

interface LookupContext {
  imported: ImportProgress
  settled: () => void
  signal: AbortSignal
}

/** Looks up links of one profile like *Find*, at the rate of its service. */
async function runLookupPool(
  parts: ImportParts,
  { profileId, links }: { profileId: string; links: PendingLookup[] },
  { imported, settled, signal }: LookupContext,
): Promise<Problem | null> {
  const { settings, services, inFlight } = parts
  const profile = findProfile(settings, profileId)
  if (!profile.ok) return profile.problem
  const queue = links.values()
  const broken: Error[] = []
  const ended = await runRequestPool<PendingLookup>({
    next: () => queue.next().value,
    rateLimit: rateLimits[defaultsOf(profile.value, services)],
    ask: async (link) => {
      try {
        return await lookUp(parts, link, imported, settled)
      } catch (error) {
        broken.push(error instanceof Error ? error : new Error(String(error)))
        throw error
      }
    },
    onHold: () => undefined,
    pause: (ms) => inFlight.pause(ms, signal),
    signal,
  }).catch(() => null)
  if (broken[0]) throw broken[0]
  return ended
}

async function lookUp(
  parts: ImportParts,
  link: PendingLookup,
  imported: ImportProgress,
  settled: () => void,
) {
  const { row, path, profileId, environment, text } = link
  const added = await addLink(parts, { profileId, environment, path })
  if (added.ok) imported.counts.new++
  else if (added.problem.code === 'link_not_found') keepError(imported, { row, fault: 'not_found', text })
  else if (singleLinkProblems.has(added.problem.code)) keepError(imported, { row, fault: 'refused', text })
  else return added
  settled()
  return added
}

const singleLinkProblems = new Set(['request_refused', 'answer_unreadable', 'no_path_found'])
