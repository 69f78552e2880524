import { Activity, type ReactNode } from 'react'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import { ReadingTable } from './ReadingTable.tsx'
import type { useNewRun } from './useNewRun.ts'

type NewTable = ReturnType<typeof useNewRun>

/**
 * Shows where the user chooses a table, or the progress of reading one. `children` stay mounted, so that typed text isn't
 * lost if the table can't be read.
 */
export function TableReader({ step, takeSheet, back, children }: NewTable & { children: ReactNode }) {
  return (
    <>
      {step.at !== 'choosing' && <ReadingTable step={step} takeSheet={takeSheet} back={back} />}
      <Activity mode={step.at === 'choosing' ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  )
}

/** Shows why a table could not be read. */
export function TableProblem({ step }: Pick<NewTable, 'step'>) {
  return step.at === 'choosing' && step.problem && <ProblemView problem={step.problem} />
}
