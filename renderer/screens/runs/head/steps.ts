import type { Run } from '../../../../contract/runs/run.ts'

/** The steps of a run before anything is sent, in order. */
export const stepNames = ['columns', 'check', 'create'] as const
export type StepName = (typeof stepNames)[number]

export const stepLabels: Readonly<Record<StepName, string>> = {
  columns: 'Columns',
  check: 'Check',
  create: 'Create',
}

/**
 * Returns the step of a run: the one in the address, if the run has come that far; after something was sent, the last.
 */
export function currentStep(run: Pick<Run, 'state'>, asked: string | null): StepName {
  if (run.state !== 'preparing') return 'create'
  return stepNames.find((name) => name === asked) ?? 'columns'
}
