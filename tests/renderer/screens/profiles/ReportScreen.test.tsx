import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditedRow } from '../../../../contract/app/rules/check/reportAudit.ts'
import { ReportScreen } from '../../../../renderer/screens/profiles/report/ReportScreen.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const [profile] = createAppState().profiles

const badRow: AuditedRow = {
  ...{ source: 'Twitter', medium: 'Social-Post', campaign: 'Summer Sale', visits: 1_240 },
  isUnassigned: true,
  problems: ['Unassigned in Google Analytics.', '“Summer Sale” is spelled “summer-sale”.'],
  nearest: { source: 'twitter', medium: 'social', campaign: 'summer-sale' },
  ...{ links: 1, latest: '4d9f3c52-6c0e-4d0c-9d0f-000000000001' },
}
const rows: AuditedRow[] = [
  badRow,
  { ...badRow, medium: '', isUnassigned: false, visits: 7, nearest: null, links: 12 },
  { ...badRow, campaign: `a-campaign-with-a-long-name-${'x'.repeat(60)}`, visits: 3, links: 0, latest: null },
]

async function showReport(answers: Parameters<typeof show>[1] = {}) {
  return await show(withSession(profile && <ReportScreen profile={profile} />), {
    'channels.sources': () => ({ ok: true, value: { sources: { social: ['threads'] } } }),
    'channels.saveSources': () => ({ ok: true, value: null }),
    'rules.audit': () => ({ ok: true, value: { rows, checked: 20, visits: 2_000, isCut: false } }),
    ...answers,
  })
}

async function checkReport() {
  await page.getByRole('textbox', { name: 'Report' }).fill('Session source / medium,Sessions')
  await page.getByRole('button', { name: 'Check report' }).click()
  await expect.element(page.getByRole('table')).toBeVisible()
}

test('a pasted report is checked with the profile’s rules, and says where its rows come from', async () => {
  const calls = await showReport()
  await expect.element(page.getByRole('button', { name: 'Check report' })).toBeDisabled()
  await checkReport()
  expect(calls.find(([name]) => name === 'rules.audit')?.[1]).toEqual({
    profileId: profile?.id,
    text: 'Session source / medium,Sessions',
  })
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      '3 of 20 rows and 1,250 of 2,000 visits need a look. Unassigned: 1,243 visits.Save the list',
    )
  const row = page.getByRole('row', { name: /Social-Post.*Summer Sale/ })
  await expect.element(row.first().getByText('Source: twitter')).toBeVisible()
  await expect
    .element(row.first().getByRole('link', { name: '1 link' }))
    .toHaveAttribute('href', expect.stringContaining(badRow.latest ?? '') as string)
  await expect
    .element(page.getByRole('link', { name: '12 links' }))
    .toHaveAttribute('href', expect.stringContaining('campaign=Summer+Sale&source=Twitter') as string)
})

test('a file that is no report is explained', async () => {
  await showReport({ 'rules.audit': () => ({ ok: false, problem: { code: 'sheet_no_report' } }) })
  await page.getByRole('textbox', { name: 'Report' }).fill('x')
  await page.getByRole('button', { name: 'Check report' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('own sources are added one per line, and saved', async () => {
  const calls = await showReport()
  await page.getByText('Sources that Google added later').click()
  const social = page.getByRole('textbox', { name: 'Social' })
  await expect.element(social).toHaveValue('threads')
  await expect.element(page.getByRole('button', { name: 'Save sources' })).toBeDisabled()
  await social.click()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}bluesky')
  await page.getByRole('button', { name: 'Save sources' }).click()
  await expect
    .poll(() => calls.find(([name]) => name === 'channels.saveSources')?.[1])
    .toEqual({ sources: { search: [], shopping: [], social: ['threads', 'bluesky'], video: [] } })
})

test.each([
  [1280, 800],
  [900, 600],
])('a checked report can be read at %d × %d', async (width, height) => {
  await page.viewport(width, height)
  await showReport()
  await checkReport()
  await page.getByText('Sources that Google added later').click()
  await expect.element(page.getByRole('textbox', { name: 'Video' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(await findAxeViolations()).toEqual([])
})
