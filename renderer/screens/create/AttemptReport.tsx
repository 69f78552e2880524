import type { ReactNode } from 'react'
import { useShow } from '../../ui/useShow.ts'
import { Uncertain } from '../../features/record/Uncertain.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import type { Submit } from './useSubmit.ts'
import styles from './create.module.css'

/** What came of the last create when it did not end in a link. The form below is as it was. */
export function AttemptReport({ submit, again }: { submit: Submit; again: () => void }) {
  const { attempt } = submit
  if (attempt.state !== 'stopped' && attempt.state !== 'unknown') return null
  const createAgain = () => {
    submit.startAnew()
    again()
  }
  return (
    <Shown>
      {attempt.state === 'unknown' ? (
        <Uncertain
          record={attempt.record}
          lookForIt={submit.lookForIt}
          looking={submit.looking}
          problem={attempt.problem}
          again={{
            label: 'Create again',
            meaning:
              'sends a new request. If the first one did arrive, there are two links then, both of them working.',
            start: createAgain,
          }}
        />
      ) : (
        <ProblemView problem={attempt.problem} />
      )}
    </Shown>
  )
}

function Shown({ children }: { children: ReactNode }) {
  const part = useShow<HTMLDivElement>()
  return (
    <div ref={part} className={styles['report']}>
      {children}
    </div>
  )
}
