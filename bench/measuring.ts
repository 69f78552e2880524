import { mkdtemp, rm } from 'node:fs/promises'
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

/** Measures one subject. Yields figures as soon as they are known. */
export type Bench = (options: Options) => AsyncIterable<Figure[]>

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

const columns = ['what', 'measured', 'beside', 'a second', 'p99', 'promised']

/** Returns figures as a Markdown table that is also readable in a terminal. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { what, measured, beside = '', perSecond = '', p99 = '', promised = '', met } = figure
    return [what, measured, beside, perSecond, p99, met === false ? `MISSED: ${promised}` : promised]
  })
  const all = [columns, columns.map(() => ''), ...rows]
  const widths = columns.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0)))
  const line = (cells: string[], row: number) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0, row === 1 ? '-' : ' ')).join(' | ')} |`
  return all.map(line).join('\n')
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

/** Returns a count with separators. */
export function formatWhole(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** Returns an interpolated percentile of at least one number; `part` is between 0 and 1. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const index = (sorted.length - 1) * part
  const [below = NaN, above = below] = sorted.slice(Math.floor(index))
  return below + (above - below) * (index % 1)
}

/** Returns the median of at least one number. */
export const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

/** Returns how many milliseconds the work takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

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
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
