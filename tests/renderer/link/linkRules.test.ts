import { expect, it } from 'vitest'
import { staysInBrowser } from '../../../renderer/link/linkRules.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'

type RecordFields = Pick<LinkRecord, 'stored' | 'request'>
const fromRequest = (request: NonNullable<LinkRecord['request']>): RecordFields => ({
  stored: null,
  request,
})
const url = 'https://example.com/'

it.each<[string, RecordFields, 'ours' | 'unknown', [boolean, boolean]]>([
  [
    'the link asks only one phone not to open the app',
    fromRequest({
      ios_custom_redirect: { url, open_app_if_installed: false },
      android_custom_redirect: { url, open_app_if_installed: true },
    }),
    'unknown',
    [true, false],
  ],
  [
    'a phone without an address stays in the browser by our defaults',
    fromRequest({ ios_custom_redirect: { url } }),
    'ours',
    [false, true],
  ],
  ['a phone without an address follows an unknown default', fromRequest({}), 'unknown', [false, false]],
  ['nothing is known about the link', { stored: null, request: null }, 'ours', [false, false]],
])('a link stays in the browser only where its rules say so: %s', (_, record, defaults, [ios, android]) => {
  expect(staysInBrowser(record, { defaults })).toEqual({ ios, android })
})
