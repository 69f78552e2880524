import type { Opening } from '../app/opening.ts'
import { table } from '../service/table.ts'
import type { MainProcess } from './mainProcess.ts'
import type { Part } from './size.ts'

/** What the project promises; see docs/performance.md. */
const ceilings = { mainMs: 150, interactiveMs: 500, bytes: 6_000_000 }

const missed = (isMissed: boolean) => (isMissed ? 'MISSED' : '')

export function mainTable({ main, empty }: MainProcess): string {
  const ownMs = main.wallMs - empty.wallMs
  const row = (name: string, wallMs: number, cpuMs: number, note = '') => [
    name,
    wallMs.toFixed(0),
    cpuMs.toFixed(0),
    note,
  ]
  return table(
    ['main process: start to window', 'median ms', 'CPU median', ''],
    [
      row('the app', main.wallMs, main.cpuMs),
      row('an empty app', empty.wallMs, empty.cpuMs),
      row("the app's own code", ownMs, main.cpuMs - empty.cpuMs, missed(ownMs > ceilings.mainMs)),
    ],
  )
}

export function windowTable(openings: Opening[]): string {
  return table(
    ['window: first byte to interactive', 'median ms', 'CPU median', ''],
    openings.map(({ name, medianMs, medianCpuMs }) => [
      name,
      medianMs.toFixed(0),
      medianCpuMs.toFixed(0),
      missed(medianMs > ceilings.interactiveMs),
    ]),
  )
}

export function sizeTable(parts: Part[]): string {
  const whole = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return table(
    ['application code', 'KB', ''],
    [
      ...parts.map(({ name, bytes }) => [name, kilobytes(bytes), '']),
      ['all', kilobytes(whole), missed(whole > ceilings.bytes)],
    ],
  )
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(0)
}
