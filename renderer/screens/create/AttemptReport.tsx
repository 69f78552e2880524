import { Button } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'
import { Callout } from '../../ui/Callout.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { linkPath } from '../../session/routes.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import type { Submit } from './useSubmit.ts'
import styles from './create.module.css'

// Rarely needed, so it isn't part of the first load. The app is there: it has just reported the uncertain outcome.
const Uncertain = lazy(() =>
  import('../../features/record/Uncertain.tsx').then((file) => ({ default: file.Uncertain })),
)

/** Problems that the user solves in the profile. */
const profileProblems: ReadonlySet<Problem['code']> = new Set([
  'key_missing',
  'key_refused',
  'key_scope',
  'key_environment',
  'environment_refused',
])

/** Shows the outcome of the last create, if it didn't produce a link. The form below is unchanged. */
export function AttemptReport({ submit, again }: { submit: Submit; again: () => void }) {
  const { attempt, checkAgain, cancel, abandon } = submit
  const createAgain = () => {
    abandon()
    again()
  }
  switch (attempt.state) {
    case 'stopped':
      return (
        <ScrollIntoView by={attempt}>
          <ProblemView
            problem={attempt.problem}
            outcome={describeOutcome(attempt)}
            actions={profileProblems.has(attempt.problem.code) && <OpenProfile />}
          />
        </ScrollIntoView>
      )
    case 'unknown':
    case 'checking':
      return (
        <LaterPart>
          <ScrollIntoView by={attempt.record.id}>
            <Uncertain
              status={attempt}
              checkAgain={checkAgain}
              cancel={cancel}
              again={{
                label: 'Create again',
                meaning: 'sends a new request. If the first one arrived, you get two links, and both work.',
                start: createAgain,
              }}
            />
          </ScrollIntoView>
        </LaterPart>
      )
    case 'alreadyCreated':
      return (
        <ScrollIntoView by={attempt}>
          <CreatedSince link={attempt.record.link ?? ''} id={attempt.record.id} abandon={abandon} />
        </ScrollIntoView>
      )
    default:
      return null
  }
}

function OpenProfile() {
  const [, go] = useLocation()
  return (
    <Button size="xs" variant="default" onClick={() => go('/profiles')}>
      Open the profile
    </Button>
  )
}

function describeOutcome({ certain, problem }: Extract<Submit['attempt'], { state: 'stopped' }>): string {
  // A draft can't be saved either.
  if (certain && problem.code === 'storage_failed')
    return 'No link was created. What you entered stays in the form.'
  if (certain) return 'No link was created. Your draft is kept.'
  if (problem.code === 'create_unknown') return ''
  return 'It isn’t certain whether a link was created. Create it again to find out: there won’t be a second one.'
}

interface CreatedSinceProps {
  id: string
  link: string
  abandon: () => void
}

/** Shown if an uncertain create has succeeded since the draft was left. Later changes stay in the form. */
function CreatedSince({ id, link, abandon }: CreatedSinceProps) {
  const [, go] = useLocation()
  return (
    <Callout
      tone="good"
      icon={CircleCheck}
      title="The link was created after all"
      role="status"
      actions={
        <>
          <Button size="xs" onClick={() => go(linkPath(id))}>
            Show the link
          </Button>
          <Button size="xs" variant="default" onClick={abandon}>
            Use this draft for a new link
          </Button>
        </>
      }
    >
      <p>
        You sent this draft before, and it became <strong>{link}</strong>. Anything you changed since then is
        only in the draft.
      </p>
    </Callout>
  )
}

function ScrollIntoView({ by, children }: { by: unknown; children: ReactNode }) {
  const part = useScrollIntoView<HTMLDivElement>(by)
  return (
    <div ref={part} className={styles['report']}>
      {children}
    </div>
  )
}
