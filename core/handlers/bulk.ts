import { createRowChecks } from './rowChecks.ts'
import { runRowHandlers } from './runRows.ts'
import { runHandlers } from './runs.ts'
import { sheetHandlers } from './sheets.ts'

type Parts = Parameters<typeof createRowChecks>[0]

/** Everything about runs of many links. */
export function bulkHandlers(parts: Parts) {
  const rowChecks = createRowChecks(parts)
  return { ...sheetHandlers(), ...runRowHandlers({ ...parts, rowChecks }), ...runHandlers() }
}
