import type { CallInput } from '../../contract/app/calls/calls.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'

/** A create request. Repeating one with the same `id` creates no second link. */
export type Create = CallInput<'links.create'>

/**
 * State of a submission. `stopped`: it failed; `certain` if nothing was created. `unknown`: a link may have been
 * created; `problem` and `triedAt` describe the last check. `alreadyCreated`: an earlier form of this draft is a link.
 */
export type SubmissionState =
  | { state: 'none' }
  /** `isFirst`: nothing was sent with this id before. */
  | { state: 'sending'; create: Create; isFirst: boolean }
  | { state: 'stopped'; problem: Problem; request: GenerateRequest; certain: boolean }
  | {
      state: 'unknown' | 'checking'
      record: LinkRecord
      request: GenerateRequest
      problem: Problem | null
      triedAt: string | null
    }
  | { state: 'created' | 'alreadyCreated'; record: LinkRecord }

/** Creates links at most once per intent. */
export interface Submission {
  /**
   * Ids in use, by purpose. An id is released when its create has certainly failed or the user abandons it. Until then,
   * pressing the button again asks for its outcome.
   */
  intents: Readonly<Record<string, string>>
  status: SubmissionState
}

export type SubmissionEvent =
  /** The user wants to create the link. `freshId` is used if nothing was sent `for` this yet. */
  | { type: 'send'; for: string; freshId: string; create: Omit<Create, 'id'> }
  /** The user checks the outcome. */
  | { type: 'check' }
  /** The user abandons this create, so that the next one is new, whatever its outcome, or hides why it failed. */
  | { type: 'abandon' }
  /** The app has answered the last request, at this time. `isOutdated`: the form differs from the link's request. */
  | { type: 'answered'; record: LinkRecord; at: string; isOutdated?: boolean }
  /** The call itself failed, so the outcome is unknown. */
  | { type: 'failed'; id: string; problem: Problem }
  /** The library's record of an intent that was saved with a draft. */
  | { type: 'reopened'; record: LinkRecord }

export function createSubmission(intents: Submission['intents'] = {}): Submission {
  return { intents, status: { state: 'none' } }
}

/** Returns the next state. Events that don't apply return the same object. */
export function reduceSubmission(now: Submission, event: SubmissionEvent): Submission {
  switch (event.type) {
    case 'send':
      return startSending(now, event)
    case 'check':
      return now.status.state === 'unknown'
        ? { ...now, status: { ...now.status, state: 'checking', problem: null } }
        : now
    case 'abandon':
      return abandon(now)
    case 'answered':
      return awaitedIntent(now.status) === event.record.id ? applyResult(now, event) : now
    case 'failed':
      return awaitedIntent(now.status) === event.id ? failSubmission(now, event.problem) : now
    case 'reopened':
      return reopenSubmission(now, event.record)
  }
}

/** Returns whether a request to the app is pending. */
export function isWaiting({ state }: SubmissionState): boolean {
  return state === 'sending' || state === 'checking'
}

/** Returns the id of the create whose answer is awaited, otherwise `null`. */
export function awaitedIntent(status: SubmissionState): string | null {
  if (status.state === 'sending') return status.create.id
  return status.state === 'checking' ? status.record.id : null
}

function startSending(now: Submission, event: Extract<SubmissionEvent, { type: 'send' }>): Submission {
  if (isWaiting(now.status) || now.status.state === 'created') return now
  // A new object re-renders, so that pressing the button shows the result.
  if (now.status.state === 'alreadyCreated') return { ...now, status: { ...now.status } }
  const known = now.intents[event.for]
  const id = known ?? event.freshId
  return {
    intents: { ...now.intents, [event.for]: id },
    status: { state: 'sending', create: { id, ...event.create }, isFirst: known === undefined },
  }
}

function abandon(now: Submission): Submission {
  if (now.status.state === 'stopped') return { ...now, status: { state: 'none' } }
  return now.status.state === 'unknown' || now.status.state === 'alreadyCreated'
    ? { intents: withoutIntent(now.intents, now.status.record.id), status: { state: 'none' } }
    : now
}

function applyResult(
  now: Submission,
  { record, at: time, isOutdated }: Extract<SubmissionEvent, { type: 'answered' }>,
): Submission {
  const { status } = now
  if (record.state === 'created' && !isOutdated) return { ...now, status: { state: 'created', record } }
  const triedAt = status.state === 'checking' ? time : null
  return applyRecord(now, record, requestOfState(status, record), triedAt)
}

/** Returns the state after the outcome of a create, which can be that of an earlier form. */
function applyRecord(
  now: Submission,
  record: LinkRecord,
  request: GenerateRequest,
  triedAt: string | null,
): Submission {
  if (record.state === 'created') return { ...now, status: { state: 'alreadyCreated', record } }
  if (record.state === 'failed')
    return stopSubmission(now, record.id, record.problem ?? { code: 'bug' }, request)
  return { ...now, status: { state: 'unknown', record, request, problem: null, triedAt } }
}

function requestOfState(status: SubmissionState, record: LinkRecord): GenerateRequest {
  if (status.state === 'sending') return status.create.request
  return status.state === 'checking' ? status.request : (record.request ?? {})
}

/** Certainly nothing was created, so the next create may use a new id. */
function stopSubmission(
  { intents }: Submission,
  id: string,
  problem: Problem,
  request: GenerateRequest,
): Submission {
  return {
    intents: withoutIntent(intents, id),
    status: { state: 'stopped', problem, request, certain: true },
  }
}

function withoutIntent(intents: Submission['intents'], gone: string): Submission['intents'] {
  return Object.fromEntries(Object.entries(intents).filter(([, id]) => id !== gone))
}

/** The app sends a create only after it has stored it. Of an id that it already knows, these codes say nothing. */
const notSent: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'embedded_not_started',
  'embedded_port_taken',
  'embedded_stopped',
  'invalid_input',
  'key_missing',
  'key_store_failed',
  'key_store_locked',
  'key_unreadable',
  'library_newer',
  'library_replaced',
  'profile_not_found',
  'storage_failed',
])

function failSubmission(now: Submission, problem: Problem): Submission {
  const { status } = now
  if (status.state === 'sending') {
    const { id, request } = status.create
    if (status.isFirst && notSent.has(problem.code)) return stopSubmission(now, id, problem, request)
    return { ...now, status: { state: 'stopped', problem, request, certain: false } }
  }
  return status.state === 'checking' ? { ...now, status: { ...status, state: 'unknown', problem } } : now
}

function reopenSubmission(now: Submission, record: LinkRecord): Submission {
  const { id, state, request, profileId, environment } = record
  if (now.status.state !== 'none' || !Object.values(now.intents).includes(id)) return now
  if (state !== 'pending' || request === null) return applyRecord(now, record, request ?? {}, null)
  // Still running: repeating the same id waits for it.
  return {
    ...now,
    status: { state: 'sending', create: { id, profileId, environment, request }, isFirst: false },
  }
}
