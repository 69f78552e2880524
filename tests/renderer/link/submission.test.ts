import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem, ProblemCode } from '../../../contract/problem.ts'
import type { LinkRecord, RecordState } from '../../../contract/record.ts'
import { createSubmission, isWaiting, reduceSubmission } from '../../../renderer/link/submission.ts'
import type { SubmissionState, Submission, SubmissionEvent } from '../../../renderer/link/submission.ts'

const place = { profileId: 'acme', environment: 'development' as const }
const createInput = { ...place, request: { title: 'Summer sale' } }
const problem: Problem = { code: 'create_unknown' }
const at = '2026-03-01T05:55:00.000Z'

function createRecord(id: string, state: RecordState, extra: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id,
    state,
    ...place,
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

const send = (freshId: string, intentFor = 'draft'): SubmissionEvent => ({
  type: 'send',
  for: intentFor,
  freshId,
  create: createInput,
})
const answered = (id: string, state: RecordState): SubmissionEvent => ({
  type: 'answered',
  record: createRecord(id, state),
  at,
})
const failed = (id: string, code: ProblemCode = 'host_unreachable'): SubmissionEvent => ({
  type: 'failed',
  id,
  problem: { code },
})
const reopened = (record: LinkRecord): SubmissionEvent => ({ type: 'reopened', record })
const check: SubmissionEvent = { type: 'check' }
const abandon: SubmissionEvent = { type: 'abandon' }

const after = (events: SubmissionEvent[], from = createSubmission()) => events.reduce(reduceSubmission, from)

/** A submission in each state, always with the id `a`. */
const states: Record<SubmissionState['state'], Submission> = {
  none: createSubmission(),
  sending: after([send('a')]),
  stopped: after([send('a'), answered('a', 'failed')]),
  unknown: after([send('a'), answered('a', 'unknown')]),
  checking: after([send('a'), answered('a', 'unknown'), check]),
  created: after([send('a'), answered('a', 'created')]),
  alreadyCreated: after([reopened(createRecord('a', 'created'))], createSubmission({ draft: 'a' })),
}

/** The next state for each event and state. Unlisted combinations return the same object. */
const transitions: [
  name: string,
  event: SubmissionEvent,
  Partial<Record<SubmissionState['state'], string>>,
][] = [
  [
    'send',
    send('b'),
    { none: 'sending', stopped: 'sending', unknown: 'sending', alreadyCreated: 'alreadyCreated' },
  ],
  ['check', check, { unknown: 'checking' }],
  ['abandon', abandon, { unknown: 'none', alreadyCreated: 'none' }],
  ['answered: created', answered('a', 'created'), { sending: 'created', checking: 'created' }],
  ['answered: failed', answered('a', 'failed'), { sending: 'stopped', checking: 'stopped' }],
  ['answered: unknown', answered('a', 'unknown'), { sending: 'unknown', checking: 'unknown' }],
  ['answered: another', answered('z', 'created'), {}],
  ['the call failed', failed('a'), { sending: 'stopped', checking: 'unknown' }],
  ['another call failed', failed('z'), {}],
  ['reopened', reopened(createRecord('a', 'unknown')), {}],
]

describe.each(transitions)('the event “%s”', (_, event, leads) => {
  it.each(Object.keys(states) as SubmissionState['state'][])(
    'the submission in the state %s changes to the state listed for the event, or not at all',
    (state) => {
      const before = states[state]
      expect(before.status.state).toBe(state)
      const next = reduceSubmission(before, event)
      if (leads[state]) expect(next.status.state).toBe(leads[state])
      else expect(next).toBe(before)
      if (leads[state]) expect(next).not.toBe(before)
    },
  )
})

describe('an intent', () => {
  it('an intent is sent again with its id while its outcome is unknown', () => {
    const asked = after([send('a'), failed('a'), send('b')])
    expect(asked.status).toMatchObject({ state: 'sending', create: { id: 'a', ...createInput } })
    const uncertain = after([send('a'), answered('a', 'unknown'), send('b')])
    expect(uncertain.status).toMatchObject({ create: { id: 'a' } })
  })

  it('an intent is released when its create failed or the user gives it up', () => {
    expect(states.stopped.intents).toEqual({})
    expect(after([abandon], states.unknown).intents).toEqual({})
    expect(after([abandon, send('b')], states.unknown).status).toMatchObject({ create: { id: 'b' } })
  })

  it('an intent is released when the app could not store it, unless an earlier request with its id may have arrived', () => {
    expect(after([send('a'), failed('a', 'storage_failed')])).toMatchObject({
      intents: {},
      status: { state: 'stopped', certain: true },
    })
    const earlier = [send('a'), failed('a', 'host_unreachable'), send('b')]
    expect(after([...earlier, failed('a', 'storage_failed')])).toMatchObject({
      intents: { draft: 'a' },
      status: { state: 'stopped', certain: false },
    })
  })

  it('each purpose has its own intent, and giving one up keeps the others', () => {
    const both = after([send('a', 'acme'), failed('a'), send('b', 'store'), answered('b', 'unknown')])
    expect(both.intents).toEqual({ acme: 'a', store: 'b' })
    expect(reduceSubmission(both, abandon).intents).toEqual({ acme: 'a' })
  })
})

describe('an uncertain create', () => {
  it('an uncertain create shows the time of the last failed lookup, if any', () => {
    expect(states.unknown.status).toMatchObject({ triedAt: null })
    expect(after([answered('a', 'unknown')], states.checking).status).toMatchObject({ triedAt: at })
  })

  it('an uncertain create keeps the lookup’s problem until the next lookup', () => {
    const stuck = after([failed('a')], states.checking)
    expect(stuck.status).toMatchObject({ state: 'unknown', problem: { code: 'host_unreachable' } })
    expect(reduceSubmission(stuck, check).status).toMatchObject({ state: 'checking', problem: null })
  })
})

describe('a draft that is reopened', () => {
  const kept = createSubmission({ draft: 'a' })
  const open = (record: LinkRecord) => reduceSubmission(kept, reopened(record))

  it('a reopened draft stays uncertain', () => {
    expect(open(createRecord('a', 'unknown'))).toEqual({
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
    expect(open(createRecord('a', 'pending')).status).toEqual({
      state: 'sending',
      create: { id: 'a', ...createInput },
      isFirst: false,
    })
  })

  it('a reopened draft says that its link was created, and creates no second one without confirmation', () => {
    expect(open(createRecord('a', 'created')).status).toMatchObject({ state: 'alreadyCreated' })
    expect(open(createRecord('a', 'created')).intents).toEqual({ draft: 'a' })
  })

  it('a reopened draft can be sent again if nothing was created', () => {
    expect(open(createRecord('a', 'failed'))).toMatchObject({ intents: {}, status: { state: 'stopped' } })
  })

  it('a reopened draft with a damaged record stays uncertain and ignores other records', () => {
    expect(open(createRecord('a', 'unknown', { request: null })).status).toMatchObject({ request: {} })
    expect(open(createRecord('a', 'pending', { request: null })).status).toMatchObject({ state: 'unknown' })
    expect(open(createRecord('z', 'created'))).toBe(kept)
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
        let now = createSubmission()
        let fresh = 0
        const sent = new Set<string>()
        /** Ids that may have become a link and that the user has not given up. */
        const open = new Set<string>()
        for (const name of steps) {
          const before = now
          const { status } = before
          const waiting = pendingId(status)
          const event = createEvent(name, waiting, `id ${++fresh}`, [...sent][0] ?? 'none')
          now = reduceSubmission(now, event)
          if (name === 'abandon' && now !== before && 'record' in status) open.delete(status.record.id)
          for (const id of idsProvenNotCreated(event, status)) open.delete(id)
          if (now.status.state === 'sending' && before.status.state !== 'sending') {
            const { id } = now.status.create
            sent.add(id)
            open.add(id)
          }
          expect(open.size, 'creates that may have made a link').toBeLessThanOrEqual(1)
          if (isWaiting(status) && isWaiting(now.status)) expect(now).toBe(before)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

function pendingId(status: SubmissionState): string | null {
  if (status.state === 'sending') return status.create.id
  return status.state === 'checking' ? status.record.id : null
}

function idsProvenNotCreated(event: SubmissionEvent, status: SubmissionState): string[] {
  const waiting = pendingId(status)
  // Nothing was sent, unless an earlier request with the same id was.
  const notSent =
    event.type === 'failed' &&
    event.problem.code === 'storage_failed' &&
    status.state === 'sending' &&
    status.isFirst
  if (notSent && event.id === waiting) return [event.id]
  if (event.type !== 'answered' || event.record.state !== 'failed') return []
  return event.record.id === waiting ? [event.record.id] : []
}

function createEvent(name: string, waiting: string | null, freshId: string, first: string): SubmissionEvent {
  const id = waiting ?? first
  switch (name) {
    case 'send':
      return send(freshId)
    case 'check':
      return check
    case 'abandon':
      return abandon
    case 'no answer':
      return failed(id)
    case 'not stored':
      return failed(id, 'storage_failed')
    case 'late':
      return answered(first, 'failed')
    case 'reopen':
      return reopened(createRecord(first, 'created'))
    default:
      return answered(id, name as RecordState)
  }
}
