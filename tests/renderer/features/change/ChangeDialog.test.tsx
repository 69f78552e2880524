import { useState } from 'react'
import { Route, Router } from 'wouter'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ChangeDialog } from '../../../../renderer/features/change/many/ChangeDialog.tsx'
import type { ChosenLinks } from '../../../../renderer/features/change/many/ChangeDialog.tsx'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { emptyView } from '../../../../contract/app/library/emptyView.ts'
import { createRun } from '../../screens/runs/bulk.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const links: ChosenLinks = {
  which: { ids: ['4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'] },
  count: '1 link',
}

/** Shows the dialog with a service that changes links, or with one that doesn't. */
async function open(
  overrides: Partial<ChosenLinks> = {},
  answer?: () => unknown,
  otherAnswers: Record<string, () => unknown> = {},
) {
  history.replaceState(null, '', '#/links')
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  const profiles = [
    { ...profile, kind: 'remote', canChangeLinks: true } as const,
    { ...profile, kind: 'remote', canChangeLinks: true, id: 'second', name: 'Second' } as const,
    { ...profile, id: 'other', name: 'Other' },
  ]
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    return isOpen && <ChangeDialog links={{ ...links, ...overrides }} close={() => setIsOpen(false)} />
  }
  return await show(
    <Router hook={useHashPath} searchHook={useHashPath.searchHook}>
      <h1>Links</h1>
      {withSession(
        <>
          <Page />
          <Toaster />
        </>,
        { profiles },
      )}
      <Route path="/bulk/:id">
        <p>The run</p>
      </Route>
    </Router>,
    {
      'jobs.list': () => ({ ok: true, value: [] }),
      'runs.prepare': answer ?? (() => ({ ok: true, value: createRun([]) })),
      ...otherAnswers,
    },
  )
}

const sendButton = () => page.getByRole('button', { name: 'Preview changes' })
const preparedInputs = (calls: Awaited<ReturnType<typeof open>>) =>
  calls.filter(([name]) => name === 'runs.prepare').map(([, input]) => input)

test('a new address opens the dry run, and nothing is sent until it is valid', async () => {
  const calls = await open({ environment: 'production' })
  await expect.element(page.getByRole('dialog', { name: 'Change 1 link' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Destination' })).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('New destination').fill('shop')
  await expect.element(sendButton()).toBeDisabled()
  await page.getByLabelText('New destination').fill(' https://example.com/new ')
  await sendButton().click()
  await expect.element(page.getByText('The run')).toBeVisible()
  expect(preparedInputs(calls)).toMatchObject([
    {
      profileId: 'acme',
      environment: 'production',
      source: {
        kind: 'same',
        which: links.which,
        change: { address: 'https://example.com/new', patch: {} },
      },
    },
  ])
})

test.each([
  ['Switch off', { active: false }],
  ['Switch on', { active: true }],
  ['Remove end date', { active_until: null }],
])('the change “%s” needs no further input', async (label, patch) => {
  const calls = await open()
  await page.getByLabelText(label, { exact: true }).click()
  await sendButton().click()
  await expect
    .poll(() => preparedInputs(calls))
    .toMatchObject([{ source: { kind: 'same', change: { patch } } }])
})

test('a campaign is set for all links, and an empty one removes it', async () => {
  const calls = await open()
  await page.getByLabelText('Campaign', { exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Campaign' }).fill('autumn')
  await sendButton().click()
  await expect
    .poll(() => preparedInputs(calls))
    .toMatchObject([{ source: { change: { patch: { tracking_campaign: 'autumn' } } } }])
})

const rulesOf = (rules: Record<string, unknown>) => ({
  'rules.get': () => ({ ok: true, value: { rules: trackingRules.parse(rules), source: null } }),
})

test('a campaign that is built from parts is asked for in its parts, and sent if it fits the rules', async () => {
  const builtName = {
    template: '{year}-{market}-{name}',
    lists: { market: ['de', 'at'] },
  }
  const calls = await open({}, undefined, rulesOf({ campaign: { builtName, lowerCase: true } }))
  await page.getByRole('radio', { name: 'Campaign' }).click()
  await page.getByRole('combobox', { name: 'Campaign: market' }).fill('fr')
  await page.getByRole('combobox', { name: 'Campaign: name' }).fill('Spring')
  await expect.element(sendButton()).toBeDisabled()
  await page.getByRole('combobox', { name: 'Campaign: market' }).fill('de')
  await sendButton().click()
  const value = `${new Date().getFullYear()}-de-spring`
  await expect
    .poll(() => preparedInputs(calls))
    .toMatchObject([{ source: { change: { patch: { tracking_campaign: value } } } }])
})

test('a campaign or tag that breaks a rule says so with the value that was meant, and isn’t sent', async () => {
  const rules = rulesOf({ campaign: { values: ['spring', 'summer'] }, tags: { values: ['print', 'poster'] } })
  await open({}, undefined, rules)
  await page.getByRole('radio', { name: 'Campaign' }).click()
  await page.getByRole('combobox', { name: 'Campaign' }).fill('sprin')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText(/“sprin” is not one of the campaigns in the list/)).toBeVisible()
  await expect.element(sendButton()).toBeDisabled()
  await page.getByRole('button', { name: 'Use “spring”' }).click()
  await expect.element(sendButton()).toBeEnabled()
  await page.getByRole('radio', { name: 'Find and replace' }).click()
  await page.getByRole('combobox', { name: 'Where' }).click()
  await page.getByRole('option', { name: 'Tag' }).click()
  await page.getByRole('textbox', { name: 'Tag' }).fill('old')
  await page.getByRole('textbox', { name: 'Replace with' }).fill('postr')
  await expect.element(sendButton()).toBeDisabled()
  await page.getByRole('button', { name: 'Use “poster”' }).click()
  await expect.element(sendButton()).toBeEnabled()
})

test('a list of campaigns that depends on another field of a link is left to the preview', async () => {
  const dependent = { on: 'source', lists: [{ value: 'flyer', values: ['spring'] }] }
  await open({}, undefined, rulesOf({ campaign: { values: ['summer'], dependent } }))
  await page.getByRole('radio', { name: 'Campaign' }).click()
  await page.getByRole('combobox', { name: 'Campaign' }).fill('spring')
  await expect.element(sendButton()).toBeEnabled()
})

test('the parameters of visitors are passed on, dropped, or left to the project', async () => {
  const calls = await open()
  await page.getByLabelText('Parameters of visitors').click()
  await expect.element(sendButton()).toBeDisabled()
  await page.getByRole('combobox', { name: /^Parameters that visitors bring/ }).click()
  await page.getByRole('option', { name: 'As the project says' }).click()
  await sendButton().click()
  await expect
    .poll(() => preparedInputs(calls))
    .toMatchObject([{ source: { kind: 'same', change: { patch: { pass_query: null } } } }])
})

test('an end time must be in the future, in the user’s time zone', async () => {
  const calls = await open()
  await page.getByLabelText('Set end date').click()
  await page.getByLabelText('Active until', { exact: true }).fill('2001-01-01T12:00')
  await expect.element(page.getByText(/This time has passed/)).toBeVisible()
  await expect.element(sendButton()).toBeDisabled()
  await page.getByLabelText('Active until', { exact: true }).fill('2999-01-01T12:00')
  const end = new Date('2999-01-01T12:00').toISOString()
  await expect
    .element(page.getByText(new RegExp(`\\(${end.slice(0, 16).replace('T', ' ')} UTC\\)`)))
    .toBeVisible()
  await sendButton().click()
  await expect
    .poll(() => preparedInputs(calls))
    .toMatchObject([{ source: { kind: 'same', change: { patch: { active_until: end } } } }])
})

test('only profiles whose service changes links can be chosen', async () => {
  await open({ profileId: 'other' })
  await expect.element(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('Acme')
  await page.getByRole('combobox', { name: 'Profile' }).click()
  await expect.element(page.getByRole('option', { name: 'Acme' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Second' })).toBeVisible()
  expect(page.getByRole('option').elements()).toHaveLength(2)
})

test('a run that can’t be prepared keeps the dialog with the reason', async () => {
  await open({}, () => ({ ok: false, problem: { code: 'changes_not_offered' } }))
  await page.getByLabelText('Switch off', { exact: true }).click()
  await sendButton().click()
  await expect.element(page.getByText('Nothing was changed.')).toBeVisible()
  await expect.element(sendButton()).toBeEnabled()
})

test('a dry run whose dialog is closed continues, and a notice opens it', async () => {
  const preparation = Promise.withResolvers<unknown>()
  await open({}, () => preparation.promise)
  await page.getByLabelText('Switch off', { exact: true }).click()
  await sendButton().click()
  await page.getByRole('button', { name: 'Continue in the background' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  preparation.resolve({ ok: true, value: { ...createRun([]), name: 'Switch off: 1 link', checked: true } })
  await expect.element(page.getByText('Switch off: 1 link')).toBeVisible()
  expect(page.getByText('The run').query()).toBeNull()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Open preview' }).click()
  await expect.element(page.getByText('The run')).toBeVisible()
})

test('Cancel stops a dry run whose job is not listed yet, and no other dry run', async () => {
  const answer = Promise.withResolvers<unknown>()
  let jobs: unknown[] = []
  const calls = await open({}, () => answer.promise, {
    'jobs.list': () => ({ ok: true, value: jobs }),
    'jobs.cancel': () => {
      answer.resolve({ ok: false, problem: { code: 'cancelled' } })
      return { ok: true, value: null }
    },
  })
  await page.getByLabelText('Switch off', { exact: true }).click()
  await sendButton().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const runningJob = {
    kind: 'planChanges',
    state: 'running',
    done: 0,
    total: null,
    counts: {},
    problem: null,
  }
  const [ownJobId, otherJobId] = [crypto.randomUUID(), crypto.randomUUID()]
  const [{ id: run } = { id: '' }] = preparedInputs(calls) as { id: string }[]
  jobs = [
    { ...runningJob, id: otherJobId, run: crypto.randomUUID() },
    { ...runningJob, id: ownJobId, run },
  ]
  await expect.element(sendButton()).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  expect(calls.filter(([name]) => name === 'jobs.cancel')).toEqual([['jobs.cancel', { id: ownJobId }]])
})

test('a missing key is entered in the dialog, which keeps what was typed', async () => {
  const problem = { code: 'key_missing' }
  const calls = await open({}, () => ({ ok: false, problem }), {
    'keys.replace': () => ({ ok: true, value: null }),
  })
  await page.getByLabelText('New destination').fill('https://example.com/new')
  await sendButton().click()
  await page.getByRole('button', { name: 'Enter the key' }).click()
  expect(await findAxeViolations()).toEqual([])
  await page.getByLabelText('Project key').fill('k'.repeat(40))
  await page.getByRole('button', { name: 'Check and save the key' }).click()
  await expect.poll(() => calls.filter(([name]) => name === 'keys.replace')).toHaveLength(1)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('New destination')).toHaveValue('https://example.com/new')
})

test('a key for another environment is replaced in the dialog, and checked in the environment of the links', async () => {
  const calls = await open({}, () => ({ ok: false, problem: { code: 'key_environment' } }), {
    'keys.replace': () => ({ ok: true, value: null }),
  })
  await page.getByLabelText('New destination').fill('https://example.com/new')
  await page.getByText('Production', { exact: true }).click()
  await sendButton().click()
  await page.getByRole('button', { name: 'Enter another key' }).click()
  await page.getByLabelText('Project key').fill('k'.repeat(40))
  await page.getByRole('button', { name: 'Check and save the key' }).click()
  const replaced = () => calls.filter(([name]) => name === 'keys.replace').map(([, input]) => input)
  await expect.poll(replaced).toMatchObject([{ profileId: 'acme', environment: 'production' }])
})

test('Back asks before a typed destination is lost, and Escape keeps both dialogs’ input', async () => {
  history.replaceState(null, '', '#/before')
  history.pushState(null, '', '#/links')
  await open()
  await page.getByLabelText('New destination').fill('https://example.com/new')
  history.back()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('New destination')).toHaveValue('https://example.com/new')
})

test('Escape asks before typed text is lost', async () => {
  await open()
  await page.getByLabelText('New destination').fill('https://example.com/new')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('New destination')).toHaveValue('https://example.com/new')
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect.element(page.getByLabelText('New destination')).not.toBeInTheDocument()
})

test('links of a view are changed in the profile of most of them, unless another one is chosen', async () => {
  const view = { ...emptyView, text: 'sale' }
  const calls = await open({ which: { view } }, undefined, {
    'library.facets': () => ({
      ok: true,
      value: { values: [{ value: 'second', count: 8 }], sampled: false },
    }),
  })
  await expect.element(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('Second')
  await page.getByLabelText('New destination').fill('https://example.com/new')
  await sendButton().click()
  await expect.poll(() => preparedInputs(calls)).toMatchObject([{ profileId: 'second' }])
})
