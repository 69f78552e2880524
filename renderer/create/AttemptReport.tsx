import { Button } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Problem } from '../../contract/problem.ts'
import { catalogue } from '../../contract/problemCatalogue.ts'
import { Callout } from '../kit/Callout.tsx'
import { ProblemView } from '../problem/ProblemView.tsx'
import { useShow } from '../kit/useShow.ts'
import type { Submit } from './useSubmit.ts'
import styles from './create.module.css'

/** What came of the last create when it did not end in a link. The form below is as it was. */
export function AttemptReport({ submit, again }: { submit: Submit; again: () => void }) {
  const { attempt } = submit
  if (attempt.state !== 'stopped' && attempt.state !== 'unknown') return null
  return (
    <Shown>
      {attempt.state === 'unknown' ? (
        <Unknown submit={submit} problem={attempt.problem} again={again} />
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

interface UnknownProps {
  submit: Submit
  /** What stood in the way of looking for it. */
  problem: Problem | null
  again: () => void
}

function Unknown({ submit, problem, again }: UnknownProps) {
  const [, go] = useLocation()
  const { title, why } = catalogue.create_unknown
  const createAgain = () => {
    submit.startAnew()
    again()
  }
  return (
    <Callout
      tone="warn"
      icon={CircleHelp}
      title={title}
      role="alert"
      actions={
        <>
          <Button size="xs" variant="default" loading={submit.looking} onClick={submit.lookForIt}>
            Look for it
          </Button>
          <Button size="xs" variant="default" onClick={() => go('/links')}>
            Look in Links
          </Button>
          <Button size="xs" color="amber" onClick={createAgain}>
            Create again
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <p>
        <strong>Look for it</strong> asks the service again where that cannot make a second link.
      </p>
      <p>
        <strong>Look in Links</strong> shows the entry with everything that is known; nothing is sent.
      </p>
      <p>
        <strong>Create again</strong> sends a new request. If the first one did arrive, there are two links
        then, both of them working.
      </p>
      {problem && <ProblemView problem={problem} />}
    </Callout>
  )
}
