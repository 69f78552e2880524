import { createPathChecks } from '../runs/paths/pathChecks.ts'
import type { AppServices } from '../appServices.ts'
import { prepareHandlers } from './changeRuns.ts'
import { createRowChecks } from './runRowChecks.ts'
import { runRowHandlers } from './runRows.ts'
import { runLifecycleHandlers } from './runLifecycle.ts'
import { runSheetHandlers } from './runSheets.ts'

/** Handlers for runs that create or change links. */
export function runHandlers(app: AppServices) {
  const rowChecks = createRowChecks(app)
  const parts = { ...app, rowChecks, pathChecks: createPathChecks({ ...app, ...rowChecks }) }
  return {
    ...prepareHandlers(parts),
    ...runSheetHandlers(parts),
    ...runRowHandlers(parts),
    ...runLifecycleHandlers(parts),
  }
}
