import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem, ProblemCode } from '../../../contract/app/problems/problem.ts'
import type { LinkRecord, RecordState } from '../../../contract/app/link/record.ts'
import { createSubmission, isWaiting, reduceSubmission } from '../../../renderer/link/submission.ts'
import type { SubmissionState, Submission, SubmissionEvent } from '../../../renderer/link/submission.ts'

const target = { profileId: 'acme', environment: 'development' as const }
const createInput = { ...target, request: { title: 'Summer sale' } }
const problem: Problem = { code: 'create_unknown' }
const answeredAt = '2026-03-01T05:55:00.000Z'

function createRecord(id: string, state: RecordState, extra: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id,
    state,
    ...target,
    profileName: 'Acme',
    request: { title: 'Summer sale' },
    promotedFrom: null,
    link: state === 'created' ? `https://l.example/${id}` : null,
    path: state === 'created' ? id : null,
    problem: state === 'failed' || state === 'unknown' ? problem : null,
    answer: null,
    stored: null,
    differences: null,
    checkedAt: null,
    createdAt: '2026-03-01T05:40:00.000Z',
    ...extra,
  }
}

const sendEvent = (freshId: string, intentFor = 'draft'): SubmissionEvent => ({
  type: 'send',
  for: intentFor,
  freshId,
  create: createInput,
})
const answerEvent = (id: string, state: RecordState): SubmissionEvent => ({
  type: 'answered',
  record: createRecord(id, state),
  at: answeredAt,
})
const failEvent = (id: string, code: ProblemCode = 'host_unreachable'): SubmissionEvent => ({
  type: 'failed',
  id,
  problem: { code },
})
const reopenEvent = (record: LinkRecord): SubmissionEvent => ({ type: 'reopened', record })
const checkEvent: SubmissionEvent = { type: 'check' }
const abandonEvent: SubmissionEvent = { type: 'abandon' }

const reduceEvents = (events: SubmissionEvent[], initial = createSubmission()) =>
  events.reduce(reduceSubmission, initial)

/** A submission in each state, always with the id `a`. */
const states: Record<SubmissionState['state'], Submission> = {
  none: createSubmission(),
  sending: reduceEvents([sendEvent('a')]),
  stopped: reduceEvents([sendEvent('a'), answerEvent('a', 'failed')]),
  unknown: reduceEvents([sendEvent('a'), answerEvent('a', 'unknown')]),
  checking: reduceEvents([sendEvent('a'), answerEvent('a', 'unknown'), checkEvent]),
  created: reduceEvents([sendEvent('a'), answerEvent('a', 'created')]),
  alreadyCreated: reduceEvents([reopenEvent(createRecord('a', 'created'))], createSubmission({ draft: 'a' })),
}

/** The next state for each event and state. Unlisted combinations return the same object. */
const transitions: [
  name: string,
  event: SubmissionEvent,
  Partial<Record<SubmissionState['state'], string>>,
][] = [
  [
    'send',
    sendEvent('b'),
    { none: 'sending', stopped: 'sending', unknown: 'sending', alreadyCreated: 'alreadyCreated' },
  ],
  ['check', checkEvent, { unknown: 'checking' }],
  ['abandon', abandonEvent, { stopped: 'none', unknown: 'none', alreadyCreated: 'none' }],
  ['answered: created', answerEvent('a', 'created'), { sending: 'created', checking: 'created' }],
  ['answered: failed', answerEvent('a', 'failed'), { sending: 'stopped', checking: 'stopped' }],
  ['answered: unknown', answerEvent('a', 'unknown'), { sending: 'unknown', checking: 'unknown' }],
  ['answered: another', answerEvent('z', 'created'), {}],
  ['the call failed', failEvent('a'), { sending: 'stopped', checking: 'unknown' }],
  ['another call failed', failEvent('z'), {}],
  ['reopened', reopenEvent(createRecord('a', 'unknown')), {}],
]

describe.each(transitions)('the event “%s”', (_, event, nextStates) => {
  it.each(Object.keys(states) as SubmissionState['state'][])(
    'the submission in the state %s changes to the state listed for the event, or not at all',
    (state) => {
      const previous = states[state]
      expect(previous.status.state).toBe(state)
      const next = reduceSubmission(previous, event)
      if (nextStates[state]) expect(next.status.state).toBe(nextStates[state])
      else expect(next).toBe(previous)
      if (nextStates[state]) expect(next).not.toBe(previous)
    },
  )
})

describe('an intent', () => {
  it('an intent is sent again with its id while its outcome is unknown', () => {
    const repeated = reduceEvents([sendEvent('a'), failEvent('a'), sendEvent('b')])
    expect(repeated.status).toMatchObject({ state: 'sending', create: { id: 'a', ...createInput } })
    const uncertain = reduceEvents([sendEvent('a'), answerEvent('a', 'unknown'), sendEvent('b')])
    expect(uncertain.status).toMatchObject({ create: { id: 'a' } })
  })

  it('an intent is released when its create failed or the user gives it up', () => {
    expect(states.stopped.intents).toEqual({})
    expect(reduceEvents([abandonEvent], states.unknown).intents).toEqual({})
    expect(reduceEvents([abandonEvent, sendEvent('b')], states.unknown).status).toMatchObject({
      create: { id: 'b' },
    })
  })

  it('an intent is released when the app could not store it, unless an earlier request with its id may have arrived', () => {
    expect(reduceEvents([sendEvent('a'), failEvent('a', 'storage_failed')])).toMatchObject({
      intents: {},
      status: { state: 'stopped', certain: true },
    })
    const earlier = [sendEvent('a'), failEvent('a', 'host_unreachable'), sendEvent('b')]
    expect(reduceEvents([...earlier, failEvent('a', 'storage_failed')])).toMatchObject({
      intents: { draft: 'a' },
      status: { state: 'stopped', certain: false },
    })
  })

  it('each purpose has its own intent, and giving one up keeps the others', () => {
    const both = reduceEvents([
      sendEvent('a', 'acme'),
      failEvent('a'),
      sendEvent('b', 'store'),
      answerEvent('b', 'unknown'),
    ])
    expect(both.intents).toEqual({ acme: 'a', store: 'b' })
    expect(reduceSubmission(both, abandonEvent).intents).toEqual({ acme: 'a' })
  })
})

describe('an uncertain create', () => {
  it('an uncertain create shows the time of the last failed lookup, if any', () => {
    expect(states.unknown.status).toMatchObject({ triedAt: null })
    expect(reduceEvents([answerEvent('a', 'unknown')], states.checking).status).toMatchObject({
      triedAt: answeredAt,
    })
  })

  it('an uncertain create keeps the lookup’s problem until the next lookup', () => {
    const stuck = reduceEvents([failEvent('a')], states.checking)
    expect(stuck.status).toMatchObject({ state: 'unknown', problem: { code: 'host_unreachable' } })
    expect(reduceSubmission(stuck, checkEvent).status).toMatchObject({ state: 'checking', problem: null })
  })
})

describe('a draft that is reopened', () => {
  const savedSubmission = createSubmission({ draft: 'a' })
  const reopen = (record: LinkRecord) => reduceSubmission(savedSubmission, reopenEvent(record))

  it('a reopened draft stays uncertain', () => {
    expect(reopen(createRecord('a', 'unknown'))).toEqual({
      intents: { draft: 'a' },
      status: {
        state: 'unknown',
        record: createRecord('a', 'unknown'),
        request: { title: 'Summer sale' },
        problem: null,
        triedAt: null,
      },
    })
  })

  it('a reopened draft waits for a running create with its id', () => {
    expect(reopen(createRecord('a', 'pending')).status).toEqual({
      state: 'sending',
      create: { id: 'a', ...createInput },
      isFirst: false,
    })
  })

  it('a reopened draft says that its link was created, and creates no second one without confirmation', () => {
    expect(reopen(createRecord('a', 'created')).status).toMatchObject({ state: 'alreadyCreated' })
    expect(reopen(createRecord('a', 'created')).intents).toEqual({ draft: 'a' })
  })

  it('a reopened draft can be sent again if nothing was created', () => {
    expect(reopen(createRecord('a', 'failed'))).toMatchObject({ intents: {}, status: { state: 'stopped' } })
  })

  it('a reopened draft with a damaged record stays uncertain and ignores other records', () => {
    expect(reopen(createRecord('a', 'unknown', { request: null })).status).toMatchObject({ request: {} })
    expect(reopen(createRecord('a', 'pending', { request: null })).status).toMatchObject({ state: 'unknown' })
    expect(reopen(createRecord('z', 'created'))).toBe(savedSubmission)
  })
})

/** Anything that can happen, in any order: button presses and answers of the app. */
const step = fc.constantFrom(
  'send',
  'check',
  'abandon',
  'created',
  'failed',
  'unknown',
  'no answer',
  'not stored',
  'late',
  'reopen',
)

describe('whatever is pressed and answered', () => {
  it('two creates are never sent without the user’s confirmation in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let submission = createSubmission()
        let idCount = 0
        const sentIds = new Set<string>()
        /** Ids that may have become a link and that the user has not given up. */
        const openIds = new Set<string>()
        for (const name of steps) {
          const previous = submission
          const { status } = previous
          const waitingId = findPendingId(status)
          const event = createEvent(name, waitingId, `id ${++idCount}`, [...sentIds][0] ?? 'none')
          submission = reduceSubmission(submission, event)
          if (name === 'abandon' && submission !== previous && 'record' in status)
            openIds.delete(status.record.id)
          for (const id of findIdsNotCreated(event, status)) openIds.delete(id)
          if (submission.status.state === 'sending' && previous.status.state !== 'sending') {
            const { id } = submission.status.create
            sentIds.add(id)
            openIds.add(id)
          }
          expect(openIds.size, 'creates that may have made a link').toBeLessThanOrEqual(1)
          if (isWaiting(status) && isWaiting(submission.status)) expect(submission).toBe(previous)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

function findPendingId(status: SubmissionState): string | null {
  if (status.state === 'sending') return status.create.id
  return status.state === 'checking' ? status.record.id : null
}

function findIdsNotCreated(event: SubmissionEvent, status: SubmissionState): string[] {
  const waitingId = findPendingId(status)
  // Nothing was sent, unless an earlier request with the same id was.
  const wasNotSent =
    event.type === 'failed' &&
    event.problem.code === 'storage_failed' &&
    status.state === 'sending' &&
    status.isFirst
  if (wasNotSent && event.id === waitingId) return [event.id]
  if (event.type !== 'answered' || event.record.state !== 'failed') return []
  return event.record.id === waitingId ? [event.record.id] : []
}

function createEvent(
  name: string,
  waitingId: string | null,
  freshId: string,
  first: string,
): SubmissionEvent {
  const id = waitingId ?? first
  switch (name) {
    case 'send':
      return sendEvent(freshId)
    case 'check':
      return checkEvent
    case 'abandon':
      return abandonEvent
    case 'no answer':
      return failEvent(id)
    case 'not stored':
      return failEvent(id, 'storage_failed')
    case 'late':
      return answerEvent(first, 'failed')
    case 'reopen':
      return reopenEvent(createRecord(first, 'created'))
    default:
      return answerEvent(id, name as RecordState)
  }
}
