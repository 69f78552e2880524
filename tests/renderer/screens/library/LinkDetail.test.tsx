import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { useLinkRecord } from '../../../../renderer/api/links.ts'
import { LinkDetail } from '../../../../renderer/screens/library/LinkDetail.tsx'
import { LocalFields } from '../../../../renderer/screens/library/LocalFields.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

beforeEach(() => page.viewport(1280, 800))

const id = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'
const link = 'https://go.example/Ab3'
const destination = 'https://shop.example.com/summer'

function createRecord(overrides: object = {}): LinkRecord {
  const request = { title: 'Poster', desktop_custom_redirect: { url: destination } }
  return {
    ...{ id, state: 'created', profileId: 'acme', profileName: 'Acme', environment: 'development' },
    ...{ request, promotedFrom: null, link, path: 'Ab3', problem: null, answer: null },
    stored: parseRemoteLink(JSON.stringify({ ...request, active: true, ...overrides })),
    ...{ differences: [], checkedAt: null, createdAt: '2026-11-25T09:00:00.000Z' },
  }
}

/** A change that the service rejected. */
const rejected = {
  ...{ id: '5d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11', link: id, version: { etag: '"1"', updatedAt: null } },
  ...{ patch: { title: 'Mine' }, state: 'failed', back: {}, after: null, differences: [] },
  ...{ problem: { code: 'connection_refused' }, madeAt: '2026-11-25T09:00:00.000Z' },
}

async function showDetail(record: LinkRecord, openChange: unknown = null) {
  const profiles = createAppState().profiles.map((profile) => ({
    ...profile,
    reportsVisits: true,
    canChangeLinks: true,
  }))
  await show(withSession(<LinkDetail record={record} close={() => undefined} />, { profiles }), {
    'changes.open': () => ({ ok: true, value: openChange }),
    'checks.history': () => ({ ok: true, value: [] }),
  })
}

/** Returns the given texts in their order on the page. */
function sortByPosition(texts: string[]): string[] {
  const pageText = document.body.innerText
  return texts.toSorted((a, b) => pageText.indexOf(a) - pageText.indexOf(b))
}

const parts = ['Copy link', 'Visits', 'Only in your library', 'Change this link', 'Last checked']

test('a link shows its destination, visits and tags before changes and the rest', async () => {
  await showDetail(createRecord())
  await expect.element(page.getByRole('button', { name: 'Switch off' })).toBeVisible()
  const order = [link, destination, ...parts]
  expect(sortByPosition(order)).toEqual(order)
  expect(page.getByRole('button', { name: /^Check/ }).elements()).toHaveLength(1)
})

test('a change that was not applied is shown before visits and tags', async () => {
  await showDetail(createRecord(), rejected)
  await expect.element(page.getByText(/^Your change from .* wasn’t applied$/)).toBeVisible()
  const order = ['Copy link', 'Change this link', 'Visits', 'Only in your library', 'Last checked']
  expect(sortByPosition(order)).toEqual(order)
})

test('a link that is switched off says so above its destination', async () => {
  await showDetail(createRecord({ active: false }))
  await expect.element(page.getByText('Switched off', { exact: true }).first()).toBeVisible()
  const order = ['Switched off', destination, 'Copy link', 'Visits']
  expect(sortByPosition(order)).toEqual(order)
})

function StoredLocalFields() {
  const { data } = useLinkRecord(id)
  return data ? <LocalFields record={data} /> : null
}

test('a note that couldn’t be saved stays in its field and is saved by leaving it', async () => {
  let canSave = false
  const failure = { ok: false, problem: { code: 'storage_failed' } }
  const calls = await show(<StoredLocalFields />, {
    'links.get': () => ({ ok: true, value: createRecord() }),
    'library.facets': () => ({ ok: true, value: { values: [], sampled: false } }),
    'library.mark': () => (canSave ? { ok: true, value: { links: 1 } } : failure),
  })
  const inputs = (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input)
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('On the poster')
  await expect.poll(() => inputs('library.mark')).toHaveLength(1)
  await expect.poll(() => inputs('links.get')).toHaveLength(2)
  // Rendered after the record was read again.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(note).toHaveValue('On the poster')
  canSave = true
  await userEvent.tab()
  await expect.poll(() => inputs('library.mark')).toHaveLength(2)
  expect(inputs('library.mark')[1]).toMatchObject({ change: { note: 'On the poster' } })
})

test('a note is saved when the window closes right after the last keystroke', async () => {
  const startTimer = window.setTimeout.bind(window)
  // The delay after a keystroke never ends.
  const timer = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void, ms: number) =>
      ms === 600 ? 0 : startTimer(run, ms)) as unknown as typeof setTimeout)
  onTestFinished(() => timer.mockRestore())
  const calls = await show(<StoredLocalFields />, {
    'links.get': () => ({ ok: true, value: createRecord() }),
    'library.facets': () => ({ ok: true, value: { values: [], sampled: false } }),
    'library.mark': () => ({ ok: true, value: { links: 1 } }),
  })
  await page.getByRole('textbox', { name: 'Note' }).fill('On the poster')
  dispatchEvent(new Event('pagehide'))
  await expect
    .poll(() => calls.filter(([name]) => name === 'library.mark').map(([, input]) => input))
    .toMatchObject([{ change: { note: 'On the poster' } }])
  dispatchEvent(new Event('pageshow'))
})
