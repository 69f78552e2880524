import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { SubmissionState } from '../../link/submission.ts'
import type { SubmissionControls } from '../../link/useSubmission.ts'
import { linkPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { Callout } from '../../ui/Callout.tsx'
import { useScrollIntoView } from '../../ui/useScrollIntoView.ts'
import { KeyProblem } from '../keys/KeyProblem.tsx'
import { Uncertain } from '../record/Uncertain.tsx'
import { SmallButton } from '../../ui/variants.ts'

/** Problems that the user solves in the profile. */
const profileProblems: ReadonlySet<Problem['code']> = new Set([
  'key_missing',
  'key_refused',
  'key_scope',
  'key_environment',
  'environment_refused',
])

interface SendReportProps extends Pick<SubmissionControls, 'checkAgain' | 'abandon' | 'cancel'> {
  status: SubmissionState
  /** Sends the form again as a new request. */
  again: () => void
}

/** Shows the outcome of the last create, if it didn't produce a link. The form below is unchanged. */
export function SendReport({ status, checkAgain, cancel, abandon, again }: SendReportProps) {
  switch (status.state) {
    case 'stopped':
      return <SendFailure failure={status} nothingDone="No link was created." hide={abandon} />
    case 'unknown':
    case 'checking': {
      const start = () => {
        abandon()
        again()
      }
      const meaning = 'sends a new request. If the first one arrived, you get two links, and both work.'
      return (
        <ScrolledIntoView by={status.record.id}>
          <Uncertain {...{ status, checkAgain, cancel }} again={{ label: 'Create again', meaning, start }} />
        </ScrolledIntoView>
      )
    }
    case 'alreadyCreated':
      return (
        <ScrolledIntoView by={status}>
          <CreatedSince link={status.record.link ?? ''} id={status.record.id} abandon={abandon} />
        </ScrolledIntoView>
      )
    default:
      return null
  }
}

interface SendFailureProps {
  failure: Pick<Extract<SubmissionState, { state: 'stopped' }>, 'problem' | 'certain'>
  /** What certainly didn't happen, as a sentence. */
  nothingDone: string
  hide: () => void
}

/** Shows why nothing was sent or stored, and that what was entered is kept. */
export function SendFailure({ failure, nothingDone, hide }: SendFailureProps) {
  const { profile, environment } = useSession().current
  const [, go] = useLocation()
  const { problem, certain } = failure
  return (
    <ScrolledIntoView by={failure}>
      <KeyProblem
        {...{ problem, profile, environment }}
        outcome={certain ? `${nothingDone} What you entered is kept.` : uncertainOutcome(problem)}
        keySaved={hide}
        actions={
          profileProblems.has(problem.code) && (
            <SmallButton onClick={() => go('/profiles')}>Open the profile</SmallButton>
          )
        }
      />
    </ScrolledIntoView>
  )
}

function uncertainOutcome({ code }: Problem): string {
  if (code === 'create_unknown' || code === 'change_unknown') return ''
  return 'It isn’t certain whether a link was created. Create it again to find out: there won’t be a second one.'
}

interface CreatedSinceProps {
  id: string
  link: string
  abandon: () => void
}

/** Shown if an uncertain create has succeeded since the form was left. Later changes stay in the form. */
function CreatedSince({ id, link, abandon }: CreatedSinceProps) {
  const [, go] = useLocation()
  return (
    <Callout
      tone="good"
      title="The link was created after all"
      role="status"
      actions={
        <>
          <Button size="xs" onClick={() => go(linkPath(id))}>
            Show the link
          </Button>
          <SmallButton onClick={abandon}>Use this draft for a new link</SmallButton>
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

function ScrolledIntoView({ by, children }: { by: unknown; children: ReactNode }) {
  return (
    <Box ref={useScrollIntoView<HTMLDivElement>(by)} py="sm">
      {children}
    </Box>
  )
}
