import type { ImportTimes } from './importing.ts'
import type { Report } from './measure.ts'
import type { WindowTimes } from './window.ts'

/** Milliseconds at the 95th percentile; event loop delay at the 99th. */
const promised: Record<number, number> = { 1_000: 5, 100_000: 5, 1_000_000: 16 }
const promisedLate = 10
/** Milliseconds for 100,000 links; proportionally longer for more. */
const promisedExport = 5_000

/** Returns a report as a Markdown table. */
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
    ...(derivedInMs === null ? [] : [`| deriving all links again | 1 | ${ms(derivedInMs)} | | | |`]),
  ].join('\n')
}

/** Milliseconds at the 95th percentile until the window shows the results; and of one frame while scrolling. */
const promisedInWindow: Record<number, number> = { 1_000: 33, 100_000: 33, 1_000_000: 50 }
const promisedFrame = 50

/** Returns the window's responsiveness with a library as a Markdown table. */
export function windowTable(links: number, { keystrokes, filters, frames, heldMb }: WindowTimes): string {
  const limit = promisedInWindow[links] ?? NaN
  const until = (what: string, times: number[]) => {
    const p95 = percentile(times, 0.95)
    const promise = `${limit} ms${p95 > limit ? ' MISSED' : ''}`
    return `| ${what} | ${times.length} | ${ms(percentile(times, 0.5))} | ${ms(p95)} | ${promise} |`
  }
  const slow = frames.filter((time) => time > promisedFrame).length
  return [
    `${links.toLocaleString('en')} links in the window`,
    '',
    '| what | measured | p50 | p95 | promised |',
    '| --- | ---: | ---: | ---: | ---: |',
    until('a keystroke of the search', keystrokes),
    until('a change of filter', filters),
    `| frames while scrolling | ${frames.length} | ${ms(percentile(frames, 0.5))} | ${ms(percentile(frames, 0.95))} | ${slow} over ${promisedFrame} ms${slow > 0 ? ' MISSED' : ''} |`,
    `| memory of its scripts | 1 | ${heldMb.toFixed(1)} MB | | as with fewer links |`,
  ].join('\n')
}

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

/** In seconds, for 100,000 links. */
const promisedImport = 15

/** Returns the cost of an import as a Markdown table. */
export function importTable({ handing, reading, adding, links }: ImportTimes): string {
  const whole = handing + adding
  return [
    `| import of ${links.toLocaleString('en')} links | seconds | promised |`,
    '| --- | ---: | ---: |',
    `| the preview | ${reading.toFixed(1)} | |`,
    `| from the file to the disk | ${whole.toFixed(1)} | ${promisedImport}${whole > promisedImport ? ' MISSED' : ''} |`,
  ].join('\n')
}

function ms(value: number): string {
  return `${value.toFixed(value < 100 ? 2 : 0)} ms`
}
