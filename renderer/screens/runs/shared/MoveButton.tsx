import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'

interface MoveButtonProps extends ButtonProps {
  run: Pick<Run, 'id'>
  event: Exclude<CallInput<'runs.move'>['event'], 'start'>
  /** Called first, because the button can disappear as soon as the run has moved. */
  before?: () => void
  children: ReactNode
  'data-step-action'?: boolean
}

/** Moves a run to another state: pauses it, resumes it, or opens it again. */
export function MoveButton({ run: { id }, event, before, ...button }: MoveButtonProps) {
  const move = useRunAction('runs.move')
  const start = () => {
    before?.()
    move.mutate({ id, event })
  }
  return <Button size="xs" loading={move.isPending} onClick={start} {...button} />
}
