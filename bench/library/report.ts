import type { Report } from './measure.ts'

/** In milliseconds, at the 95th percentile; how late the event loop may be at the 99th. */
const promised: Record<number, number> = { 1_000: 5, 100_000: 5, 1_000_000: 16 }
const promisedLate = 10
/** In milliseconds, for 100,000 links; longer for more of them. */
const promisedExport = 5_000

/** A report as a table in Markdown. */
export function libraryTable(links: number, report: Report, derivedInMs: number | null): string {
  const limit = promised[links] ?? NaN
  const rows = report.measured.map(
    ({ what, asked, p50, p95, slowest }) =>
      `| ${what} | ${asked} | ${ms(p50)} | ${ms(p95)} | ${limit} ms${p95 > limit ? ' MISSED' : ''} | ${slowest} |`,
  )
  const late = report.lateP99
  const exportLimit = promisedExport * Math.max(1, links / 100_000)
  return [
    `${links.toLocaleString('en')} links`,
    '',
    '| what | asked | p50 | p95 | promised | slowest view |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...rows,
    `| a plain SELECT by the best index | 200 | | ${ms(report.plainP95)} | | |`,
    `| lateness of the event loop, p99 | | | ${ms(late)} | ${promisedLate} ms${late > promisedLate ? ' MISSED' : ''} | |`,
    ...report.exported.map(
      ({ what, ms: took }) =>
        `| ${what} | 1 | ${ms(took)} | | ${ms(exportLimit)}${took > exportLimit ? ' MISSED' : ''} | |`,
    ),
    `| start of the app | 1 | ${ms(report.startedInMs)} | | | |`,
    ...(derivedInMs === null ? [] : [`| deriving all links anew | 1 | ${ms(derivedInMs)} | | | |`]),
  ].join('\n')
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 2 : 0)} ms`
}
