import { checkOutcomes, type CheckOutcome } from '../../../contract/app/link/check.ts'
import type { SelectedLinks } from '../../../contract/app/library/view.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { JobStoppedError, type Work } from '../../jobs.ts'
import { changeAll } from '../../library/collection/changeAll.ts'
import type { LinkServices } from '../linkServices.ts'
import type { QueueRange, QueuedLink } from '../../library/checks/checkQueue.ts'
import { lookUpLinks, type LookupParts } from '../../lookups/lookUpLinks.ts'
import { createLookupQueue } from '../../lookups/lookupQueue.ts'
import { findProfile } from '../../profiles/profiles.ts'

type Parts = PoolParts & Pick<LinkServices, 'collection' | 'jobs'>

interface RunningCheck {
  job: string
  tally: Tally
}

/** Checks many links, in one job at a time. Links queued in the meantime join the running job. */
export function createCheckRunner(parts: Parts) {
  const { checks, collection, jobs } = parts
  let running: RunningCheck | null = null

  /** Checks the links after a number of the queue. */
  const begin = (after: number): string => {
    const tally = createTally(parts, after)
    const job = jobs.start('check', async (work) => {
      try {
        await checkAll(parts, { work, tally })
      } finally {
        running = null
      }
    })
    running = { job, tally }
    return job
  }
  return {
    start: async (selection: SelectedLinks) => {
      const lastNumber = await checks.lastNumber()
      const links = await jobs.during('check', async (work) => {
        const queued = await changeAll(collection, selection, work, (part) => checks.enqueue(part))
        // Links queued before the cancellation can be checked later.
        return work.signal.aborted ? 0 : queued
      })
      if (links === 0) return { links, job: null }
      await running?.tally.recount()
      return { links, job: running?.job ?? begin(lastNumber) }
    },
    resume: () => running?.job ?? begin(0),
  }
}

type Tally = ReturnType<typeof createTally>

type Counts = Record<CheckOutcome | 'unanswered', number>

/** Counts the results of checks after a position in the queue, and reports progress. */
function createTally({ checks }: Parts, after: number) {
  const counts: Counts = { same: 0, changed: 0, inactive: 0, gone: 0, unanswered: 0 }
  const heldProfiles = new Set<string>()
  let currentWork: Work | null = null
  let total = 0
  const countSaved = () => checkOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const show = () => {
    currentWork?.reportProgress(countSaved() + counts.unanswered, total)
    currentWork?.setCounts({ ...counts, held: heldProfiles.size })
  }
  return {
    after,
    watcherOf: (profileId: string): PoolWatcher => ({
      checked: (result) => {
        counts[result]++
        show()
      },
      held: (isHeld) => {
        if (isHeld === heldProfiles.has(profileId)) return
        if (isHeld) heldProfiles.add(profileId)
        else heldProfiles.delete(profileId)
        show()
      },
    }),
    /** Recounts the remaining work. */
    recount: async () => {
      total = countSaved() + (await checks.countRemaining(after))
      show()
    },
    reportTo: (work: Work) => void (currentWork = work),
  }
}

/** Checks all queued links, each profile at its own rate, and then the links queued in the meantime. */
async function checkAll(parts: Parts, { work, tally }: { work: Work; tally: Tally }): Promise<void> {
  const { checks } = parts
  const problems: Problem[] = []
  tally.reportTo(work)
  await tally.recount()
  for (let { after } = tally; !work.signal.aborted;) {
    const until = await checks.lastNumber()
    const range = { after, until }
    const profiles = await checks.profiles(range)
    if (profiles.length === 0) break
    const pools = profiles.map((profileId) =>
      runCheckPool(parts, { profileId, range }, work, tally.watcherOf(profileId)),
    )
    const outcomes = await Promise.allSettled(pools)
    for (const pool of outcomes) {
      if (pool.status === 'rejected') throw pool.reason
      if (pool.value) problems.push(pool.value)
    }
    after = until
  }
  if (problems[0] && !work.signal.aborted) throw new JobStoppedError(problems[0])
}

export type PoolParts = LookupParts & Pick<LinkServices, 'checks'>

/** Responses saved per transaction. */
const saveBatchSize = 50

/** Callbacks of a running pool. */
interface PoolWatcher {
  /** Called when a link was checked, or the service couldn't be reached for it. */
  checked: (result: CheckOutcome | 'unanswered') => void
  /** Called when the service starts or stops requiring back-off. */
  held: (isHeld: boolean) => void
}

/**
 * Checks the queued links of one profile at the rate of its service. Returns the problem that stopped it
 * early. Throws if results can't be saved.
 */
export async function runCheckPool(
  parts: PoolParts,
  { profileId, range }: { profileId: string; range: QueueRange },
  { signal }: Pick<Work, 'signal'>,
  watcher: PoolWatcher,
): Promise<Problem | null> {
  const { checks, settings } = parts
  let { after } = range
  const fetch = async () => {
    const fetched = await checks.next(profileId, { ...range, after })
    after = fetched.at(-1)?.number ?? after
    return fetched
  }
  const problem = await lookUpLinks<QueuedLink>(parts, {
    ...{ profileId, signal, onHold: watcher.held },
    queue: createLookupQueue([], fetch),
    groupAttempts: 2,
    save: async (answers, at) => {
      const checked = answers.map(({ link, found }) => ({ id: link.id, answer: found?.raw ?? null, at }))
      for (let start = 0; start < checked.length; start += saveBatchSize) {
        const outcomes = await checks.saveMany(checked.slice(start, start + saveBatchSize))
        for (const outcome of outcomes) watcher.checked(outcome)
      }
    },
    failed: (links) => {
      for (let unanswered = links.length; unanswered > 0; unanswered--) watcher.checked('unanswered')
      return false
    },
  })
  const profile = findProfile(settings, profileId)
  // Several profiles are checked together.
  if (!problem || !profile.ok) return problem
  return { ...problem, detail: [profile.value.name, problem.detail].filter(Boolean).join(': ') }
}
