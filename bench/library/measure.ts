import { monitorEventLoopDelay } from 'node:perf_hooks'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LibraryViewInput } from '../../contract/library/view.ts'
import { createCore } from '../../core/core.ts'
import { dispatch } from '../../core/dispatch.ts'
import { measureExports } from './exporting.ts'
import type { ExportTime } from './exporting.ts'
import { questions } from './questions.ts'

/** How long one kind of query took, in milliseconds. */
export interface Measurement {
  what: string
  asked: number
  p50: number
  p95: number
  /** The slowest view, to investigate. */
  slowest: string
}

export interface Report {
  measured: Measurement[]
  /** The newest page from the best index, with a plain statement on this thread: the minimum cost. */
  plainP95: number
  /** Event loop delay of the process with the window. */
  lateP99: number
  startedInMs: number
  exported: ExportTime[]
}

const resolutionMs = 1

/** Runs a person's queries as the window does: through calls, answered on the library's thread. */
export async function measureLibrary(folder: string, rounds: number): Promise<Report> {
  const begun = performance.now()
  const core = await createCore(
    {
      version: 'bench',
      dataFolder: folder,
      startKeyChild: () => {
        throw new Error('No key is needed.')
      },
      startEmbedded: () => Promise.reject(new Error('No service is needed.')),
    },
    { system: { platform: 'linux', env: {} } },
  )
  const startedInMs = performance.now() - begun
  const search = async (view: LibraryViewInput) => {
    const answer = await dispatch(core, 'library.search', { view })
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  }
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  try {
    for (const view of Object.values(questions).flat()) await search(view)
    delay.enable()
    const measured: Measurement[] = []
    for (const [what, views] of Object.entries(questions)) {
      measured.push(await measureViews(what, views, { search, rounds }))
    }
    const exported = await measureExports(core)
    delay.disable()
    const lateP99 = delay.percentile(99) / 1e6 - resolutionMs
    return { measured, plainP95: measurePlain(folder), lateP99, startedInMs, exported }
  } finally {
    await core.close()
  }
}

interface MeasureOptions {
  search: (view: LibraryViewInput) => Promise<void>
  rounds: number
}

async function measureViews(
  what: string,
  views: readonly LibraryViewInput[],
  { search, rounds }: MeasureOptions,
): Promise<Measurement> {
  const times: { view: LibraryViewInput; ms: number }[] = []
  const repeats = Math.max(rounds, Math.ceil((10 * rounds) / views.length))
  for (let round = 0; round < repeats; round++) {
    for (const view of views) {
      const begun = performance.now()
      await search(view)
      times.push({ view, ms: performance.now() - begun })
    }
  }
  const sorted = times.toSorted((one, other) => one.ms - other.ms)
  const percentileAt = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]?.ms ?? NaN
  return {
    what,
    asked: times.length,
    p50: percentileAt(0.5),
    p95: percentileAt(0.95),
    slowest: JSON.stringify(sorted.at(-1)?.view),
  }
}

function measurePlain(folder: string): number {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const query = sql.prepare(
    'SELECT id, state, profile_id, link, path, created_at FROM links ORDER BY created_at DESC, id DESC LIMIT 51',
  )
  const times: number[] = []
  for (let round = 0; round < 200; round++) {
    const begun = performance.now()
    query.all()
    times.push(performance.now() - begun)
  }
  sql.close()
  return times.toSorted((one, other) => one - other)[190] ?? NaN
}
