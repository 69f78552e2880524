import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { operation } from '../../../../contract/app/calls/app/activity.ts'
import type { ActivityEntry } from '../../../../contract/app/calls/app/activity.ts'
import { ActivityTable } from '../../../../renderer/screens/activity/ActivityTable.tsx'
import { operationNames } from '../../../../renderer/screens/activity/request.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

/** One request of each operation. Some failed. */
const entries = operation.options.map((name, index): ActivityEntry => ({
  id: index + 1,
  time: '2026-01-02T10:11:12.000Z',
  operation: name,
  profileId: null,
  profileName: 'Acme',
  environment: 'development',
  method: 'GET',
  url: 'https://links.example.com/api/v1/sdk/x',
  status: index % 2 === 0 ? 200 : 401,
  code: index % 2 === 0 ? null : 'key_refused',
  durationMs: 12,
  bytes: 345,
  attempt: 1,
}))

test.each([1280, 1000, 900, 640])(
  'all rows of the activity have the same height and show the whole operation, %i pixels wide',
  async (width) => {
    await page.viewport(width, 800)
    await show(withSession(<ActivityTable entries={entries} />))
    const rows = [...document.querySelectorAll('tbody tr')]
    expect(rows).toHaveLength(entries.length)
    const heights = rows.map((row) => Math.round(row.getBoundingClientRect().height))
    expect(new Set(heights).size, heights.join(', ')).toBe(1)
    for (const cell of document.querySelectorAll('tbody td:nth-child(2)'))
      expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth)
  },
)

test('the environment of a request has the name that it has everywhere, or the value that its profile sends', async () => {
  const [entry] = entries
  if (!entry) throw new Error('There are no entries.')
  const sandboxEntry = { ...entry, id: 99, environment: 'sandbox' }
  await show(withSession(<ActivityTable entries={[{ ...entry, environment: 'production' }, sandboxEntry]} />))
  await expect.element(page.getByText('Production', { exact: true })).toBeVisible()
  await expect.element(page.getByText('sandbox', { exact: true })).toBeVisible()
})

test('the address of a request shows the link and what was requested, and its host', async () => {
  await page.viewport(1280, 800)
  const url = 'https://links.example.com/api/v1/sdk/link/abcDEF12345/history?before=2026'
  await show(withSession(<ActivityTable entries={entries.slice(0, 1).map((entry) => ({ ...entry, url }))} />))
  const address = page.getByText('abcDEF12345/history', { exact: true })
  await expect.element(address).toBeVisible()
  expect(address.element().scrollWidth).toBeLessThanOrEqual(address.element().clientWidth)
  await expect.element(page.getByText('links.example.com', { exact: true })).toBeVisible()
})

test('every operation is named as an action', () => {
  expect(Object.values(operationNames)).toEqual([
    'Create',
    'Look up',
    'Change',
    'Load history',
    'Load visits',
    'Test connection',
    'Links of the team',
    'Invite a colleague',
    'Accept invitation',
    'Load rules',
    'Check app links',
    'Show an image',
  ])
})
