import { expect, it } from 'vitest'
import { parseAnnouncement, formatAnnouncement } from '../../../../contract/service/api/headers.ts'
import { testAddress } from '../../../../contract/service/link/visits.ts'

it('parseAnnouncement reads announced extensions, and none if there are none', () => {
  expect(formatAnnouncement('linkwright/1.0.0', [])).toBe('linkwright/1.0.0')
  const header = formatAnnouncement('linkwright/1.0.0', ['visits', 'lookup'])
  expect(parseAnnouncement(header)).toEqual({ product: 'linkwright/1.0.0', extensions: ['visits', 'lookup'] })
  expect(parseAnnouncement('linkwright/0.9.0')).toEqual({ product: 'linkwright/0.9.0', extensions: [] })
  expect(parseAnnouncement(undefined)).toEqual({ product: '', extensions: [] })
})

it.each([
  ['https://links.example.com/abc', 'https://links.example.com/abc?linkwright-test'],
  ['https://links.example.com/abc?a=b', 'https://links.example.com/abc?a=b&linkwright-test'],
  ['https://links.example.com/abc#x', 'https://links.example.com/abc?linkwright-test#x'],
])('a test visit of %s goes to %s', (link, address) => expect(testAddress(link)).toBe(address))
