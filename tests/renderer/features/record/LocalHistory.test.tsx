import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalVersion } from '../../../../contract/calls/library.ts'
import { LocalHistory } from '../../../../renderer/features/record/LocalHistory.tsx'
import { describeVersion } from '../../../../renderer/features/record/describeVersion.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

// Messages outlive their test.
beforeEach(() => notifications.clean())

const id = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
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
      <LocalHistory id={id} />
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
  await page.getByRole('button', { name: 'Show 1 earlier' }).click()
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
        {isOpen && <LocalHistory id={id} />}
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
      <LocalHistory id={id} />
      <p>Below</p>
    </>,
    { 'library.versions': () => ({ ok: true, value: { versions: [] } }) },
  )
  await expect.element(page.getByText('Below')).toBeVisible()
  expect(page.getByRole('heading').elements()).toEqual([])
})

test.each([
  ['Note removed; Starred', starredVersion, taggedVersion],
  ['Tag “spring” added; Tag “all” removed', taggedVersion, notedVersion],
  ['Note: “On the poster”', notedVersion, firstVersion],
  ['Before these changes', firstVersion, undefined],
])('a change in the history of a link reads “%s”', (text, version, earlier) => {
  expect(describeVersion(version, earlier)).toBe(text)
})
