import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BackupsPanel } from '../../../../renderer/screens/settings/backups/BackupsPanel.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const backup = {
  name: '2026-11-20T08-15-00-123Z-library-of-the-day.db',
  madeAt: '2026-11-20T08:15:00.123Z',
  links: 1_200,
}
const newest = Array.from({ length: 100 }, (_, index) => ({
  id: `id-${index}`,
  title: `Summer ${index}`,
  link: `https://l.example/p${index}`,
  createdAt: '2026-11-19T10:00:00.000Z',
}))
const ok = (value: unknown) => ({ ok: true, value })

/** Renders the panel with an app that has one backup, with links missing from the library. */
async function showPanel(preview: object, moreAnswers: Record<string, (input: never) => unknown> = {}) {
  return await show(
    <>
      <Toaster />
      <BackupsPanel />
    </>,
    {
      'backups.list': () => ok([{ ...backup, adds: 112 }]),
      'backups.preview': () => ok(preview),
      'jobs.list': () => ok([]),
      ...moreAnswers,
    },
  )
}

const preview = { links: 112, drafts: 1, presets: 2, views: 1, runs: 0, rules: 0, newest }
const previewButton = page.getByRole('button', { name: /^Preview the backup of/ })
const restoreButton = page.getByRole('button', {
  name: 'Restore 112 links, 1 draft, 2 presets and 1 saved view',
})

test('backups stay if they can’t be read again, with the reason and another try', async () => {
  const list = ok([{ ...backup, adds: 112 }])
  const answers: unknown[] = [list, { ok: false, problem: { code: 'storage_failed' } }]
  await showPanel(preview, {
    'backups.list': () => answers.shift() ?? list,
    'backups.make': () => ok({ backup: null, cancelled: true }),
  })
  await expect.element(previewButton).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(previewButton).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a restore by keyboard first shows what it adds, then restores and confirms it', async () => {
  const calls = await showPanel(preview, { 'backups.restore': () => ok({ links: 112 }) })
  await expect.element(page.getByRole('row', { name: /1,200 112 links/ })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(page.getByText('Summer 0', { exact: true })).toBeVisible()
  await expect.element(page.getByText('And 12 older links.')).toBeInTheDocument()
  await expect.element(page.getByText(/Nothing in your library is changed or removed/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(calls.filter(([name]) => name === 'backups.restore')).toEqual([])
  restoreButton.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('112 links, 1 draft, 2 presets and 1 saved view restored'))
    .toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(calls).toContainEqual(['backups.restore', { backup: backup.name }])
})

test('a backup that can’t be read stays in the list, without a preview', async () => {
  await show(<BackupsPanel />, { 'backups.list': () => ok([{ ...backup, links: null, adds: null }]) })
  await expect.element(page.getByRole('row', { name: /Can’t be read: it is damaged/ })).toBeVisible()
  expect(previewButton.elements()).toEqual([])
  expect(await findAxeViolations()).toEqual([])
})

test('a cancelled restore shows its progress even if its dialog was closed', async () => {
  let finish: (result: unknown) => void = () => undefined
  const restoring = new Promise((resolve) => (finish = resolve))
  await showPanel(preview, { 'backups.restore': () => restoring })
  await previewButton.click()
  await restoreButton.click()
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  finish(ok({ links: 40 }))
  await expect
    .element(page.getByText('40 of 112 links restored. Restore again to add the rest.'))
    .toBeVisible()
})

test('a backup with nothing new offers no restore', async () => {
  await showPanel({ links: 0, drafts: 0, presets: 0, views: 0, runs: 0, newest: [] })
  await previewButton.click()
  await expect.element(page.getByText('Everything in this backup is already in your library.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Restore/ })).not.toBeInTheDocument()
})

test('an unusable backup is reported', async () => {
  await showPanel(preview, {
    'backups.restore': () => ({ ok: false, problem: { code: 'backup_not_usable' } }),
  })
  await previewButton.click()
  await restoreButton.click()
  await expect.element(page.getByText('This backup can’t be restored')).toBeVisible()
})

test.each([
  [{ backup, cancelled: false }, '1,200 links backed up.'],
  [{ backup: null, cancelled: true }, 'Cancelled. No backup was made.'],
  [{ backup: null, cancelled: false }, 'There are no links to back up yet.'],
])('a manual backup shows its result: %o', async (value, message) => {
  const calls = await showPanel(preview, { 'backups.make': () => ok(value) })
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  // The backups are fetched again.
  await expect.poll(() => calls.filter(([name]) => name === 'backups.list').length).toBe(2)
})
