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
export type Standing =
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
  standing: Standing
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

export function beginSubmission(intents: Submission['intents'] = {}): Submission {
  return { intents, standing: { state: 'none' } }
}

/** The next state. What does not fit the present one changes nothing and gives the same object back. */
export function reduceSubmission(now: Submission, event: SubmissionEvent): Submission {
  switch (event.type) {
    case 'send':
      return send(now, event)
    case 'look':
      return now.standing.state === 'unknown'
        ? { ...now, standing: { ...now.standing, state: 'looking', problem: null } }
        : now
    case 'giveUp':
      return now.standing.state === 'unknown' || now.standing.state === 'made'
        ? { intents: without(now.intents, now.standing.record.id), standing: { state: 'none' } }
        : now
    case 'answered':
      return waitsFor(now.standing) === event.record.id ? answered(now, event) : now
    case 'failed':
      return waitsFor(now.standing) === event.id ? failed(now, event.problem) : now
    case 'reopened':
      return reopened(now, event.record)
  }
}

/** Whether the app behind has been asked something and has not answered. */
export function isWaiting({ state }: Standing): boolean {
  return state === 'sending' || state === 'looking'
}

function waitsFor(standing: Standing): string | null {
  if (standing.state === 'sending') return standing.create.id
  return standing.state === 'looking' ? standing.record.id : null
}

function send(now: Submission, event: Extract<SubmissionEvent, { type: 'send' }>): Submission {
  if (isWaiting(now.standing) || now.standing.state === 'created') return now
  // Drawn once more, so that pressing the button leads to what it says.
  if (now.standing.state === 'made') return { ...now, standing: { ...now.standing } }
  const id = now.intents[event.for] ?? event.freshId
  return {
    intents: { ...now.intents, [event.for]: id },
    standing: { state: 'sending', create: { id, ...event.create } },
  }
}

function answered(
  now: Submission,
  { record, at }: Extract<SubmissionEvent, { type: 'answered' }>,
): Submission {
  const { standing } = now
  if (record.state === 'created') return { ...now, standing: { state: 'created', record } }
  const request = requestIn(standing, record)
  if (record.state === 'failed') return stopped(now, record, request)
  const triedAt = standing.state === 'looking' ? at : null
  return { ...now, standing: { state: 'unknown', record, request, problem: null, triedAt } }
}

function requestIn(standing: Standing, record: LinkRecord): GenerateRequest {
  if (standing.state === 'sending') return standing.create.request
  return standing.state === 'looking' ? standing.request : (record.request ?? {})
}

/** It is certain that nothing was made: the next create may be a new one. */
function stopped({ intents }: Submission, record: LinkRecord, request: GenerateRequest): Submission {
  return {
    intents: without(intents, record.id),
    standing: { state: 'stopped', problem: record.problem ?? { code: 'bug' }, request, certain: true },
  }
}

function without(intents: Submission['intents'], gone: string): Submission['intents'] {
  return Object.fromEntries(Object.entries(intents).filter(([, id]) => id !== gone))
}

function failed(now: Submission, problem: Problem): Submission {
  const { standing } = now
  if (standing.state === 'sending') {
    const { request } = standing.create
    return { ...now, standing: { state: 'stopped', problem, request, certain: false } }
  }
  return standing.state === 'looking' ? { ...now, standing: { ...standing, state: 'unknown', problem } } : now
}

function reopened(now: Submission, record: LinkRecord): Submission {
  const { id, state, request } = record
  if (now.standing.state !== 'none' || !Object.values(now.intents).includes(id)) return now
  if (state === 'created') return { ...now, standing: { state: 'made', record } }
  if (state === 'failed') return stopped(now, record, request ?? {})
  if (state === 'pending' && request !== null) {
    // It is still under way: asking again under the same id waits for its end.
    const { profileId, environment } = record
    return { ...now, standing: { state: 'sending', create: { id, profileId, environment, request } } }
  }
  return {
    ...now,
    standing: { state: 'unknown', record, request: request ?? {}, problem: null, triedAt: null },
  }
}
