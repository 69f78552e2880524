/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** CPU time within `dur`. */
  tdur?: number
  args?: { data?: { type?: string } }
}

/** Trace categories that `worstTasks` needs. */
export const traceCategories = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

/** The longest main-thread task caused by one keystroke, in milliseconds. */
export interface WorstTask {
  /** Elapsed time, including anything else the machine was busy with. */
  wallMs: number
  /** Of the task with the most CPU time, which may be another one on a busy machine. */
  cpuMs: number
}

/** Returns, for each keystroke in a trace, the longest task until the next keystroke. */
export function worstTasks(trace: Buffer): WorstTask[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const keys = traceEvents
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
    .sort((a, b) => a.ts - b.ts)
  const [first] = keys
  if (!first) return []
  const worst = keys.map(() => ({ wallMs: 0, cpuMs: 0 }))
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === first.pid && tid === first.tid)
    .sort((a, b) => a.ts - b.ts)
  let at = -1
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // A task belongs to the last keystroke handled before it ended; the first one is the handling itself.
    while (at + 1 < keys.length && (keys[at + 1]?.ts ?? Infinity) <= ts + dur) at++
    const found = worst[at]
    if (!found) continue
    found.wallMs = Math.max(found.wallMs, dur / 1_000)
    found.cpuMs = Math.max(found.cpuMs, tdur / 1_000)
  }
  return worst
}
