import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { cancelRequest, readLinkRecord, useCreateLink, useSettleLink } from '../api/links.ts'
import type { ProblemError } from '../api/problemError.ts'
import { useIsMounted } from '../ui/useIsMounted.ts'
import { awaitedIntent, createSubmission, reduceSubmission } from './submission.ts'
import type { Create, SubmissionState, Submission, SubmissionEvent } from './submission.ts'

export interface SubmissionOptions {
  /** Intents saved by an earlier window. The outcome of the first one is looked up in the library. */
  intents?: Submission['intents']
  /** Called before anything is sent, so that intents survive the window. */
  onIntents?: (intents: Submission['intents']) => void
  onCreated?: (record: LinkRecord) => void
  /** Called instead if the form is gone by then. */
  onCreatedLater?: (record: LinkRecord) => void
  /** Whether the form has changed since the request of a link that is now created. */
  isOutdated?: (record: LinkRecord) => boolean
}

export type SubmissionControls = ReturnType<typeof useSubmission>

/** Runs a submission: makes the app calls that its states need, and dispatches the answers. */
export function useSubmission(options: SubmissionOptions = {}) {
  const [submission, setSubmission] = useState(() => createSubmission(options.intents))
  // The second click of a double click comes before the next render, and must see the effect of the first.
  const latest = useRef(submission)
  const { mutateAsync: createLink } = useCreateLink()
  const { mutateAsync: settleLink } = useSettleLink()
  const isMounted = useIsMounted()

  const dispatch = (event: SubmissionEvent) => {
    const previous = latest.current
    const next = reduceSubmission(previous, event)
    if (next === previous) return
    latest.current = next
    setSubmission(next)
    if (next.intents !== previous.intents) options.onIntents?.(next.intents)
    if (next.status.state === 'created') options.onCreated?.(next.status.record)
    else if (next.status.state !== previous.status.state) perform(next.status)
  }
  /** Makes the app call of a state: none, a create, or a lookup of its outcome. */
  const perform = (status: SubmissionState) => {
    const id = awaitedIntent(status)
    if (id === null) return
    const answer = status.state === 'sending' ? createLink(status.create) : settleLink({ id })
    void answer.then(
      (record) => {
        const isOutdated = options.isOutdated?.(record) ?? false
        if (isMounted()) dispatch({ type: 'answered', record, at: new Date().toISOString(), isOutdated })
        else if (record.state === 'created' && !isOutdated) options.onCreatedLater?.(record)
      },
      (error: unknown) => {
        if (isMounted()) dispatch({ type: 'failed', id, problem: (error as ProblemError).problem })
      },
    )
  }
  useReopenIntents(submission.intents, (record) => dispatch({ type: 'reopened', record }))
  return {
    status: submission.status,
    /** Sends a create unless one is pending. Repeating an intent asks for its outcome and creates no second link. */
    send: (intentFor: string, create: Omit<Create, 'id'>) =>
      dispatch({ type: 'send', for: intentFor, freshId: crypto.randomUUID(), create }),
    /** Asks the service for the outcome of an uncertain create; never creates a second link. */
    checkAgain: () => dispatch({ type: 'check' }),
    /** Stops waiting for the answer. A create that was sent is then uncertain. */
    cancel: () => {
      const id = awaitedIntent(latest.current.status)
      if (id !== null) cancelRequest(id)
    },
    /** Abandons the intent, so that the next create is a new one. */
    abandon: () => dispatch({ type: 'abandon' }),
  }
}

/** Looks up the outcome of a saved intent once. */
function useReopenIntents(intents: Submission['intents'], reopen: (record: LinkRecord) => void): void {
  const client = useQueryClient()
  const [savedIntent] = useState(() => Object.values(intents)[0] ?? null)
  const onRecord = useEffectEvent(reopen)
  useEffect(() => {
    if (savedIntent === null) return
    let hasUnmounted = false
    void readLinkRecord(client, savedIntent).then((record) => {
      if (record && !hasUnmounted) onRecord(record)
    })
    return () => {
      hasUnmounted = true
    }
  }, [client, savedIntent])
}
