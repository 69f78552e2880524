import { Button } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
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
        <Unknown submit={submit} again={again} />
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

function Unknown({ submit, again }: { submit: Submit; again: () => void }) {
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
        <strong>Look in Links</strong> shows the entry with everything that is known; nothing is sent.
      </p>
      <p>
        <strong>Create again</strong> sends a new request. If the first one did arrive, there are two links
        then, both of them working.
      </p>
    </Callout>
  )
}
