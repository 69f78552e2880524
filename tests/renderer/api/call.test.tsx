import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '../../../contract/app/problems/result.ts'
import { call } from '../../../renderer/api/call.ts'

afterEach(() => {
  window.dispatchEvent(new Event('pageshow'))
  vi.restoreAllMocks()
})

const save = (title: string) => call('drafts.save', { id: 'a', form: { values: { title }, intent: null } })

// Chromium rejects a longer `keepalive` request, so that its draft would never be sent.
test.each([
  ['short text', 'Sommer', true],
  ['Latin text within the limit', 'S'.repeat(50_000), true],
  ['Latin text over the limit', 'S'.repeat(60_000), false],
  ['Japanese text over the limit only in bytes', '夏'.repeat(30_000), false],
])('a closing page keeps a request alive only up to the limit in bytes: %s', async (_, title, keepalive) => {
  delete window.desktop
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(ok(null))))
  window.dispatchEvent(new Event('pagehide'))
  expect(await save(title)).toEqual(ok(null))
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(keepalive)
})
