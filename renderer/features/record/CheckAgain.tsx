import { CircleCheck, CircleOff, RefreshCw, TriangleAlert, Unlink, type LucideIcon } from 'lucide-react'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Check, CheckOutcome } from '../../../contract/app/link/check.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { cancelRequest } from '../../api/links.ts'
import type { CheckingLink } from '../../api/checks.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { Callout, type Tone } from '../../ui/Callout.tsx'
import { FieldTable } from '../../ui/FieldTable.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { formatTimeToday } from '../../ui/formatTime.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { useCall } from '../../api/useCall.ts'

interface CheckProps {
  record: LinkRecord
  checking: CheckingLink
}

/** Asks the link's service whether the link has changed, in the profile and environment in which it was created. */
export function CheckAgain({ record: { id, state, path }, checking }: CheckProps) {
  if (state !== 'created' || path === null) return null
  return (
    <>
      <ActionButton icon={RefreshCw} loading={checking.isPending} onClick={() => checking.mutate({ id })}>
        Check for changes
      </ActionButton>
      {checking.isPending && <Elapsed cancel={() => cancelRequest(checking.variables.id)} />}
    </>
  )
}

/**
 * Shows the result of the check just made, or of the last check if it matters to the link's users and is still the
 * latest known state.
 */
export function CheckResultText({ record, checking }: CheckProps) {
  const { id, lastCheck } = record
  const last = useCall('checks.history', { id }).data?.[0]
  const { error, variables, data } = checking
  if (error && variables.id === id) {
    return <ProblemView problem={error.problem} outcome="The link couldn’t be checked." />
  }
  // The link may have been changed since the check, for example switched on.
  const isCurrent = data?.record.id === id && [null, undefined, data.check.outcome].includes(lastCheck)
  if (isCurrent) return <OutcomeView check={data.check} isNew />
  return last && last.outcome === lastCheck && lastCheck !== 'same' ? <OutcomeView check={last} /> : null
}

interface OutcomeText {
  tone: Tone
  icon: LucideIcon
  title: string
  text: string
}

const outcomeTexts: Record<CheckOutcome, OutcomeText> = {
  same: {
    tone: 'good',
    icon: CircleCheck,
    title: 'No changes',
    text: 'The service returns the same values as when it was last checked.',
  },
  changed: {
    tone: 'warn',
    icon: TriangleAlert,
    title: 'The link has changed',
    text: 'The service still has the link, but its values have changed since it was last checked.',
  },
  inactive: {
    tone: 'bad',
    icon: CircleOff,
    title: 'The link is off',
    text: 'The service still has the link, but doesn’t send visitors to its destination.',
  },
  gone: {
    tone: 'bad',
    icon: Unlink,
    title: 'The link no longer exists',
    text: 'The service no longer has this link, so it doesn’t lead anywhere. Its last known values are below.',
  },
}

function OutcomeView({
  check: { outcome, changes, lastAt },
  isNew = false,
}: {
  check: Check
  isNew?: boolean
}) {
  const { tone, icon, title, text } = outcomeTexts[outcome]
  const shownChanges = changes.filter(({ field }) => outcome !== 'inactive' || field !== 'active')
  return (
    <Callout tone={tone} icon={icon} title={title} {...(isNew ? { role: 'status' } : {})}>
      <p>
        {text} Checked {formatTimeToday(lastAt)}.
      </p>
      {shownChanges.length > 0 && (
        <FieldTable
          heads={['Before', 'Now']}
          rows={shownChanges.map(({ field, before, now }) => ({
            name: fieldName(field),
            before,
            after: now,
          }))}
        />
      )}
    </Callout>
  )
}
