import { setTimeout as pause } from 'node:timers/promises'
import type { VisitRetentionSetting } from '../settings/visits.ts'
import { startOfDay } from '../store/visits.ts'
import type { VisitRetention, VisitStore } from '../store/visits.ts'

const hourMs = 3_600_000
const pruneEveryMs = 10 * 60_000
/** Between two steps, so that whoever else writes has a turn. */
const stepPauseMs = 20
/** A process writes each second in which somebody visits; what it could still send again is hours old at most. */
const writerMs = 7 * 24 * hourMs

/** The hour of a moment, as visits are stored by it. */
export function toHour(time: number): number {
  return Math.floor(time / hourMs)
}

/** What is kept at this moment. */
export function computeRetention(time: number, { months, hours }: VisitRetentionSetting): VisitRetention {
  const now = new Date(time)
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate())
  return { day: startOfDay(toHour(first)), hour: toHour(time) - hours + 1, writer: time - writerMs }
}

/** Forgets all that is older than is kept, in small steps. `signal` ends it between two of them. */
export async function pruneVisits(
  visits: VisitStore,
  retention: VisitRetention,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted && (await visits.prune(retention)) > 0) await pause(stepPauseMs)
}

/** Forgets visits from time to time. The answer ends that, after the step that runs. */
export function startPruning(
  visits: VisitStore,
  keeping: VisitRetentionSetting,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => pruneVisits(visits, computeRetention(Date.now(), keeping), ended.signal))
      // The next time comes.
      .catch(onError)
  }, pruneEveryMs).unref()
  return async () => {
    clearInterval(timer)
    ended.abort()
    await running
  }
}
