import { addressColumns, columnsOfField } from '../../../../contract/app/runs/mapping/sources.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { fieldsOf } from '../../../../contract/service/link/fields.ts'
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

/**
 * Returns the first step of a new run: *Columns*, unless there is nothing to choose, because every column is used, and an
 * address and all tracking come from them.
 */
export function firstStep({ header, mapping }: Pick<Run, 'header' | 'mapping'>): RunStepName {
  const isUsed = (name: string, column: number) => name === '' || mapping.columns[column]?.to !== 'nothing'
  const isComplete =
    header.every(isUsed) &&
    addressColumns(mapping).length > 0 &&
    fieldsOf('tracking').every((field) => columnsOfField(field, mapping).length > 0)
  return isComplete ? 'check' : 'columns'
}

/** Returns the step at which a run opens: *Check* if its rows are checked, otherwise *Columns*. */
export function openingStep({ checked }: Pick<Run, 'checked'>): RunStepName {
  return checked ? 'check' : 'columns'
}
