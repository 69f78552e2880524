import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Measuring isn't possible, for example because of an invalid option or a missing tool. The message is for people. */
export class BenchError extends Error {
  override name = 'BenchError'
}

/** Options for all subjects. */
export interface Options {
  /** Fewer repeats, and for the service only the hot path. */
  quick: boolean
  /** Includes what takes minutes: a million creates, a library of a million links. */
  full: boolean
  /** Number of links in the service's large database. */
  links: number
}

/** One row of the printed table, with the columns of docs/performance.md. */
export interface Figure {
  what: string
  measured: string
  beside?: string
  perSecond?: string
  p99?: string
  promised?: string
  /** `false` if the promise is missed. */
  met?: boolean
}

/** Measures one subject. Yields each figure as soon as it is known. */
export type Bench = (options: Options) => AsyncIterable<Figure>

const help = `npm run bench -- SUBJECT [options]

  --quick     fewer repeats; service: only create, lookup and redirect compared with a bare server, in under a minute
  --full      service: also the memory during a million creates; library: also 1,000,000 links
  --links N   service: number of links in the database (default: 10000000, which needs 6 GB in the temporary folder)`

const flag = { type: 'boolean', default: false } as const
const commandLine = { quick: flag, full: flag, links: { type: 'string', default: '10000000' } } as const

/** Parses the command line after the subject. Throws `BenchError`. */
export function readOptions(args: string[]): Options {
  try {
    const { quick, full, links } = parseArgs({ args, options: commandLine }).values
    if (quick && full) throw new Error('--quick and --full cannot be combined.')
    if (!/^\d{4,}$/.test(links)) throw new Error(`--links must be a number of at least 1000, not "${links}".`)
    return { quick, full, links: Number(links) }
  } catch (error) {
    throw new BenchError(`${(error as Error).message}\n\n${help}`)
  }
}

/** Columns of the table, with widths that fit almost every cell. */
const columns = { what: 64, measured: 8, beside: 42, 'a second': 8, p99: 7, promised: 30 }

const formatRow = (cells: readonly string[]) =>
  `| ${Object.values(columns)
    .map((width, index) => (cells[index] ?? '').padEnd(width))
    .join(' | ')} |`

/** The first two lines of a Markdown table that is also readable in a terminal. */
export const tableHead = [Object.keys(columns), Object.values(columns).map((width) => '-'.repeat(width))]
  .map(formatRow)
  .join('\n')

/** Returns a figure as a line of that table. */
export function formatFigure({ what, measured, beside, perSecond, p99, promised = '', met }: Figure): string {
  const promise = met === false ? `MISSED: ${promised}` : promised
  return formatRow([what, measured, beside ?? '', perSecond ?? '', p99 ?? '', promise])
}

/** Returns a figure with its promised maximum. `more` may describe the promise in other words. */
export function atMost(
  what: string,
  value: number,
  { limit, unit, ...more }: { limit: number; unit: string } & Partial<Figure>,
): Figure {
  const measured = `${value < 100 ? value.toFixed(1) : formatWhole(value)} ${unit}`
  return { what, measured, promised: `at most ${formatWhole(limit)} ${unit}`, met: value <= limit, ...more }
}

/** Returns a figure with the 95th percentile of some milliseconds and its promised maximum. */
export const p95AtMost = (
  limit: number,
  what: string,
  times: readonly number[],
  more: Partial<Figure> = {},
) => atMost(`${what}, p95`, percentile(times, 0.95), { limit, unit: 'ms', ...more })

/** Returns a count with separators. */
export function formatWhole(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** Returns a percentile of at least one number; `part` is above 0 and at most 1. */
export function percentile(numbers: readonly number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? NaN
}

/** Returns the median of at least one number. */
export const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

/** Returns how many milliseconds the work takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Returns the results of a measurement that runs several times, one after another. */
export const repeat = <T>(rounds: number, measureOnce: (round: number) => Promise<T>): Promise<T[]> =>
  Array.fromAsync({ length: rounds }, (_, round) => measureOnce(round))

/** Runs the work for each item, with at most this many in progress. */
export async function forEach<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

/** Creates a private temporary folder that is deleted with `await using`. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'linkwright-bench-'))
