import { createPathChecks } from '../runs/paths/pathChecks.ts'
import type { AppServices } from '../appServices.ts'
import { createChangePlans } from './changeRuns.ts'
import { createRowChecks } from './runRowChecks.ts'
import { runRowHandlers } from './runRows.ts'
import { runLifecycleHandlers } from './runLifecycle.ts'
import { runSheetHandlers } from './runSheets.ts'

/** Handlers for runs that create or change links. */
export function runHandlers(parts: AppServices) {
  const rowChecks = createRowChecks(parts)
  const { checkAll, settled, standards, checkIfReset } = rowChecks
  const pathChecks = createPathChecks({ ...parts, checkAll, standards })
  return {
    ...runSheetHandlers({ ...parts, check: checkAll, changePlans: createChangePlans(parts) }),
    ...runRowHandlers({ ...parts, rowChecks, pathChecks }),
    ...runLifecycleHandlers({ ...parts, checkAll, checksSettled: settled, checkIfReset, pathChecks }),
  }
}
