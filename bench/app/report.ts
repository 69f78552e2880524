import { formatTable } from '../service/table.ts'
import type { Opening } from './opening.ts'
import type { LoadedScripts } from './scripts.ts'
import type { Typing } from './typing.ts'

/** What the project promises; see docs/performance.md. */
export const floors = { taskMedianMs: 16, taskWorstMs: 50, interactiveMs: 1_000, scriptBytes: 242_000 }

const missedLabel = (isMissed: boolean) => (isMissed ? 'MISSED' : '')

/** Returns the longest task of each keystroke, by field, as a table. */
export function typingTable(typings: Typing[]): string {
  return formatTable(
    ['longest task of a keystroke', 'keystrokes', 'median ms', 'worst ms', 'CPU median', 'CPU worst', ''],
    typings.map(({ name, keystrokes, medianMs, worstMs, medianCpuMs, worstCpuMs }) => [
      name,
      String(keystrokes),
      medianMs.toFixed(1),
      worstMs.toFixed(1),
      medianCpuMs.toFixed(1),
      worstCpuMs.toFixed(1),
      missedLabel(medianMs > floors.taskMedianMs || worstMs > floors.taskWorstMs),
    ]),
  )
}

export function openingTable(openings: Opening[]): string {
  return formatTable(
    ['first byte to interactive', 'median ms', 'worst ms', 'CPU median', ''],
    openings.map(({ name, medianMs, worstMs, medianCpuMs }) => [
      name,
      medianMs.toFixed(0),
      worstMs.toFixed(0),
      medianCpuMs.toFixed(0),
      missedLabel(medianMs > floors.interactiveMs),
    ]),
  )
}

export function scriptTable(loaded: LoadedScripts[]): string {
  return formatTable(
    ['scripts loaded', 'files', 'KB', 'gzip KB', 'brotli KB', ''],
    loaded.map(({ step, files, bytes, gzip, brotli }, index) => [
      index === 0 ? step : `then: ${step}`,
      String(files.length),
      kilobytes(bytes),
      kilobytes(gzip),
      kilobytes(brotli),
      missedLabel(index === 0 && gzip > floors.scriptBytes),
    ]),
  )
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1)
}
