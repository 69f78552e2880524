import type { Run } from '../../../../contract/runs/run.ts'
import { runSteps } from '../../../session/routes.ts'
import type { RunStepName } from '../../../session/routes.ts'

export const stepLabels: Readonly<Record<RunStepName, string>> = {
  columns: 'Columns',
  check: 'Check',
  create: 'Create',
}

/** Returns the step in the address, otherwise the one that the run was opened at; after something was sent, the last. */
export function currentStep(
  run: Pick<Run, 'state'>,
  asked: string | null,
  openedAt: RunStepName,
): RunStepName {
  if (run.state !== 'preparing') return 'create'
  return runSteps.find((name) => name === asked) ?? openedAt
}

/** Returns the step at which a run is opened: its rows if they are checked, otherwise its columns. */
export function openingStep({ checked }: Pick<Run, 'checked'>): RunStepName {
  return checked ? 'check' : 'columns'
}
