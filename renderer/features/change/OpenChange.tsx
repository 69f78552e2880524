import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleHelp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LinkChange } from '../../../contract/app/calls/links/changes.ts'
import type { LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { cacheRecord } from '../../api/links.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { useCall, useCallMutation, type CallMutation } from '../../api/useCall.ts'
import { useNameOfProfile } from '../../session/useProfileName.ts'
import { Callout } from '../../ui/Callout.tsx'
import { formatTimeToday } from '../../ui/formatTime.ts'
import { ProblemDetails } from '../../ui/problem/ProblemView.tsx'
import { Question } from '../../ui/Question.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.ts'
import { SmallButton } from '../../ui/variants.ts'

/** Interval between checks of a shown change whose outcome is unknown, in milliseconds. */
const settleIntervalMs = 15_000

const onError = ({ problem }: ProblemError) => {
  // Shown in place, with the button that sends it.
  if (problem.code !== 'sender_unknown') showProblemToast(problem)
}

/** What a change can set that the form doesn't show. */
const formlessFields = ['active', 'active_until', 'pass_query'] as const

/** Returns the label for sending changes again whose key and address aren't known. */
export function sendAgainText(profileName: string): string {
  return `Send again with “${profileName}”`
}

interface OpenChangeProps {
  record: LinkRecord
  /** Opens the form with a change that wasn't applied. */
  edit: (patch: LinkPatch) => void
  /** Resends a change that the form can't show: switching the link on or off, or its end date. */
  repeat: (patch: LinkPatch) => void
}

/** Shows a link's latest change if it wasn't applied or its outcome is unknown. */
export function OpenChange({ record, edit, repeat }: OpenChangeProps) {
  const profileName = useNameOfProfile(record)
  const { data: change } = useCall('changes.open', { link: record.id })
  const settle = useSettle(change)
  if (!change?.problem || change.state === 'pending') return null
  const { problem, madeAt, id } = change
  const { title, why } = catalogue[problem.code]
  const isUnknown = change.state === 'unknown'
  const isSenderUnknown = settle.error?.problem.code === 'sender_unknown'
  return (
    <Callout
      tone={isUnknown ? 'warn' : 'bad'}
      icon={isUnknown ? CircleHelp : CircleAlert}
      title={isUnknown ? title : `Your change from ${formatTimeToday(madeAt)} wasn’t applied`}
      role="status"
      actions={
        <>
          <AgainButton {...{ change, settle, isSenderUnknown, profileName, edit, repeat }} />
          <DiscardButton key={id} id={id} isUnknown={isUnknown} />
        </>
      }
    >
      <p>{isUnknown ? `Sent ${formatTimeToday(madeAt)}. ${why}` : `${title}. ${problem.said ?? why}`}</p>
      {isSenderUnknown && <p>{`${catalogue.sender_unknown.why} ${catalogue.sender_unknown.advice}`}</p>}
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

/** Returns the mutation that resolves an unknown change, and repeats it while the change is unknown. */
function useSettle(change: LinkChange | null | undefined): CallMutation<'changes.settle'> {
  const client = useQueryClient()
  const settle = useCallMutation('changes.settle', {
    onSuccess: (answer) => cacheRecord(client, answer.record),
  })
  const unknownId = change?.state === 'unknown' ? change.id : null
  const settleAgain = useEffectEvent((id: string) => {
    if (!settle.isPending) settle.mutate({ id })
  })
  useEffect(() => {
    if (unknownId === null) return
    const timer = setInterval(() => settleAgain(unknownId), settleIntervalMs)
    return () => clearInterval(timer)
  }, [unknownId])
  return settle
}

interface AgainButtonProps extends Pick<OpenChangeProps, 'edit' | 'repeat'> {
  change: LinkChange
  settle: CallMutation<'changes.settle'>
  isSenderUnknown: boolean
  profileName: string
}

/** Checks an unknown change again, or lets the user make one again that wasn't applied. */
function AgainButton({ change, settle, isSenderUnknown, profileName, edit, repeat }: AgainButtonProps) {
  const { id, state, patch } = change
  const isShownByForm = !formlessFields.some((name) => patch[name] !== undefined)
  return state === 'unknown' ? (
    // If an earlier version sent it, the second click confirms the profile.
    <Button
      size="xs"
      loading={settle.isPending}
      onClick={() => settle.mutate({ id, ...(isSenderUnknown && { confirmSender: true }) }, { onError })}
    >
      {isSenderUnknown ? sendAgainText(profileName) : 'Check again'}
    </Button>
  ) : (
    <SmallButton onClick={() => (isShownByForm ? edit(patch) : repeat(patch))}>
      {isShownByForm ? 'Edit again' : 'Try again'}
    </SmallButton>
  )
}

/**
 * Discards a change that wasn't applied or is unknown. Asks first, because what the user entered is stored nowhere else.
 */
function DiscardButton({ id, isUnknown }: { id: string; isUnknown: boolean }) {
  const dismiss = useCallMutation('changes.dismiss')
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <SmallButton onClick={() => setConfirming(true)}>Discard…</SmallButton>
      {isConfirming && (
        <Question
          title="Discard your change?"
          close={() => setConfirming(false)}
          main={{ label: 'Discard change', isRed: true, choose: () => dismiss.mutate({ id }, { onError }) }}
          other={{ label: 'Keep it' }}
        >
          What you entered is deleted.{' '}
          {isUnknown ? 'It may have been applied, so look at the link first.' : 'The link stays as it is.'}
        </Question>
      )}
    </>
  )
}
