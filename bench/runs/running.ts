import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunState } from '../../contract/runs/run.ts'
import { ownServiceRateLimit } from '../../core/runs/sendAll.ts'
import type { AppProcess, ResourceUse } from './appProcess.ts'
import { startLoad } from './load.ts'
import { createCsv } from './rows.ts'

/** One run, and the plain load before and after it. */
export interface Round {
  perSecond: number
  againstPerSecond: number
  ratio: number
  /** Microseconds of all threads of the app and its service, and of both load processes. */
  cpuMicros: number
  againstCpuMicros: number
  /** Until the library first shows its links after the run: deriving their data may have been deferred until then. */
  lookMs: number
  /** The app's CPU time by thread. */
  threadMicros: Record<string, number>
  againstThreadMicros: Record<string, number>
  lateP99Ms: number
  lateMaxMs: number
  memoryBytes: number
}

/** Alternates runs and plain load with the same bodies and concurrency. */
export async function measureRuns(
  app: AppProcess,
  folder: string,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<Round[]> {
  const load = startLoad()
  const measured: Round[] = []
  try {
    let run = await prepareRun(app, rows)
    const bodies = readBodies(folder, run)
    const order = { ...app.service, bodies, parallel: ownServiceRateLimit.parallel }
    const loaded = async () => {
      const before = await app.used()
      const sent = await load.send(order)
      const used = useSince(before, await app.used())
      return { ...sent, cpuSeconds: sent.cpuSeconds + used.cpuSeconds, threads: used.threads }
    }
    await load.send({ ...order, bodies: bodies.slice(0, 1_000) })
    let before = await loaded()
    for (let round = 0; round < rounds; round++) {
      const mine = await sendRun(app, run, rows)
      const lookMs = await readRate(app)
      const after = await loaded()
      measured.push({ ...toRound(mine, [before, after], rows), lookMs })
      before = after
      if (round + 1 < rounds) run = await prepareRun(app, rows)
    }
    return measured
  } finally {
    await load.close()
  }
}

type Cpu = Pick<ResourceUse, 'cpuSeconds' | 'threads'>
type Sent = Pick<Round, 'perSecond' | 'lateP99Ms' | 'lateMaxMs' | 'memoryBytes'> & Cpu

function useSince(before: Cpu, now: ResourceUse): ResourceUse {
  const threads = Object.entries(now.threads).map(
    ([name, used]) => [name, used - (before.threads[name] ?? 0)] as const,
  )
  return { ...now, cpuSeconds: now.cpuSeconds - before.cpuSeconds, threads: Object.fromEntries(threads) }
}

function toRound(mine: Sent, loads: (Cpu & { perSecond: number })[], rows: number): Omit<Round, 'lookMs'> {
  const mean = (what: 'perSecond' | 'cpuSeconds') =>
    loads.reduce((sum, load) => sum + load[what], 0) / loads.length
  const micros = (threads: Record<string, number>) =>
    Object.fromEntries(Object.entries(threads).map(([name, seconds]) => [name, (seconds / rows) * 1e6]))
  const { cpuSeconds, threads, ...rest } = mine
  return {
    ...rest,
    againstPerSecond: mean('perSecond'),
    ratio: mine.perSecond / mean('perSecond'),
    threadMicros: micros(threads),
    againstThreadMicros: micros(loads[0]?.threads ?? {}),
    cpuMicros: (cpuSeconds / rows) * 1e6,
    againstCpuMicros: (mean('cpuSeconds') / rows) * 1e6,
  }
}

async function readRate(app: AppProcess): Promise<number> {
  const begun = performance.now()
  await app.get('library.search', { view: {}, limit: 50 })
  return performance.now() - begun
}

let runs = 0

/** Prepares a checked run with links that differ from all earlier ones. */
async function prepareRun(app: AppProcess, rows: number): Promise<string> {
  const id = randomUUID()
  const source = { kind: 'pasted', text: createCsv(rows, `shop${++runs}.example`) } as const
  await app.get('runs.prepare', { id, profileId: app.profileId, environment: 'production', source })
  return id
}

/** Returns the stored requests to the service. */
function readBodies(folder: string, run: string): string[] {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  try {
    const rows = sql.prepare('SELECT request FROM run_rows WHERE run = ?').all(run)
    return rows.map((row) => row['request'] as string)
  } finally {
    sql.close()
  }
}

/** Sends a run to its end; the clock starts after the first row, which a person reviews. */
async function sendRun(app: AppProcess, id: string, count: number): Promise<Sent> {
  await app.get('runs.start', { id, count })
  await waitForState(app, id, 'tried')
  const before = await app.used()
  const begun = performance.now()
  await app.get('runs.goOn', { id })
  await waitForState(app, id, 'done')
  const seconds = (performance.now() - begun) / 1_000
  return { ...useSince(before, await app.used()), perSecond: (count - 1) / seconds }
}

/** Polls as often as the window does. */
export async function waitForState(app: AppProcess, id: string, wanted: RunState): Promise<void> {
  for (;;) {
    const { run } = await app.get('runs.get', { id })
    if (run.state === wanted) return
    if (run.state === 'paused') throw new Error(`The run was paused: ${JSON.stringify(run.problem)}`)
    await pause(200)
  }
}
