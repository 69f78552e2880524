import { useLocation } from 'wouter'
import type { Run } from '../../../../contract/app/runs/run.ts'
import { useRunAction } from '../../../api/runs.ts'
import { runPath } from '../../../session/routes.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { Question } from '../../../ui/Question.tsx'

/** Asks before a new run is prepared from a run's rows. */
export function RepeatRun({ run, close }: { run: Run; close: () => void }) {
  const repeat = useRunAction('runs.repeat')
  const [, go] = useLocation()
  const { created, unknown } = run.counts
  const start = () =>
    repeat.mutate(
      { id: run.id, as: crypto.randomUUID() },
      {
        onSuccess: ({ id }) => {
          close()
          go(runPath(id, 'columns'))
        },
      },
    )
  return (
    <Question
      title="Repeat this run?"
      close={close}
      focused={0}
      answers={[
        { label: 'Cancel', choose: close },
        { label: 'Open a new run', choose: start },
      ]}
    >
      <p>
        A new run gets the same rows and the same columns. Nothing is sent until you start it, and you can
        change everything before.
      </p>
      {created + unknown > 0 && (
        <p>
          When you start it, {formatCount(created + unknown, 'row')} that{' '}
          {created + unknown === 1 ? 'has' : 'have'} a link already{unknown > 0 ? ', or may have one,' : ''}{' '}
          would get another one.
        </p>
      )}
    </Question>
  )
}
