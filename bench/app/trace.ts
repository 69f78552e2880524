/** One event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of `dur`, what the thread had the processor for. */
  tdur?: number
  args?: { data?: { type?: string } }
}

/** What has to be traced for `worstTasks`. */
export const traceCategories = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

/** The longest task of the window's main thread that one keystroke led to, in milliseconds. */
export interface WorstTask {
  /** As a person waits for it, with whatever else the machine was busy with. */
  wallMs: number
  /** Of the task that needed the processor longest, which on a busy machine may be another one. */
  cpuMs: number
}

/** For each keystroke in a trace the longest of the tasks from its own to the next keystroke's. */
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
    // A task belongs to the last keystroke that was handled before it ended: the first of them is the handling itself.
    while (at + 1 < keys.length && (keys[at + 1]?.ts ?? Infinity) <= ts + dur) at++
    const found = worst[at]
    if (!found) continue
    found.wallMs = Math.max(found.wallMs, dur / 1_000)
    found.cpuMs = Math.max(found.cpuMs, tdur / 1_000)
  }
  return worst
}
