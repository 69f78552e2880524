import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Check } from '../../../../contract/app/link/check.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { useCheckLink } from '../../../../renderer/api/checks.ts'
import { CheckAgain, CheckResultText } from '../../../../renderer/features/record/CheckAgain.tsx'
import { LinkHistory } from '../../../../renderer/features/change/LinkHistory.tsx'
import { checkSentence } from '../../../../renderer/features/record/checkSentence.ts'
import { formatTime, formatTimeExact } from '../../../../renderer/ui/formatTime.ts'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const record: LinkRecord = {
  id: '4d9f3c52-6c0e-4d0c-9d0f-000000000001',
  ...{ state: 'created', environment: 'production', profileId: 'acme', profileName: 'Acme' },
  ...{ request: { title: 'Sale' }, promotedFrom: null, problem: null, answer: null, stored: null },
  ...{ link: 'https://links.example.com/p1', path: 'p1', differences: [], checkedAt: null },
  createdAt: '2026-11-20T12:00:00.000Z',
  lastCheck: null,
}

const toTime = (day: number) => `2026-11-${String(day).padStart(2, '0')}T09:00:00.000Z`
const createCheck = (overrides: Partial<Check>): Check => ({
  ...{ outcome: 'same', changes: [], firstAt: toTime(23), lastAt: toTime(23), times: 1 },
  ...overrides,
})
const campaign = { field: 'tracking_campaign', before: 'spring', now: 'summer' }

function CheckedLink({ record }: { record: LinkRecord }) {
  const checking = useCheckLink()
  return (
    <>
      <CheckAgain record={record} checking={checking} />
      <CheckResultText record={record} checking={checking} />
      <LinkHistory record={record} profile={undefined} level={2} />
    </>
  )
}

/** Renders a link with these check results, one after the other. */
async function showChecked(
  checks: Check[],
  earlierChecks: Check[] = [],
  overrides: Partial<LinkRecord> = {},
) {
  const history = [...earlierChecks]
  const shownRecord = { ...record, ...overrides }
  return await show(<CheckedLink record={shownRecord} />, {
    'checks.history': () => ({ ok: true, value: [...history] }),
    'checks.one': () => {
      const check = checks.shift()
      if (!check) return { ok: false, problem: { code: 'key_missing' } }
      history.unshift(check)
      return { ok: true, value: { check, record: { ...shownRecord, lastCheck: check.outcome } } }
    },
  })
}

const button = page.getByRole('button', { name: 'Check for changes' })

test('a check shows changes immediately, and the history keeps it', async () => {
  await showChecked(
    [createCheck({ outcome: 'changed', changes: [campaign], firstAt: toTime(24), lastAt: toTime(24) })],
    [createCheck({})],
  )
  await expect.element(page.getByText('No changes', { exact: true })).toBeVisible()
  await userEvent.tab()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const answer = page.getByRole('status')
  await expect.element(answer.getByText('The link has changed')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Campaign spring summer' })).toBeVisible()
  await expect.element(page.getByText('Campaign changed from spring to summer')).toBeVisible()
  await expect.element(page.getByText(formatTimeExact(toTime(24)))).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test.each([
  ['same', 'No changes'],
  ['inactive', 'The link is off'],
  ['gone', 'The link no longer exists'],
] as const)('a link that is %s says so', async (outcome, message) => {
  await showChecked([createCheck({ outcome })])
  await button.click()
  await expect.element(page.getByRole('status').getByText(message)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a link that is switched on after a check is no longer shown as off', async () => {
  const off = createCheck({ outcome: 'inactive' })
  function SwitchedLink() {
    const [isOn, setIsOn] = useState(false)
    return (
      <>
        <CheckedLink record={{ ...record, lastCheck: isOn ? 'same' : 'inactive' }} />
        <button onClick={() => setIsOn(true)}>Switch on</button>
      </>
    )
  }
  await show(<SwitchedLink />, {
    'checks.history': () => ({ ok: true, value: [off] }),
    'checks.one': () => ({ ok: true, value: { check: off, record } }),
  })
  await button.click()
  await expect.element(page.getByRole('status').getByText('The link is off')).toBeVisible()
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(page.getByRole('status')).not.toBeInTheDocument()
})

test('a failed check says why, and that the link was not checked', async () => {
  await showChecked([])
  await button.click()
  await expect.element(page.getByText('The link couldn’t be checked.')).toBeVisible()
})

test('a link found to be gone still says so later', async () => {
  await showChecked([], [createCheck({ outcome: 'gone' })], { lastCheck: 'gone' })
  await expect.element(page.getByText('The link no longer exists')).toBeVisible()
})

test('an earlier result is not shown for a link that was switched off or ended since', async () => {
  await showChecked([], [createCheck({})], { lastCheck: 'inactive' })
  await expect.element(page.getByRole('listitem').getByText('No changes')).toBeVisible()
  expect(page.getByText('The service returns the same values', { exact: false }).query()).toBeNull()
})

test('a link that was never created cannot be checked', async () => {
  await showChecked([], [], { state: 'failed', path: null })
  expect(button.query()).toBeNull()
})

test('a long check history is shown on demand', async () => {
  const days = [9, 8, 7, 6, 5].map((day) =>
    createCheck({ outcome: 'gone', firstAt: toTime(day), lastAt: toTime(day) }),
  )
  await showChecked([], days)
  await expect.element(page.getByRole('listitem').nth(2)).toBeVisible()
  expect(page.getByRole('listitem').elements()).toHaveLength(3)
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  expect(page.getByRole('listitem').elements()).toHaveLength(5)
})

test.each([
  [createCheck({}), 'No changes'],
  [createCheck({ times: 7, firstAt: toTime(1) }), `No changes, 7 times since ${formatTime(toTime(1))}`],
  [createCheck({ outcome: 'changed', changes: [campaign] }), 'Campaign changed from spring to summer'],
  [
    createCheck({
      outcome: 'changed',
      changes: [
        { ...campaign, before: '' },
        { field: 'desktop_custom_redirect.url', before: 'https://a.example/', now: '' },
        { field: 'active', before: 'no', now: 'yes' },
      ],
    }),
    'Campaign set to summer; Desktop removed, was https://a.example/; switched on again',
  ],
  [
    createCheck({ outcome: 'changed', changes: [{ field: 'title', before: 'Sale', now: 'Summer sale' }] }),
    'Title changed from Sale to “Summer sale”',
  ],
  [
    createCheck({ outcome: 'inactive', changes: [{ field: 'active', before: 'yes', now: 'no' }, campaign] }),
    'Off; Campaign changed from spring to summer',
  ],
  [createCheck({ outcome: 'gone' }), 'No longer exists on the service'],
])('a check is described in plain words', (check, sentence) => {
  expect(checkSentence(check)).toBe(sentence)
})
