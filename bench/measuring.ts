import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Options } from './options.ts'

/** Measuring isn't possible, for example because a tool is missing. The message is for people. */
export class BenchError extends Error {
  override name = 'BenchError'
}

/** One row of the printed table. docs/performance.md has such figures. */
export interface Figure {
  what: string
  measured: string
  beside?: string
  promised?: string
  /** `false` if the promise is missed. */
  met?: boolean
}

/** Measures one subject. Yields each figure as soon as it is known. */
export type Bench = (options: Options) => AsyncIterable<Figure>

/** Columns of the table, as in docs/performance.md, with widths that fit almost every cell. */
const columns = { what: 64, measured: 27, beside: 42, promised: 30 }

const formatRow = (cells: readonly string[]) =>
  `| ${Object.values(columns)
    .map((width, index) => (cells[index] ?? '').padEnd(width))
    .join(' | ')} |`

/** The first two lines of a Markdown table that is also readable in a terminal. */
export const tableHead = [Object.keys(columns), Object.values(columns).map((width) => '-'.repeat(width))]
  .map(formatRow)
  .join('\n')

/** Returns a figure as a line of that table. */
export function formatFigure({ what, measured, beside = '', promised = '', met }: Figure): string {
  return formatRow([what, measured, beside, met === false ? `MISSED: ${promised}` : promised])
}

/** Returns a figure with its promised maximum. `more` may describe the promise in other words. */
export function limitedFigure(
  what: string,
  value: number,
  { limit, unit, ...more }: { limit: number; unit: string } & Partial<Figure>,
): Figure {
  const measured = `${value < 100 ? value.toFixed(1) : formatWhole(value)} ${unit}`
  return { what, measured, promised: `at most ${formatWhole(limit)} ${unit}`, met: value <= limit, ...more }
}

/** Returns a figure with the 95th percentile of some milliseconds and its promised maximum. */
export const p95Figure = (
  limit: number,
  what: string,
  times: readonly number[],
  more: Partial<Figure> = {},
) => limitedFigure(`${what}, p95`, percentile(times, 0.95), { limit, unit: 'ms', ...more })

/** Returns a count with separators. */
export function formatWhole(count: number): string {
  return Math.round(count).toLocaleString('en')
}

/** Returns a percentile of at least one number; `fraction` is above 0 and at most 1. */
function percentile(numbers: readonly number[], fraction: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * fraction) - 1] ?? NaN
}

/** Returns the median of at least one number. */
export const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

/** Returns how many milliseconds the work takes. */
export async function measureMs(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Returns the results of a measurement that runs several times, one after another. */
export const repeat = <T>(rounds: number, measureOnce: (round: number) => Promise<T>): Promise<T[]> =>
  Array.fromAsync({ length: rounds }, (_, round) => measureOnce(round))

/** Creates a private temporary folder that is deleted with `await using`. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'linkwright-bench-'))
