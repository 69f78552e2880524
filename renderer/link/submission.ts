import type { CallInput } from '../../contract/calls.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { Problem } from '../../contract/problem.ts'
import type { LinkRecord } from '../../contract/record.ts'

/** A create that is asked for; the same `id` again makes nothing new. */
export type Create = CallInput<'links.create'>

/**
 * How a submission stands. `stopped`: it went no further; `certain` when nothing was made for sure. `unknown`: it may have been; `problem` is what stood in the way of
 * finding out, `triedAt` when that was last tried without an answer. `made`: an earlier form of this draft is a link.
 */
export type SubmissionState =
  | { state: 'none' }
  | { state: 'sending'; create: Create }
  | { state: 'stopped'; problem: Problem; request: GenerateRequest; certain: boolean }
  | {
      state: 'unknown' | 'looking'
      record: LinkRecord
      request: GenerateRequest
      problem: Problem | null
      triedAt: string | null
    }
  | { state: 'created' | 'made'; record: LinkRecord }

/** Creates links at most once per intent. */
export interface Submission {
  /**
   * The ids that were handed out and not given back, by what each is for. It is given back when the create is known to have
   * failed or the person gives it up; until then pressing again asks what came of it.
   */
  intents: Readonly<Record<string, string>>
  status: SubmissionState
}

export type SubmissionEvent =
  /** The person wants the link. `freshId` is taken when nothing was sent `for` this yet. */
  | { type: 'send'; for: string; freshId: string; create: Omit<Create, 'id'> }
  /** The person wants to know what came of it. */
  | { type: 'look' }
  /** The person's word that the next create is a new one, whatever came of this one. */
  | { type: 'giveUp' }
  /** The app behind has answered what it was asked last, at this time. */
  | { type: 'answered'; record: LinkRecord; at: string }
  /** The call itself failed: what became of it is not known. */
  | { type: 'failed'; id: string; problem: Problem }
  /** What the library holds of an intent that was kept with a draft. */
  | { type: 'reopened'; record: LinkRecord }

export function createSubmission(intents: Submission['intents'] = {}): Submission {
  return { intents, status: { state: 'none' } }
}

/** The next state. What does not fit the present one changes nothing and gives the same object back. */
export function reduceSubmission(now: Submission, event: SubmissionEvent): Submission {
  switch (event.type) {
    case 'send':
      return startSending(now, event)
    case 'look':
      return now.status.state === 'unknown'
        ? { ...now, status: { ...now.status, state: 'looking', problem: null } }
        : now
    case 'giveUp':
      return now.status.state === 'unknown' || now.status.state === 'made'
        ? { intents: withoutIntent(now.intents, now.status.record.id), status: { state: 'none' } }
        : now
    case 'answered':
      return awaitedIntent(now.status) === event.record.id ? applyAnswer(now, event) : now
    case 'failed':
      return awaitedIntent(now.status) === event.id ? failSubmission(now, event.problem) : now
    case 'reopened':
      return reopenSubmission(now, event.record)
  }
}

/** Whether the app behind has been asked something and has not answered. */
export function isWaiting({ state }: SubmissionState): boolean {
  return state === 'sending' || state === 'looking'
}

function awaitedIntent(status: SubmissionState): string | null {
  if (status.state === 'sending') return status.create.id
  return status.state === 'looking' ? status.record.id : null
}

function startSending(now: Submission, event: Extract<SubmissionEvent, { type: 'send' }>): Submission {
  if (isWaiting(now.status) || now.status.state === 'created') return now
  // Drawn once more, so that pressing the button leads to what it says.
  if (now.status.state === 'made') return { ...now, status: { ...now.status } }
  const id = now.intents[event.for] ?? event.freshId
  return {
    intents: { ...now.intents, [event.for]: id },
    status: { state: 'sending', create: { id, ...event.create } },
  }
}

function applyAnswer(
  now: Submission,
  { record, at: time }: Extract<SubmissionEvent, { type: 'answered' }>,
): Submission {
  const { status } = now
  if (record.state === 'created') return { ...now, status: { state: 'created', record } }
  const request = requestOfState(status, record)
  if (record.state === 'failed') return stopSubmission(now, record, request)
  const triedAt = status.state === 'looking' ? time : null
  return { ...now, status: { state: 'unknown', record, request, problem: null, triedAt } }
}

function requestOfState(status: SubmissionState, record: LinkRecord): GenerateRequest {
  if (status.state === 'sending') return status.create.request
  return status.state === 'looking' ? status.request : (record.request ?? {})
}

/** It is certain that nothing was made: the next create may be a new one. */
function stopSubmission({ intents }: Submission, record: LinkRecord, request: GenerateRequest): Submission {
  return {
    intents: withoutIntent(intents, record.id),
    status: { state: 'stopped', problem: record.problem ?? { code: 'bug' }, request, certain: true },
  }
}

function withoutIntent(intents: Submission['intents'], gone: string): Submission['intents'] {
  return Object.fromEntries(Object.entries(intents).filter(([, id]) => id !== gone))
}

function failSubmission(now: Submission, problem: Problem): Submission {
  const { status } = now
  if (status.state === 'sending') {
    const { request } = status.create
    return { ...now, status: { state: 'stopped', problem, request, certain: false } }
  }
  return status.state === 'looking' ? { ...now, status: { ...status, state: 'unknown', problem } } : now
}

function reopenSubmission(now: Submission, record: LinkRecord): Submission {
  const { id, state, request } = record
  if (now.status.state !== 'none' || !Object.values(now.intents).includes(id)) return now
  if (state === 'created') return { ...now, status: { state: 'made', record } }
  if (state === 'failed') return stopSubmission(now, record, request ?? {})
  if (state === 'pending' && request !== null) {
    // It is still under way: asking again under the same id waits for its end.
    const { profileId, environment } = record
    return { ...now, status: { state: 'sending', create: { id, profileId, environment, request } } }
  }
  return {
    ...now,
    status: { state: 'unknown', record, request: request ?? {}, problem: null, triedAt: null },
  }
}
