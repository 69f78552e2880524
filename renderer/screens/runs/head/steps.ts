import type { Run } from '../../../../contract/app/runs/run.ts'
import { runSteps, type RunStepName } from '../../../session/routes.ts'

export const stepLabels: Readonly<Record<RunStepName, string>> = {
  columns: 'Columns',
  check: 'Check',
  create: 'Create',
}

/**
 * Returns the step that the address requests, or else the one that the run was opened at. A started run is always at
 * the last step.
 */
export function currentStep(
  run: Pick<Run, 'state'>,
  requested: string | null,
  openedAt: RunStepName,
): RunStepName {
  if (run.state !== 'preparing') return 'create'
  return runSteps.find((name) => name === requested) ?? openedAt
}

/** Returns the step at which a run opens: *Check* if its rows are checked, otherwise *Columns*. */
export function openingStep({ checked }: Pick<Run, 'checked'>): RunStepName {
  return checked ? 'check' : 'columns'
}
