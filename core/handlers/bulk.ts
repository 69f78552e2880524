import { runRowHandlers } from './runRows.ts'
import { runHandlers } from './runs.ts'
import { sheetHandlers } from './sheets.ts'

type Parts = Omit<Parameters<typeof sheetHandlers>[0], 'check'>

/** Everything about runs of many links. */
export function bulkHandlers(parts: Parts) {
  const check = () => Promise.resolve()
  return { ...sheetHandlers({ ...parts, check }), ...runRowHandlers(), ...runHandlers() }
}
