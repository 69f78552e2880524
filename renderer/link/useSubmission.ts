import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LinkRecord } from '../../contract/record.ts'
import { readLinkRecord, useCreateLink, useSettleLink } from '../api/links.ts'
import type { ProblemError } from '../api/problemError.ts'
import { createSubmission, reduceSubmission } from './submission.ts'
import type { Create, SubmissionState, Submission, SubmissionEvent } from './submission.ts'

export interface SubmissionOptions {
  /** The intents that an earlier window has left. What came of the first is looked up in the library. */
  intents?: Submission['intents']
  /** Told before anything is sent, so that intents outlive the window. */
  onIntents?: (intents: Submission['intents']) => void
  onCreated?: (record: LinkRecord) => void
}

export interface SubmissionControls {
  status: SubmissionState
  /** Sends a create unless something is on its way. The same intent again asks what came of it and makes nothing new. */
  send: (intentFor: string, create: Omit<Create, 'id'>) => void
  /** Asks the service what came of an uncertain create; never makes a second link. */
  look: () => void
  /** Gives up the intent, so that the next create is a new one. */
  giveUp: () => void
}

/** Runs a submission: does what its states ask of the app behind, and tells it what came of that. */
export function useSubmission(options: SubmissionOptions = {}): SubmissionControls {
  const [submission, setSubmission] = useState(() => createSubmission(options.intents))
  // The second click of a double one comes before the next drawing, and must find what the first has done.
  const latest = useRef(submission)
  const ask = usePerformState()

  const dispatch = (event: SubmissionEvent) => {
    const before = latest.current
    const after = reduceSubmission(before, event)
    if (after === before) return
    latest.current = after
    setSubmission(after)
    if (after.intents !== before.intents) options.onIntents?.(after.intents)
    if (after.status.state === 'created') options.onCreated?.(after.status.record)
    else if (after.status.state !== before.status.state) ask(after.status, dispatch)
  }
  useReopenIntents(submission.intents, (record) => dispatch({ type: 'reopened', record }))
  return {
    status: submission.status,
    send: (intentFor, create) =>
      dispatch({ type: 'send', for: intentFor, freshId: crypto.randomUUID(), create }),
    look: () => dispatch({ type: 'look' }),
    giveUp: () => dispatch({ type: 'giveUp' }),
  }
}

type Dispatch = (event: SubmissionEvent) => void

/** What a state asks of the app behind: nothing, a create, or what came of one. */
function usePerformState(): (status: SubmissionState, dispatch: Dispatch) => void {
  const { mutate: create } = useCreateLink()
  const { mutate: settle } = useSettleLink()
  return (status, dispatch) => {
    const answers = (id: string) => ({
      onSuccess: (record: LinkRecord) => dispatch({ type: 'answered', record, at: new Date().toISOString() }),
      onError: ({ problem }: ProblemError) => dispatch({ type: 'failed', id, problem }),
    })
    if (status.state === 'sending') create(status.create, answers(status.create.id))
    if (status.state === 'looking') settle(status.record.id, answers(status.record.id))
  }
}

/** Looks up once what came of an intent that was kept. */
function useReopenIntents(intents: Submission['intents'], reopen: (record: LinkRecord) => void): void {
  const client = useQueryClient()
  const [kept] = useState(() => Object.values(intents)[0] ?? null)
  const latestReopen = useRef(reopen)
  useEffect(() => {
    latestReopen.current = reopen
  })
  useEffect(() => {
    if (kept === null) return
    let hasUnmounted = false
    void readLinkRecord(client, kept).then((record) => {
      if (record && !hasUnmounted) latestReopen.current(record)
    })
    return () => {
      hasUnmounted = true
    }
  }, [client, kept])
}
