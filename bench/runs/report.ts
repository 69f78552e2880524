import { formatTable } from '../service/table.ts'
import type { Round } from './running.ts'
import type { TableMeasurement } from './tables.ts'
import type { WindowMeasurement } from './window.ts'

/**
 * Promised for a run: minimum share of the load generator's rate; maximum growth of the app's memory from first to
 * last run, in MB.
 */
const [promisedRatio, promisedGrowth] = [0.9, 10]
/** In seconds, for 100,000 CSV rows. */
const promisedReading = 5
/** In milliseconds. */
const promisedFrame = 50

const megabytes = (bytes: number) => bytes / 1_024 / 1_024

/** Returns runs beside the plain load as a Markdown table. */
export function runsTable(rows: number, rounds: readonly Round[]): string {
  const growth = megabytes((rounds.at(-1)?.memoryBytes ?? 0) - (rounds[0]?.memoryBytes ?? 0))
  return [
    formatTable(
      [
        `${rows.toLocaleString('en')} rows`,
        'a second',
        'plain load',
        'ratio',
        'CPU µs',
        'plain load',
        'late p99 ms',
        'late at most',
        'MB',
        'first look ms',
        '',
      ],
      rounds.map((round, index) => [
        `run ${index + 1}`,
        round.perSecond.toFixed(0),
        round.againstPerSecond.toFixed(0),
        round.ratio.toFixed(2),
        round.cpuMicros.toFixed(0),
        round.againstCpuMicros.toFixed(0),
        round.lateP99Ms.toFixed(1),
        round.lateMaxMs.toFixed(0),
        megabytes(round.memoryBytes).toFixed(0),
        round.lookMs.toFixed(0),
        round.ratio < promisedRatio ? 'MISSED' : 'kept',
      ]),
    ),
    '',
    `Promised: ${promisedRatio.toFixed(2)} of the plain load; grown by ${growth.toFixed(0)} MB, less than ${promisedGrowth}${growth < promisedGrowth ? '' : ' MISSED'}`,
  ].join('\n')
}

/** Returns CPU time per row by thread; nothing if the system doesn't report it. */
export function threadsText(rounds: readonly Round[]): string {
  const last = rounds.at(-1)
  const describeThreads = (threads: Record<string, number> = {}) =>
    Object.entries(threads)
      .filter(([, micros]) => micros >= 1)
      .map(([name, micros]) => `${name} ${micros.toFixed(0)}`)
      .join(', ')
  return [
    `CPU µs of a row in the app: ${describeThreads(last?.threadMicros)}`,
    `of a request of the plain load, its own process aside: ${describeThreads(last?.againstThreadMicros)}`,
  ].join('\n')
}

/** Returns the tables that were read and checked, as a Markdown table. */
export function tablesTable(tables: readonly TableMeasurement[]): string {
  return formatTable(
    [
      'read and checked',
      'rows',
      'seconds',
      'CPU s',
      'late p99 ms',
      'late at most',
      'steps of the bar',
      'MB',
      '',
    ],
    tables.map(({ form, rows, ...measured }) => [
      form,
      rows.toLocaleString('en'),
      measured.seconds.toFixed(1),
      measured.cpuSeconds.toFixed(1),
      measured.lateP99Ms.toFixed(1),
      measured.lateMaxMs.toFixed(0),
      String(measured.steps),
      megabytes(measured.memoryBytes).toFixed(0),
      judgeReading(form, measured.seconds, rows),
    ]),
  )
}

function judgeReading(form: string, seconds: number, rows: number): string {
  if (form !== 'csv') return ''
  return seconds < (promisedReading * rows) / 100_000 ? 'kept' : 'MISSED'
}

/** Returns the window's measurements during a run as a Markdown table. */
export function windowTable(rows: number, { framesBefore, frames, heapBytes }: WindowMeasurement): string {
  const [begin, end] = heapBytes.map((bytes) => megabytes(bytes).toFixed(1))
  const header = [
    'frames while rows are scrolled',
    'frames',
    'p50 ms',
    'p99 ms',
    'at most',
    `over ${promisedFrame} ms`,
    '',
  ]
  return [
    formatTable(header, [
      [...framesRow('before the run', framesBefore), ''],
      [
        ...framesRow(`while ${rows.toLocaleString('en')} rows are sent`, frames),
        frames.some(isSlow) ? 'MISSED' : 'kept',
      ],
    ]),
    '',
    `Scripts hold ${begin} MB before the run and ${end} MB after it.`,
  ].join('\n')
}

/** Three frames at 60 Hz are almost exactly 50 ms. */
const isSlow = (time: number) => Math.round(time) > promisedFrame

function framesRow(name: string, frames: readonly number[]): string[] {
  const sorted = frames.toSorted((one, other) => one - other)
  const percentileAt = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  const slow = frames.filter(isSlow).length
  return [
    name,
    String(frames.length),
    percentileAt(0.5).toFixed(1),
    percentileAt(0.99).toFixed(1),
    percentileAt(1).toFixed(0),
    String(slow),
  ]
}
