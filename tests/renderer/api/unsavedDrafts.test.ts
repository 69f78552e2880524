import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

/** Loads the module in a page that has stored `text` before a reload. */
async function reloadWith(text: string | null) {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('sessionStorage', { getItem: () => text })
  const { unsavedDrafts } = await import('../../../renderer/api/unsavedDrafts.ts')
  return unsavedDrafts()
}

const draft = { id: 'a', form: { values: {}, intent: null }, savedAt: '2026-01-01T00:00:00.000Z' }

test('unsavedDrafts returns the drafts that the page stored before a reload', async () => {
  expect(await reloadWith(JSON.stringify([draft]))).toEqual([draft])
})

test.each([
  null,
  '',
  '{}',
  '[1]',
  '[null]',
  JSON.stringify([draft, { ...draft, id: 1 }]),
  JSON.stringify([{ ...draft, id: '' }]),
  JSON.stringify([{ ...draft, savedAt: undefined }]),
  JSON.stringify([{ ...draft, form: undefined }]),
])('unsavedDrafts is empty after a reload if the page stored %s', async (text) => {
  expect(await reloadWith(text)).toEqual([])
})
