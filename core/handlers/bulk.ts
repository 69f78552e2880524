import { createRowChecks } from './rowChecks.ts'
import { runRowHandlers } from './runRows.ts'
import { runHandlers } from './runs.ts'
import { sheetHandlers } from './sheets.ts'

type Parts = Parameters<typeof createRowChecks>[0] &
  Omit<Parameters<typeof sheetHandlers>[0], 'check'> &
  Omit<Parameters<typeof runHandlers>[0], 'checkAll'>

/** Handlers for bulk runs. */
export function bulkHandlers(parts: Parts) {
  const rowChecks = createRowChecks(parts)
  const { checkAll } = rowChecks
  return {
    ...sheetHandlers({ ...parts, check: checkAll }),
    ...runRowHandlers({ ...parts, rowChecks }),
    ...runHandlers({ ...parts, checkAll }),
  }
}
