import { Button, Stack } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Problem, ProblemCode } from '../../../contract/app/problems/problem.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { Callout } from '../../ui/Callout.tsx'
import { formatTimeToday } from '../../ui/formatTime.ts'
import { ProblemDetails, ProblemView } from '../../ui/problem/ProblemView.tsx'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { SmallButton } from '../../ui/variants.ts'

interface UncertainProps {
  status: {
    state: 'unknown' | 'checking'
    record: LinkRecord
    /** Why the last check failed. */
    problem: Problem | null
    /** Time of the last failed check. */
    triedAt: string | null
  }
  /** Asks the service for the outcome, without ever creating a second link. */
  checkAgain: () => void
  /** Stops waiting for that answer. */
  cancel: () => void
  /** Label, explanation and action of creating the link again. */
  again: { label: string; meaning: string; start: () => void }
}

/** Problems that would recur on a retry, so their fix is shown. The advice for all others is to retry. */
const fixableProblems = new Set<ProblemCode>(['environment_refused', 'key_refused', 'request_refused'])

/** Shows that a link may have been created. The safe action comes first, and every action is explained. */
export function Uncertain({
  status: { state, record, problem, triedAt },
  checkAgain,
  cancel,
  again,
}: UncertainProps) {
  const [, go] = useLocation()
  const { title, why } = catalogue.create_unknown
  const { cause, said, detail, status: httpStatus } = record.problem ?? {}
  const hasDetails = (said ?? detail ?? httpStatus) !== undefined
  const isChecking = state === 'checking'
  return (
    <Stack gap="xs">
      <Callout
        tone="warn"
        icon={CircleHelp}
        title={title}
        role="alert"
        actions={
          <>
            <Button size="xs" loading={isChecking} onClick={checkAgain}>
              Check again
            </Button>
            {isChecking && <Elapsed cancel={cancel} />}
            <SmallButton onClick={() => go(`/links/${record.id}`)}>Open in Links</SmallButton>
            <SmallButton disabled={isChecking} onClick={again.start}>
              {again.label}
            </SmallButton>
          </>
        }
      >
        <p>
          <strong>
            {triedAt
              ? `Still no answer, ${formatTimeToday(triedAt)}`
              : `Sent ${formatTimeToday(record.createdAt)}`}
          </strong>
        </p>
        <p>{why}</p>
        {cause && (
          <p>
            Reason: {catalogue[cause].title}.{fixableProblems.has(cause) && ` ${catalogue[cause].advice}`}
          </p>
        )}
        <p>
          <strong>Check again</strong> asks the service once more, but only if that can’t create a second
          link.
        </p>
        <p>
          <strong>Open in Links</strong> shows everything known about it. Nothing is sent.
        </p>
        <p>
          <strong>{again.label}</strong> {again.meaning}
        </p>
        {hasDetails && record.problem && <ProblemDetails problem={record.problem} />}
      </Callout>
      {problem && <ProblemView problem={problem} />}
    </Stack>
  )
}
