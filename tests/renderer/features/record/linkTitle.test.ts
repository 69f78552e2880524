import { expect, it } from 'vitest'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { linkTitle } from '../../../../renderer/features/record/linkTitle.ts'

const request = { title: 'Requested' }

it.each([
  ['as stored, if someone else changed it', { request, stored: '{"title":"Stored"}' }, 'Stored'],
  ['as requested, while nothing else is known', { request, stored: null }, 'Requested'],
  ['as requested, if the service doesn’t report it', { request, stored: '{"path":"a"}' }, 'Requested'],
  ['as untitled, if someone else removed it', { request, stored: '{"title":""}' }, 'Untitled link'],
  [
    'as untitled, if nothing of it is visible',
    { request, stored: '{"title":"\u200b \u2060"}' },
    'Untitled link',
  ],
  [
    'shortened, if it is longer than allowed',
    { request, stored: `{"title":"${'a'.repeat(10_000)}"}` },
    `${'a'.repeat(127)}…${'a'.repeat(127)}`,
  ],
  ['as untitled, if it is empty', { request: { title: '' }, stored: null }, 'Untitled link'],
])('a link is titled %s', (_, { request: sent, stored }, title) => {
  expect(linkTitle({ request: sent, stored: stored === null ? null : parseRemoteLink(stored) })).toBe(title)
})
