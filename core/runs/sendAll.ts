import { rateLimits, type RateLimit } from '../../contract/app/jobs/requestPool.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { requireStorageProblem } from '../folder/storageProblem.ts'
import { interruptedChange } from '../links/change/change.ts'
import { interruptedCompletion } from '../links/create/conclude.ts'
import { offers, getDefaults, findProfile } from '../profiles/profiles.ts'
import { createRowsToChange } from './changeRows.ts'
import { createRowsToCreate } from './createRows.ts'
import { sendWithPool, type PoolTask, type SendParts, type SendTask } from './sendWithPool.ts'

/** No delay between requests, because our own service returns 429 if there are too many. */
const ownServiceRateLimit: RateLimit = { intervalMs: 0, parallel: 8 }

/** Sends ready rows. Returns the problem that stopped it, or `null` if every row was sent. */
export async function sendAll(parts: SendParts, task: SendTask): Promise<Problem | null> {
  const { id, limit } = task
  const { runs, sending, changeQueue, settings, services, destination } = parts
  try {
    const run = await runs.get(id)
    const { profileId, environment, counts } = run
    const profile = findProfile(settings, profileId)
    if (!profile.ok) return profile.problem
    const target = await destination(profileId, environment)
    if (!target.ok) return target.problem
    if (run.change && !offers(profile.value, services, 'changes')) return { code: 'changes_not_offered' }
    if (run.change) await changeQueue.interrupt(id, interruptedChange)
    else await sending.interrupt(id, interruptedCompletion)
    const done = counts.created + counts.failed + counts.unknown
    const total = done + Math.min(limit, counts.ready)
    const isOurs = getDefaults(profile.value, services) === 'ours'
    const rateLimit = isOurs ? ownServiceRateLimit : rateLimits.unknown
    const pool: PoolTask = { ...task, destination: target.value, rateLimit, isOurs, counts, total }
    return run.change
      ? await sendWithPool(parts, pool, createRowsToChange(parts, pool))
      : await sendWithPool(parts, pool, createRowsToCreate(parts, pool))
  } catch (error) {
    return requireStorageProblem(error)
  }
}
