import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleHelp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { LinkPatch } from '../../../contract/linkPatch.ts'
import { catalogue } from '../../../contract/problemCatalogue.ts'
import { cacheRecord } from '../../api/links.ts'
import type { ProblemError } from '../../api/problemError.ts'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { Callout } from '../../ui/Callout.tsx'
import { formatTimeToday } from '../../ui/formatTime.ts'
import { ProblemDetails } from '../../ui/problem/ProblemView.tsx'
import { showProblemToast } from '../../ui/problem/showProblem.tsx'

/** Interval between checks of a shown change whose outcome is unknown, in milliseconds. */
const settleIntervalMs = 15_000

const onError = ({ problem }: ProblemError) => showProblemToast(problem)

interface OpenChangeProps {
  link: string
  /** Opens the form with a change that wasn't applied. */
  edit: (patch: LinkPatch) => void
  /** Resends a change that the form can't show: switching the link on or off, or its end date. */
  repeat: (patch: LinkPatch) => void
}

/** Shows a link's latest change if it wasn't applied or its outcome is unknown. */
export function OpenChange({ link, edit, repeat }: OpenChangeProps) {
  const client = useQueryClient()
  const { data: change } = useCall('changes.open', { link })
  const settle = useCallMutation('changes.settle', { onSuccess: ({ record }) => cacheRecord(client, record) })
  const unknownId = change?.state === 'unknown' ? change.id : null
  const settleAgain = useEffectEvent((id: string) => {
    if (!settle.isPending) settle.mutate({ id })
  })
  useEffect(() => {
    if (unknownId === null) return
    const timer = setInterval(() => settleAgain(unknownId), settleIntervalMs)
    return () => clearInterval(timer)
  }, [unknownId])
  if (!change?.problem || change.state === 'pending') return null
  const { problem, madeAt, patch, id } = change
  const { title, why } = catalogue[problem.code]
  const checkAgain = () => settle.mutate({ id }, { onError })
  const isUnknown = change.state === 'unknown'
  return (
    <Callout
      tone={isUnknown ? 'warn' : 'bad'}
      icon={isUnknown ? CircleHelp : CircleAlert}
      title={isUnknown ? title : `Your change from ${formatTimeToday(madeAt)} wasn’t applied`}
      role="status"
      actions={
        isUnknown ? (
          <Button size="xs" loading={settle.isPending} onClick={checkAgain}>
            Check again
          </Button>
        ) : (
          <>
            <RetryButton {...{ patch, edit, repeat }} />
            <DiscardButton key={id} id={id} />
          </>
        )
      }
    >
      <p>{isUnknown ? `Sent ${formatTimeToday(madeAt)}. ${why}` : `${title}. ${problem.said ?? why}`}</p>
      <ProblemDetails problem={problem} />
    </Callout>
  )
}

/** Discards a change that wasn't applied. Asks first, because what the user entered is stored nowhere else. */
function DiscardButton({ id }: { id: string }) {
  const dismiss = useCallMutation('changes.dismiss')
  const [isConfirming, setConfirming] = useState(false)
  if (!isConfirming)
    return (
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        Discard…
      </Button>
    )
  return (
    <div role="group" aria-label="Discard your change?">
      <p role="alert">Discard your change? What you entered is deleted. The link stays as it is.</p>
      <Button
        size="xs"
        color="red"
        my={6}
        mr="xs"
        loading={dismiss.isPending}
        onClick={() => dismiss.mutate({ id }, { onError })}
      >
        Discard change
      </Button>
      <Button size="xs" variant="default" autoFocus onClick={() => setConfirming(false)}>
        Keep it
      </Button>
    </div>
  )
}

function RetryButton({ patch, edit, repeat }: Omit<OpenChangeProps, 'link'> & { patch: LinkPatch }) {
  const isShownByForm = patch.active === undefined && patch.active_until === undefined
  return (
    <Button size="xs" variant="default" onClick={() => (isShownByForm ? edit(patch) : repeat(patch))}>
      {isShownByForm ? 'Edit again' : 'Try again'}
    </Button>
  )
}
