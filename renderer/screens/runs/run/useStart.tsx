import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunMutation } from '../../../api/runs.ts'
import { withdrawCellUndo } from '../check/useCellChange.ts'

/** Returns the frame of what acts on production links. */
export function environmentFrame({ environment }: Pick<Run, 'environment'>) {
  return environment === 'production'
    ? ({ p: '14px 16px', bd: '1px solid var(--production-line)', bdrs: 10 } as const)
    : {}
}

/**
 * Returns the form that starts a run of `ready` links. In production, the user types their number first, and `question`
 * says what is about to happen.
 */
export function useStart(run: Run, ready: number, question: string) {
  const [typed, setTyped] = useState('')
  const start = useRunMutation('runs.move', { onSuccess: () => withdrawCellUndo(run.id) })
  const isProduction = run.environment === 'production'
  const isConfirmed = !isProduction || isTypedCount(typed, ready)
  return {
    start,
    isProduction,
    submit: (event: React.SyntheticEvent) => {
      event.preventDefault()
      if (isConfirmed) start.mutate({ id: run.id, event: 'start', count: ready })
    },
    /** Asks for the number of links. */
    confirmation: isProduction && ready > 0 && (
      <TextInput
        w={320}
        maw="100%"
        label={`${question} Type ${ready.toLocaleString()} to continue`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
    button: {
      type: 'submit',
      'data-step-action': true,
      'data-production': isProduction || undefined,
      color: isProduction ? 'orange' : '',
      loading: start.isPending,
      disabled: !isConfirmed,
    } as const,
  }
}

/** Returns whether a typed number is that count, in any common notation and in the digits that the label shows. */
export function isTypedCount(typed: string, ready: number): boolean {
  const digits = withoutSeparators(typed)
  return Number(digits) === ready || digits === withoutSeparators(ready.toLocaleString())
}

function withoutSeparators(number: string): string {
  return number.replace(/[\s.,’'٬]/g, '')
}
