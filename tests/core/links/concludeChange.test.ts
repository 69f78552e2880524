import { expect, it } from 'vitest'
import { ok } from '../../../contract/app/problems/result.ts'
import { findInHistory } from '../../../core/links/change/concludeChange.ts'

it('a change stays undecided if the history is too long to be read', async () => {
  let time = Date.parse('2999-01-01T00:00:00Z')
  const client = {
    history: () => {
      const at = new Date((time -= 1_000)).toISOString()
      return Promise.resolve(ok({ history: [{ at, by: null, fields: {} }], next: at }))
    },
    lookup: () => Promise.reject(new Error('It was looked up.')),
  }
  const version = { etag: '"1"', updatedAt: '2026-01-01T00:00:00.000Z' }
  const change = { path: 'Ab3dEf7', patch: { title: 'New' }, version }
  const destination = { profile: null, baseUrl: '', key: '', environment: 'development' as const }
  expect(await findInHistory({ client }, change, destination)).toMatchObject({
    problem: { code: 'answer_unreadable' },
  })
})
