import { expect, test } from 'vitest'
import { describeEnd } from '../../../../contract/app/jobs/endedJob.ts'
import type { Job } from '../../../../contract/app/jobs/job.ts'

const run = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
const job: Job = {
  id: '4d9f3c52-6c0e-4d0c-9d0f-000000000002',
  kind: 'run',
  run,
  state: 'finished',
  done: 3,
  total: 3,
  counts: { created: 2, failed: 1 },
  problem: null,
  startedAt: '2026-11-20T10:00:00.000Z',
}

test('a run that has ended is announced with its counts, and leads to its page', () => {
  expect(describeEnd(job)).toEqual({
    title: 'Creating links',
    text: '2 links created, 1 failed.',
    path: `/bulk/${run}`,
  })
})

test('the first link of a run is announced as one to review', () => {
  const counts = { created: 1, failed: 0, unknown: 0, waiting: 119 }
  expect(describeEnd({ ...job, counts })?.text).toBe(
    'The first link is created. Review it, and then create the other 119.',
  )
})

test('a run that was stopped says why', () => {
  const end = describeEnd({ ...job, state: 'failed', problem: { code: 'key_missing' } })
  expect(end?.title).toBe('Creating links has stopped')
  expect(end?.text).toMatch(/^.+[^.]\. 2 links created, 1 failed\.$/)
})

test('an import leads to the list', () => {
  const { id, state, done, total, problem, startedAt } = job
  const ended = { id, state, done, total, problem, startedAt }
  expect(describeEnd({ ...ended, kind: 'import', counts: { new: 812, known: 30 } })).toEqual({
    title: 'Importing links',
    text: '812 added. 30 were there already.',
    path: '/links',
  })
})

test.each([
  ['running', 'run'],
  ['cancelled', 'run'],
  ['finished', 'export'],
  ['finished', 'readVisits'],
] as const)('%s: %s is not announced', (state, kind) => {
  expect(describeEnd({ ...job, state, kind })).toBeNull()
})
