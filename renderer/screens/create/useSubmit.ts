import type { GenerateRequest } from '../../../contract/generate.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { refusedBy } from '../../link/refused.ts'
import type { Refused } from '../../link/refused.ts'
import type { Standing } from '../../link/submission.ts'
import { useSubmission } from '../../link/useSubmission.ts'
import type { SubmissionControls } from '../../link/useSubmission.ts'
import type { Current } from '../../session/currentProfile.ts'
import type { DraftSession } from './draftSession.ts'

export interface Submit extends Pick<SubmissionControls, 'look' | 'giveUp'> {
  attempt: Standing
  send: (request: GenerateRequest) => void
}

/** A draft has one intent, wherever it is sent: a second profile does not make an uncertain link certain. */
const theDraft = 'draft'

/** Creates the link of a draft, whose intent is kept with it until its end is known. */
export function useSubmit(current: Current, draft: DraftSession, made: (record: LinkRecord) => void): Submit {
  const intent = draft.intent()
  const { standing, send, look, giveUp } = useSubmission({
    ...(intent !== null && { intents: { [theDraft]: intent } }),
    onIntents: (intents) => draft.setIntent(intents[theDraft] ?? null),
    onCreated: (record) => {
      draft.discard()
      made(record)
    },
  })
  const place = { profileId: current.profile.id, environment: current.environment }
  return { attempt: standing, send: (request) => send(theDraft, { ...place, request }), look, giveUp }
}

/** What an attempt was told about its fields, also where that proves nothing; `null` when it was told nothing. */
export function refusalOf(attempt: Standing): Refused | null {
  if (attempt.state === 'stopped') return refusedBy(attempt.problem, attempt.request)
  if (attempt.state !== 'unknown' || !attempt.record.problem) return null
  return refusedBy(attempt.record.problem, attempt.request)
}
