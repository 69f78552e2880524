import { changeRunHandlers } from './changeRuns.ts'
import { createRowChecks } from './runRowChecks.ts'
import { runRowHandlers } from './runRows.ts'
import { runLifecycleHandlers } from './runLifecycle.ts'
import { runSheetHandlers } from './runSheets.ts'

type Parts = Parameters<typeof createRowChecks>[0] &
  Omit<Parameters<typeof runSheetHandlers>[0], 'check'> &
  Omit<Parameters<typeof runLifecycleHandlers>[0], 'checkAll' | 'checksSettled'> &
  Parameters<typeof changeRunHandlers>[0]

/** Handlers for runs that create or change links. */
export function runHandlers(parts: Parts) {
  const rowChecks = createRowChecks(parts)
  const { checkAll, settled } = rowChecks
  return {
    ...runSheetHandlers({ ...parts, check: checkAll }),
    ...runRowHandlers({ ...parts, rowChecks }),
    ...runLifecycleHandlers({ ...parts, checkAll, checksSettled: settled }),
    ...changeRunHandlers(parts),
  }
}
