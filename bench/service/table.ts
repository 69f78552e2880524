import type { Outcome } from './contest.ts'

/**
 * Returns cells as a Markdown table, aligned to be readable in a terminal. All columns except the first are numbers.
 */
export function formatTable(header: string[], rows: string[][]): string {
  const widths = header.map((_, column) =>
    Math.max(2, ...[header, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(header), line(rule), ...rows.map(line)].join('\n')
}

const header = [
  'operation',
  'a second',
  'beside',
  'a second',
  'ratio',
  'at least',
  'p99 ms',
  'beside',
  'below',
  'CPU µs',
  '',
]

export function outcomeTable(outcomes: readonly Outcome[]): string {
  return formatTable(
    header,
    outcomes.map(({ contest, perSecond, againstPerSecond, ratio, p99Ms, againstP99Ms, cpuMicros, met }) => [
      contest.runner.name,
      formatWhole(perSecond),
      contest.against.name,
      formatWhole(againstPerSecond),
      ratio.toFixed(2),
      contest.atLeast?.toFixed(2) ?? '',
      p99Ms.toFixed(1),
      againstP99Ms.toFixed(1),
      contest.p99Below === null ? '' : String(contest.p99Below),
      cpuMicros?.toFixed(0) ?? '',
      met ? '' : 'MISSED',
    ]),
  )
}

function formatWhole(count: number): string {
  return Math.round(count).toLocaleString('en')
}
