import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../contract/problem.ts'
import type { LinkRecord, RecordState } from '../../../contract/record.ts'
import { beginSubmission, isWaiting, reduceSubmission } from '../../../renderer/link/submission.ts'
import type { Standing, Submission, SubmissionEvent } from '../../../renderer/link/submission.ts'

const place = { profileId: 'acme', environment: 'development' as const }
const wanted = { ...place, request: { title: 'Summer sale' } }
const problem: Problem = { code: 'create_unknown' }
const at = '2026-03-01T05:55:00.000Z'

function recordOf(id: string, state: RecordState, extra: Partial<LinkRecord> = {}): LinkRecord {
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
  create: wanted,
})
const answered = (id: string, state: RecordState): SubmissionEvent => ({
  type: 'answered',
  record: recordOf(id, state),
  at,
})
const failed = (id: string): SubmissionEvent => ({ type: 'failed', id, problem: { code: 'key_missing' } })
const reopened = (record: LinkRecord): SubmissionEvent => ({ type: 'reopened', record })
const look: SubmissionEvent = { type: 'look' }
const giveUp: SubmissionEvent = { type: 'giveUp' }

const after = (events: SubmissionEvent[], from = beginSubmission()) => events.reduce(reduceSubmission, from)

/** One submission in each of its states, always with the id `a`. */
const states: Record<Standing['state'], Submission> = {
  none: beginSubmission(),
  sending: after([send('a')]),
  stopped: after([send('a'), answered('a', 'failed')]),
  unknown: after([send('a'), answered('a', 'unknown')]),
  looking: after([send('a'), answered('a', 'unknown'), look]),
  created: after([send('a'), answered('a', 'created')]),
  made: after([reopened(recordOf('a', 'created'))], beginSubmission({ draft: 'a' })),
}

/** What each event leads to in each state; where nothing is named, the very same object comes back. */
const transitions: [name: string, event: SubmissionEvent, Partial<Record<Standing['state'], string>>][] = [
  ['send', send('b'), { none: 'sending', stopped: 'sending', unknown: 'sending', made: 'made' }],
  ['look', look, { unknown: 'looking' }],
  ['give up', giveUp, { unknown: 'none', made: 'none' }],
  ['answered: created', answered('a', 'created'), { sending: 'created', looking: 'created' }],
  ['answered: failed', answered('a', 'failed'), { sending: 'stopped', looking: 'stopped' }],
  ['answered: unknown', answered('a', 'unknown'), { sending: 'unknown', looking: 'unknown' }],
  ['answered: another', answered('z', 'created'), {}],
  ['the call failed', failed('a'), { sending: 'stopped', looking: 'unknown' }],
  ['another call failed', failed('z'), {}],
  ['reopened', reopened(recordOf('a', 'unknown')), {}],
]

describe.each(transitions)('%s', (_, event, leads) => {
  it.each(Object.keys(states) as Standing['state'][])('in the state %s', (state) => {
    const before = states[state]
    expect(before.standing.state).toBe(state)
    const next = reduceSubmission(before, event)
    if (leads[state]) expect(next.standing.state).toBe(leads[state])
    else expect(next).toBe(before)
    if (leads[state]) expect(next).not.toBe(before)
  })
})

describe('an intent', () => {
  it('is sent again under its id while its end is not known', () => {
    const asked = after([send('a'), failed('a'), send('b')])
    expect(asked.standing).toMatchObject({ state: 'sending', create: { id: 'a', ...wanted } })
    const uncertain = after([send('a'), answered('a', 'unknown'), send('b')])
    expect(uncertain.standing).toMatchObject({ create: { id: 'a' } })
  })

  it('is given back when its create is known to have failed, or by the person', () => {
    expect(states.stopped.intents).toEqual({})
    expect(after([giveUp], states.unknown).intents).toEqual({})
    expect(after([giveUp, send('b')], states.unknown).standing).toMatchObject({ create: { id: 'b' } })
  })

  it('is one for each thing that it is for, and giving one up leaves the others', () => {
    const both = after([send('a', 'acme'), failed('a'), send('b', 'store'), answered('b', 'unknown')])
    expect(both.intents).toEqual({ acme: 'a', store: 'b' })
    expect(reduceSubmission(both, giveUp).intents).toEqual({ acme: 'a' })
  })
})

describe('an uncertain create', () => {
  it('tells when it was last looked for without an answer, and no time before that', () => {
    expect(states.unknown.standing).toMatchObject({ triedAt: null })
    expect(after([answered('a', 'unknown')], states.looking).standing).toMatchObject({ triedAt: at })
  })

  it('keeps what stood in the way of looking, until it is looked for again', () => {
    const stuck = after([failed('a')], states.looking)
    expect(stuck.standing).toMatchObject({ state: 'unknown', problem: { code: 'key_missing' } })
    expect(reduceSubmission(stuck, look).standing).toMatchObject({ state: 'looking', problem: null })
  })
})

describe('a draft that is reopened', () => {
  const kept = beginSubmission({ draft: 'a' })
  const open = (record: LinkRecord) => reduceSubmission(kept, reopened(record))

  it('is as uncertain as it was', () => {
    expect(open(recordOf('a', 'unknown'))).toEqual({
      intents: { draft: 'a' },
      standing: {
        state: 'unknown',
        record: recordOf('a', 'unknown'),
        request: { title: 'Summer sale' },
        problem: null,
        triedAt: null,
      },
    })
  })

  it('waits for a create that is still under way, under its own id', () => {
    expect(open(recordOf('a', 'pending')).standing).toEqual({
      state: 'sending',
      create: { id: 'a', ...wanted },
    })
  })

  it('says that the link was made, and that one draft makes no second without a word', () => {
    expect(open(recordOf('a', 'created')).standing).toMatchObject({ state: 'made' })
    expect(open(recordOf('a', 'created')).intents).toEqual({ draft: 'a' })
  })

  it('may be sent anew when nothing was made', () => {
    expect(open(recordOf('a', 'failed'))).toMatchObject({ intents: {}, standing: { state: 'stopped' } })
  })

  it('with a damaged entry stays uncertain, and of another one it learns nothing', () => {
    expect(open(recordOf('a', 'unknown', { request: null })).standing).toMatchObject({ request: {} })
    expect(open(recordOf('a', 'pending', { request: null })).standing).toMatchObject({ state: 'unknown' })
    expect(open(recordOf('z', 'created'))).toBe(kept)
  })
})

/** What may happen, in any order: buttons, and whatever the app behind says of what it was asked. */
const step = fc.constantFrom(
  'send',
  'look',
  'giveUp',
  'created',
  'failed',
  'unknown',
  'no answer',
  'late',
  'reopen',
)

describe('whatever is pressed and answered', () => {
  it('no two creates are sent without the word of the person between them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = beginSubmission()
        let fresh = 0
        const sent = new Set<string>()
        /** Ids that may be a link, and that the person has said nothing about. */
        const open = new Set<string>()
        for (const name of steps) {
          const before = now
          const { standing } = before
          const waiting = waitedFor(standing)
          const event = eventOf(name, waiting, `id ${++fresh}`, [...sent][0] ?? 'none')
          now = reduceSubmission(now, event)
          if (name === 'giveUp' && now !== before && 'record' in standing) open.delete(standing.record.id)
          for (const id of provenNotMade(event, waiting)) open.delete(id)
          if (now.standing.state === 'sending' && before.standing.state !== 'sending') {
            const { id } = now.standing.create
            sent.add(id)
            open.add(id)
          }
          expect(open.size, 'creates that may have made a link').toBeLessThanOrEqual(1)
          if (isWaiting(standing) && isWaiting(now.standing)) expect(now).toBe(before)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

function waitedFor(standing: Standing): string | null {
  if (standing.state === 'sending') return standing.create.id
  return standing.state === 'looking' ? standing.record.id : null
}

function provenNotMade(event: SubmissionEvent, waiting: string | null): string[] {
  if (event.type !== 'answered' || event.record.state !== 'failed') return []
  return event.record.id === waiting ? [waiting] : []
}

function eventOf(name: string, waiting: string | null, freshId: string, first: string): SubmissionEvent {
  const id = waiting ?? first
  switch (name) {
    case 'send':
      return send(freshId)
    case 'look':
      return look
    case 'giveUp':
      return giveUp
    case 'no answer':
      return failed(id)
    case 'late':
      return answered(first, 'failed')
    case 'reopen':
      return reopened(recordOf(first, 'created'))
    default:
      return answered(id, name as RecordState)
  }
}
