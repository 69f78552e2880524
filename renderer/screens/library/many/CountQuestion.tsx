import { formatNumber } from '../../../ui/formatCount.ts'
import { Question } from '../../../ui/Question.tsx'
import type { ChangedCount } from './useManyActions.ts'

/** Asks before an action on another number of links than was shown. */
export function CountQuestion({ changed: { count, answer } }: { changed: ChangedCount }) {
  const cancel = () => answer(false)
  return (
    <Question
      title="The list has changed"
      close={cancel}
      focused={0}
      answers={[
        { label: 'Cancel', choose: cancel },
        {
          label: count === 1 ? 'Continue with it' : `Continue with all ${formatNumber(count)}`,
          choose: () => answer(true),
        },
      ]}
    >
      {formatNumber(count)} {count === 1 ? 'matches' : 'match'} now. Nothing has been done yet.
    </Question>
  )
}
