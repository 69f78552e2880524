import { mkdtemp, rm } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Why measuring isn't possible: an invalid option, a missing tool. The message is for a person. */
export class BenchError extends Error {
  override name = 'BenchError'
}

/** Options of every subject. */
export interface Options {
  /** Fewer repeats, and for the service only what a change of the hot path can slow down. */
  quick: boolean
  /** Also what takes minutes: a million creates, a library of a million links. */
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
  /** `false` marks a missed promise. */
  met?: boolean
}

/** Measures one subject. Yields figures as soon as they are known. */
export type Bench = (options: Options) => AsyncIterable<Figure[]>

const help = `npm run bench -- SUBJECT [options]

  --quick     fewer repeats; service: create, lookup and redirect beside a bare server, in less than a minute
  --full      service: also memory over a million creates; library: also 1,000,000 links
  --links N   service: how many links to look up among (default 10000000, which takes 6 GB in the temporary folder)`

/** Parses the command line after the subject. Throws `BenchError`. */
export function readOptions(args: string[]): Options {
  const { quick, full, links } = parse(args)
  if (quick && full) throw new BenchError(`--quick and --full exclude each other.\n\n${help}`)
  if (!/^\d{4,}$/.test(links))
    throw new BenchError(`--links takes a number from 1000, not "${links}".\n\n${help}`)
  return { quick, full, links: Number(links) }
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const options = { quick: flag, full: flag, links: { type: 'string', default: '10000000' } } as const
  try {
    return parseArgs({ args, options }).values
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

/** Returns a figure in milliseconds or another unit with its promised maximum. */
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

/** Returns the median of at least one number. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** Returns a percentile of at least one number; `part` is between 0 and 1. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

/** Describes the machine and its load. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const busy = (loadavg()[0] ?? 0).toFixed(1)
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${availableParallelism()} × ${model}, load ${busy}\n`
}

/** Creates a private temporary folder that is deleted with `await using`. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'linkwright-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
