import type { Opening } from '../app/opening.ts'
import { formatTable } from '../service/table.ts'
import type { MainProcess } from './mainProcess.ts'
import type { Part } from './size.ts'

/** What the project promises; see docs/performance.md. */
const ceilings = { mainMs: 150, interactiveMs: 500, bytes: 6_000_000 }

const missedLabel = (isMissed: boolean) => (isMissed ? 'MISSED' : '')

export function mainTable({ main, empty }: MainProcess): string {
  const own = {
    wallMs: main.wallMs - empty.wallMs,
    readyMs: main.readyMs - empty.readyMs,
    cpuMs: main.cpuMs - empty.cpuMs,
  }
  const row = (name: string, { wallMs, readyMs, cpuMs }: typeof own, note = '') => [
    name,
    wallMs.toFixed(0),
    readyMs.toFixed(0),
    cpuMs.toFixed(0),
    note,
  ]
  return formatTable(
    ['main process: medians since its start', 'window ms', 'library, too, ms', 'CPU', ''],
    [
      row('the app', main),
      row('an empty app', empty),
      row("the app's own code", own, missedLabel(own.readyMs > ceilings.mainMs)),
    ],
  )
}

export function windowTable(openings: Opening[]): string {
  return formatTable(
    ['window: first byte to interactive', 'median ms', 'CPU median', ''],
    openings.map(({ name, medianMs, medianCpuMs }) => [
      name,
      medianMs.toFixed(0),
      medianCpuMs.toFixed(0),
      missedLabel(medianMs > ceilings.interactiveMs),
    ]),
  )
}

export function sizeTable(parts: Part[]): string {
  const whole = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return formatTable(
    ['application code', 'KB', ''],
    [
      ...parts.map(({ name, bytes }) => [name, kilobytes(bytes), '']),
      ['all', kilobytes(whole), missedLabel(whole > ceilings.bytes)],
    ],
  )
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(0)
}
