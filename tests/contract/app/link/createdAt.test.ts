import { expect, it } from 'vitest'
import { getCreatedAt, parseExportedTime } from '../../../../contract/app/link/createdAt.ts'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'

const addedAt = '2026-11-22T02:34:00.000Z'
const storedWith = (members: object) => parseRemoteLink(JSON.stringify({ path: 'Ab3', ...members }))

it('a link created by the app has the time of its request', () => {
  expect(
    getCreatedAt({ createdAt: addedAt, stored: storedWith({ created_at: '2020-01-01T00:00:00Z' }) }),
  ).toBe(addedAt)
})

it('an added link has the creation time of its service, not the time of its addition', () => {
  const added = { added: true, createdAt: addedAt } as const
  expect(getCreatedAt({ ...added, stored: storedWith({ created_at: '2024-05-01T10:00:00.000Z' }) })).toBe(
    '2024-05-01T10:00:00.000Z',
  )
  for (const created_at of ['yesterday', 7, null]) {
    expect(getCreatedAt({ ...added, stored: storedWith({ created_at }) })).toBeNull()
  }
  expect(getCreatedAt({ ...added, stored: null })).toBeNull()
})

it.each([
  ['2024-01-01', '2024-01-01T00:00:00.000Z'],
  ['2024-01-01 12:30:05', '2024-01-01T12:30:05.000Z'],
  ['2023-05-04T12:30:00+0200', '2023-05-04T10:30:00.000Z'],
  ['2023-05-04T12:30:00.123456Z', '2023-05-04T12:30:00.123Z'],
  ['1704067200', '2024-01-01T00:00:00.000Z'],
  ['1704067200000', '2024-01-01T00:00:00.000Z'],
  ['05/04/2023', null],
  ['2023-13-40', null],
  ['2026', null],
  ['', null],
])('the exported time “%s” is read only if it is unambiguous', (text, time) => {
  expect(parseExportedTime(text)).toBe(time)
})
