import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalVersion } from '../../../../contract/app/calls/links/library.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { LinkHistory } from '../../../../renderer/features/change/LinkHistory.tsx'
import { describeVersion } from '../../../../renderer/features/change/useLocalHistory.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

// Messages outlive their test.
beforeEach(() => notifications.clean())

const id = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
const record = { id, profileId: 'acme', environment: 'development', path: 'Ab3' } as LinkRecord
const firstVersion: LocalVersion = { since: null, starred: false, archived: false, note: null, tags: ['all'] }
const notedVersion: LocalVersion = {
  ...firstVersion,
  since: '2026-11-20T09:00:00.000Z',
  note: 'On the poster',
}
const taggedVersion: LocalVersion = { ...notedVersion, since: '2026-11-21T09:00:00.000Z', tags: ['spring'] }
const starredVersion: LocalVersion = {
  ...taggedVersion,
  since: '2026-11-22T09:00:00.000Z',
  starred: true,
  note: null,
}

test('a link’s own history goes back to an earlier note and tags, and back again', async () => {
  const calls = await show(
    <>
      <LinkHistory record={record} profile={undefined} level={2} />
      <Toaster />
    </>,
    {
      'library.versions': () => ({
        ok: true,
        value: { versions: [starredVersion, taggedVersion, notedVersion, firstVersion] },
      }),
      'library.mark': () => ({ ok: true, value: { links: 1 } }),
      'library.undo': () => ({ ok: true, value: { links: 1 } }),
    },
  )
  const items = page.getByRole('listitem')
  await expect.element(items.first()).toBeVisible()
  expect(items.elements()).toHaveLength(3)
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  expect(items.elements()).toHaveLength(4)
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Restore: Note: “On the poster”' }).click()
  const change = {
    starred: false,
    archived: false,
    note: 'On the poster',
    addTags: ['all'],
    removeTags: ['spring'],
  }
  const markInput = () => calls.find(([name]) => name === 'library.mark')?.[1] as { changeId: string }
  await expect.poll(markInput).toMatchObject({ which: { ids: [id] }, change })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => calls.find(([name]) => name === 'library.undo')?.[1])
    .toEqual({ changeId: markInput().changeId })
})

test('an earlier version restored while its link is closed can still be undone', async () => {
  const late = Promise.withResolvers<unknown>()
  function Closable() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <>
        {isOpen && <LinkHistory record={record} profile={undefined} level={2} />}
        <button onClick={() => setIsOpen(false)}>Close</button>
        <Toaster />
      </>
    )
  }
  await show(<Closable />, {
    'library.versions': () => ({ ok: true, value: { versions: [taggedVersion, notedVersion] } }),
    'library.mark': () => late.promise,
  })
  await page.getByRole('button', { name: /^Restore/ }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
  late.resolve({ ok: true, value: { links: 1 } })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
})

test('a link’s own history is hidden before the first change', async () => {
  await show(
    <>
      <LinkHistory record={record} profile={undefined} level={2} />
      <p>Below</p>
    </>,
    { 'library.versions': () => ({ ok: true, value: { versions: [] } }) },
  )
  await expect.element(page.getByText('Below')).toBeVisible()
  expect(page.getByRole('heading').elements()).toEqual([])
})

test('changes on the service and in the library are one list, newest first', async () => {
  const [acme] = createAppState().profiles
  const fields = { title: { from: 'First', to: 'Second' } }
  const entry = (at: string) => ({ at, by: 'default', fields })
  const created = { ...record, state: 'created' } as LinkRecord
  const profile = acme && { ...acme, canChangeLinks: true }
  await show(withSession(<LinkHistory record={created} profile={profile} level={2} />), {
    'library.versions': () => ({
      ok: true,
      value: { versions: [starredVersion, notedVersion, firstVersion] },
    }),
    'changes.history': ({ before }: { before?: string }) => {
      const page =
        before === undefined ? ['2026-11-21T09:00:00.000Z', 'older'] : ['2026-11-19T09:00:00.000Z', null]
      return { ok: true, value: { history: [entry(page[0] ?? '')], next: page[1] } }
    },
  })
  const times = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('time')?.dateTime.slice(0, 10) ?? 'before')
  // Until the service's older changes are loaded, nothing older is shown.
  await expect.poll(times).toEqual(['2026-11-22', '2026-11-21'])
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await page.getByRole('button', { name: 'Load earlier entries' }).click()
  await expect
    .poll(times)
    .toEqual(['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', 'before', 'before'])
})

test.each([
  ['Note removed; Starred', starredVersion, taggedVersion],
  ['Tag “spring” added; Tag “all” removed', taggedVersion, notedVersion],
  ['Note: “On the poster”', notedVersion, firstVersion],
  ['Before the changes in your library', firstVersion, undefined],
])('a change in the history of a link reads “%s”', (text, version, earlier) => {
  expect(describeVersion(version, earlier)).toBe(text)
})
