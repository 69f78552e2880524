import { setTimeout as pause } from 'node:timers/promises'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import { spans, startOfDay, type VisitRetention } from '../store/visits/visits.ts'
import type { VisitStore } from '../store/visits/visitStore.ts'

const hourMs = 3_600_000
const pruneIntervalMs = 10 * 60_000
/**
 * Maximum time by which visits expire from one run to the next, and by the first run, in milliseconds. A clock that is years
 * ahead for an hour would otherwise delete all of them for good.
 */
const maxAdvanceMs = 24 * hourMs
/** Pause between two steps in milliseconds, so that other writers get a turn. */
const stepPauseMs = 20
/** A process writes every second with visits, so a batch that it resends is a few hours old at most. */
const writerRetentionMs = 7 * 24 * hourMs

/** Returns the hour of a time, as visits store it. */
export function toHour(time: number): number {
  return Math.floor(time / hourMs)
}

/** Returns the oldest times to keep at this moment. */
export function computeRetention(time: number, { months, hours }: VisitRetentionSetting): VisitRetention {
  const now = new Date(time)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - months]
  // Not every month has this day: without the limit, days would be deleted that are kept the next day.
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const firstTime = Date.UTC(year, month, Math.min(now.getUTCDate(), lastOfMonth))
  return {
    day: startOfDay(toHour(firstTime)),
    hour: toHour(time) - hours + 1,
    writer: time - writerRetentionMs,
  }
}

/** Deletes expired visits in small steps. `signal` stops it between two steps. */
export async function pruneVisits(
  visits: VisitStore,
  retention: VisitRetention,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await visits.prune(retention)) > 0) await pause(stepPauseMs)
}

/**
 * Returns the time at the start according to the stored visits: the clock's time, or the end of the last day with visits.
 * Visits of the clock's own day don't count, because a wrong clock may have dated them.
 */
async function findStartTime(visits: VisitStore, startedAt: number): Promise<number> {
  const lastDay = await visits.findLastDay(startOfDay(toHour(startedAt)))
  return lastDay === null ? startedAt : Math.min(startedAt, (lastDay + spans.day) * hourMs)
}

/** Deletes expired visits periodically. Returns a function that stops it after the current step. */
export function startPruning(
  visits: VisitStore,
  retention: VisitRetentionSetting,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const abortController = new AbortController()
  let pruning: Promise<void> = Promise.resolve()
  const startedAt = Date.now()
  let time: number | null = null
  const prune = async () => {
    time ??= await findStartTime(visits, startedAt)
    time = Math.min(Date.now(), time + maxAdvanceMs)
    await pruneVisits(visits, computeRetention(time, retention), abortController.signal)
  }
  const timer = setInterval(() => {
    // Failed steps are retried next time.
    pruning = pruning.then(prune).catch(onError)
  }, pruneIntervalMs).unref()
  return async () => {
    clearInterval(timer)
    abortController.abort()
    await pruning
  }
}
