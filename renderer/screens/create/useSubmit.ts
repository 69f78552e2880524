import { useRef, useState } from 'react'
import type { GenerateRequest } from '../../../contract/generate.ts'
import type { Problem } from '../../../contract/problem.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { useCreateLink, useSettleLink } from '../../api/links.ts'
import { refusedBy } from '../../link/refused.ts'
import type { Refused } from '../../link/refused.ts'
import type { Current } from '../../session/currentProfile.ts'
import type { DraftSession } from './draftSession.ts'

/** How the last create stands. `stopped`: nothing was made. `unknown`: it may have been. */
export type Attempt =
  | { state: 'none' | 'sending' }
  | { state: 'stopped'; problem: Problem; request: GenerateRequest }
  | { state: 'unknown'; record: LinkRecord; request: GenerateRequest; problem: Problem | null }

export interface Submit {
  attempt: Attempt
  /** Sends the request, unless one is on its way. The same intent again asks what came of it and makes nothing new. */
  send: (request: GenerateRequest) => void
  /** Asks the service what came of an uncertain create; never makes a second link. */
  lookForIt: () => void
  looking: boolean
  /** Gives up the uncertain intent: the next create is a new one. */
  startAnew: () => void
}

/** Creates a link at most once per intent, whatever is pressed and however often. */
export function useSubmit(current: Current, draft: DraftSession, made: (record: LinkRecord) => void): Submit {
  const [attempt, setAttempt] = useState<Attempt>({ state: 'none' })
  const create = useCreateLink()
  const settleLink = useSettleLink()
  const busy = useRef(false)

  const settle = (record: LinkRecord, request: GenerateRequest) => {
    if (record.state === 'created') {
      draft.discard()
      made(record)
    } else if (record.state === 'failed') {
      draft.setIntent(null)
      setAttempt({ state: 'stopped', problem: record.problem ?? { code: 'bug' }, request })
    } else {
      setAttempt({ state: 'unknown', record, request, problem: null })
    }
  }

  const send = (request: GenerateRequest) => {
    if (busy.current) return
    busy.current = true
    setAttempt({ state: 'sending' })
    const id = draft.intent() ?? crypto.randomUUID()
    draft.setIntent(id)
    const place = { profileId: current.profile.id, environment: current.environment }
    create.mutate(
      { id, ...place, request },
      {
        onSuccess: (record) => settle(record, request),
        onError: ({ problem }) => setAttempt({ state: 'stopped', problem, request }),
        onSettled: () => {
          busy.current = false
        },
      },
    )
  }

  const lookForIt = () => {
    if (attempt.state !== 'unknown' || busy.current) return
    busy.current = true
    settleLink.mutate(attempt.record.id, {
      onSuccess: (record) => settle(record, attempt.request),
      onError: ({ problem }) => setAttempt({ ...attempt, problem }),
      onSettled: () => {
        busy.current = false
      },
    })
  }

  const startAnew = () => {
    draft.setIntent(null)
    setAttempt({ state: 'none' })
  }
  return { attempt, send, lookForIt, looking: settleLink.isPending, startAnew }
}

/** What an attempt was told about its fields, also where that proves nothing; `null` when it was told nothing. */
export function refusalOf(attempt: Attempt): Refused | null {
  if (attempt.state === 'stopped') return refusedBy(attempt.problem, attempt.request)
  if (attempt.state !== 'unknown' || !attempt.record.problem) return null
  return refusedBy(attempt.record.problem, attempt.request)
}
