import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LinkChange, CurrentLink } from '../../../../contract/app/calls/links/changes.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { LinkChanges } from '../../../../renderer/features/change/LinkChanges.tsx'
import { LinkHistory } from '../../../../renderer/features/change/LinkHistory.tsx'
import { UntilDialog } from '../../../../renderer/features/change/UntilDialog.tsx'
import { ChangedTimes } from '../../../../renderer/features/record/ChangedTimes.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { expectInTime } from '../../passTime.ts'
import { show } from '../../show.tsx'

// Messages outlive their test.
beforeEach(() => notifications.clean())

const id = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'
const createVersion = (number: number) => ({ etag: `"${number}"`, updatedAt: null })

function createLink(overrides: object = {}) {
  const link = {
    title: 'Poster',
    active: true,
    desktop_custom_redirect: { url: 'https://example.com/old' },
    ...overrides,
  }
  return parseRemoteLink(JSON.stringify(link))
}
const current: CurrentLink = { link: createLink(), version: createVersion(1) }

function createRecord(overrides: Partial<LinkRecord> = {}): LinkRecord {
  return {
    id,
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
    environment: 'development',
    request: { title: 'Poster', desktop_custom_redirect: { url: 'https://example.com/old' } },
    promotedFrom: null,
    link: 'https://go.example/Ab3',
    path: 'Ab3',
    problem: null,
    answer: null,
    stored: createLink(),
    differences: [],
    checkedAt: null,
    createdAt: '2026-11-25T09:00:00.000Z',
    ...overrides,
  }
}

function createChange(overrides: Partial<LinkChange> = {}): LinkChange {
  return {
    id: '5d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11',
    link: id,
    version: createVersion(1),
    patch: { title: 'Mine' },
    state: 'applied',
    problem: null,
    back: { title: 'Poster' },
    after: createVersion(2),
    differences: [],
    madeAt: '2026-11-25T09:00:00.000Z',
    ...overrides,
  }
}

const ok = (value: unknown) => () => ({ ok: true, value })
const emptyHistory = { history: [], next: null }

async function open(
  record = createRecord(),
  answers: Record<string, (input: never) => unknown> = {},
  canChangeLinks = true,
  more: ReactNode = null,
) {
  const [profile] = createAppState().profiles
  if (!profile) throw new Error('There is no profile.')
  return await show(
    withSession(
      <>
        <h1>Link</h1>
        <LinkChanges record={record} profile={{ ...profile, kind: 'remote', canChangeLinks }} level={2} />
        <LinkHistory record={record} profile={{ ...profile, kind: 'remote', canChangeLinks }} level={2} />
        <p>Below</p>
        <Toaster />
        {more}
      </>,
    ),
    {
      'changes.open': ok(null),
      'changes.history': ok(emptyHistory),
      'checks.history': ok([]),
      'changes.read': ok(current),
      'presets.list': ok({ presets: [], defaults: {} }),
      'rules.get': ok({ rules: {} }),
      'suggestions.words': ok({
        tags: [],
        tracking: { campaign: [], source: [], medium: [] },
        parameters: {},
      }),
      ...answers,
    },
  )
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const address = () => page.getByRole('dialog').getByLabelText('Where does it go?')

async function editAddress(url = 'https://example.com/mine') {
  await button('Edit').click()
  await expect.element(address()).toHaveValue('https://example.com/old')
  await expect.element(address()).toHaveFocus()
  await address().fill(url)
}
const sentChanges = (calls: Awaited<ReturnType<typeof open>>) =>
  calls.filter(([name]) => name === 'changes.send')

test('a link’s parameters are passed on as chosen, if the service reports that', async () => {
  await open()
  const select = page.getByRole('combobox', { name: /^Parameters that visitors bring/ })
  await expect.element(select).not.toBeInTheDocument()
  const calls = await open(createRecord({ stored: createLink({ pass_query: null }) }), {
    'changes.send': ok(createChange({ patch: { pass_query: false } })),
  })
  await expect.element(select).toHaveValue('As the project says')
  expect(await findAxeViolations()).toEqual([])
  await select.click()
  await page.getByRole('option', { name: 'Not passed on' }).click()
  await expect
    .poll(() => sentChanges(calls))
    .toMatchObject([['changes.send', { patch: { pass_query: false } }]])
})

test('a service that announces no changes offers none', async () => {
  const calls = await open(createRecord(), {}, false)
  await expect.element(page.getByText('Below')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(calls.map(([name]) => name).filter((name) => name.startsWith('changes.'))).toEqual([])
})

test('a change that can’t be confirmed because its link was closed is reported as not sent', async () => {
  const late = Promise.withResolvers<unknown>()
  const [profile] = createAppState().profiles
  function Closable() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <>
        {isOpen && profile && (
          <LinkChanges
            record={createRecord()}
            profile={{ ...profile, kind: 'remote', canChangeLinks: true }}
            level={2}
          />
        )}
        <button onClick={() => setIsOpen(false)}>Close</button>
        <Toaster />
      </>
    )
  }
  const calls = await show(withSession(<Closable />), {
    'changes.open': ok(null),
    'changes.read': () => late.promise,
  })
  await button('End date…').click()
  await page.getByLabelText('Date and time').fill('2999-12-31T23:59')
  await button('Set end date').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await button('Close').click()
  await expect.element(button('End date…')).not.toBeInTheDocument()
  const theirLink = createLink({ active_until: '2998-12-31T00:00:00.000Z' })
  late.resolve({ ok: true, value: { link: theirLink, version: createVersion(7) } })
  await expect.element(page.getByRole('alert').getByText(/^Not sent: /)).toBeVisible()
  expect(sentChanges(calls)).toEqual([])
})

test('an edit sends only what differs, marks it, and can be undone', async () => {
  const calls = await open(createRecord(), {
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  await editAddress()
  await expect.element(page.getByText(/It was https:/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await button('Restore Desktop').click()
  await expect.element(page.getByText('No changes yet')).toBeVisible()
  await address().fill('https://example.com/mine')
  await button('Change link').click()
  await expect.element(page.getByText('Link changed. Stored as requested.')).toBeVisible()
  expect(sentChanges(calls)[0]?.[1]).toMatchObject({
    link: id,
    version: createVersion(1),
    patch: { desktop_custom_redirect: { url: 'https://example.com/mine' } },
  })
  await button('Undo').click()
  await expect
    .poll(() => sentChanges(calls)[1]?.[1])
    .toMatchObject({ version: createVersion(2), patch: { title: 'Poster' } })
})

test('an Undo that the service refused is offered again', async () => {
  const refused = createChange({ state: 'refused', problem: { code: 'connection_refused' }, back: null })
  const answers = [createChange(), refused, createChange()]
  const calls = await open(createRecord(), {
    'changes.send': () => ({
      ok: true,
      value: { change: answers.shift(), record: createRecord(), current: null },
    }),
  })
  await editAddress()
  await button('Change link').click()
  await button('Undo').click()
  await expect.element(page.getByText(catalogue.connection_refused.title)).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => sentChanges(calls)[2]?.[1]).toMatchObject({ patch: { title: 'Poster' } })
})

test('Escape closes the edit while nothing has changed, and keeps what was typed otherwise', async () => {
  await open()
  await page.getByRole('button', { name: 'Edit' }).click()
  const title = page.getByLabelText('Title', { exact: true })
  await expect.element(button('Cancel')).toBeVisible()
  expect(button('Close').elements()).toHaveLength(1)
  // The page behind has regions of its own, such as that of the app data.
  expect(page.getByRole('dialog').getByRole('region').elements()).toEqual([])
  await title.fill('Typed')
  await userEvent.keyboard('{Escape}!')
  await expect.element(title).toHaveValue('Typed!')
  await title.fill('Poster')
  await expect.element(page.getByText('No changes yet')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(title).not.toBeInTheDocument()
})

test('an edit that was not sent is discarded only after a question, also with the X', async () => {
  await open()
  await editAddress()
  for (const buttonName of ['Discard…', 'Close']) {
    await button(buttonName).click()
    await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
    await expect.element(button('Keep editing')).toHaveFocus()
    expect(await findAxeViolations()).toEqual([])
    await button('Keep editing').click()
    await expect.element(address()).toHaveValue('https://example.com/mine')
  }
  await button('Discard…').click()
  await button('Discard and leave').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Back asks even right after the first letter', async () => {
  await open()
  await button('Edit').click()
  const title = page.getByLabelText('Title', { exact: true })
  await expect.element(title).toBeVisible()
  // `fill` would return too late. React learns of a new value through the field's own setter.
  Reflect.set(HTMLInputElement.prototype, 'value', 'Posterx', title.element())
  title.element().dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  history.pushState(null, '', '#/elsewhere')
  dispatchEvent(new PopStateEvent('popstate'))
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect.element(title).toHaveValue('Posterx')
})

test('the edit of a link that takes long to load shows the seconds, and can be cancelled', async () => {
  await open(createRecord(), { 'changes.read': () => new Promise(() => undefined) })
  await button('Edit').click()
  await button('Cancel').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the dialogs that change a link name it', async () => {
  await open(createRecord({ environment: 'production' }))
  await button('Switch off').click()
  await expect.element(page.getByText('“Poster” is in production.', { exact: false })).toBeVisible()
  await button('Cancel').click()
  await button('End date…').click()
  await expect.element(page.getByRole('dialog', { name: 'End date of “Poster”' })).toBeVisible()
  await button('Cancel').click()
  await button('Edit').click()
  await expect.element(page.getByRole('dialog', { name: 'Edit “Poster”' })).toBeVisible()
})

test('a change in production needs a confirmation before it is sent', async () => {
  const record = createRecord({ environment: 'production' })
  const calls = await open(record, { 'changes.send': ok({ change: createChange(), record, current: null }) })
  await button('Switch off').click()
  await expect.element(page.getByRole('dialog', { name: 'Switch the link off' })).toBeVisible()
  expect(sentChanges(calls)).toEqual([])
  expect(await findAxeViolations()).toEqual([])
  await button('Cancel').click()
  await editAddress()
  await button('Review change').click()
  expect(sentChanges(calls)).toEqual([])
  await button('Change in production').click()
  await expect.poll(() => sentChanges(calls)).toHaveLength(1)
})

test('the form is covered during the confirmation for production, and stays', async () => {
  await open(createRecord({ environment: 'production' }))
  await editAddress()
  await button('Review change').click()
  await expect.element(button('Change in production')).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Change the link' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Change in production')).not.toBeInTheDocument()
  await expect.element(address()).toHaveValue('https://example.com/mine')
})

test('a conflict shows both versions, and can apply the user’s change to the other one', async () => {
  const theirVersion = { link: createLink({ title: 'Theirs' }), version: createVersion(7) }
  const conflict = createChange({
    state: 'conflict',
    problem: { code: 'link_changed' },
    back: null,
    after: null,
  })
  let count = 0
  const calls = await open(createRecord(), {
    'changes.send': () =>
      ok(
        count++ === 0
          ? { change: conflict, record: createRecord(), current: theirVersion }
          : { change: createChange(), record: createRecord(), current: null },
      )(),
  })
  await editAddress()
  await button('Change link').click()
  await expect.element(page.getByRole('row', { name: 'Title Theirs Not changed by you' })).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: 'Desktop https://example.com/old https://example.com/mine' }))
    .toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await button('Change it anyway').click()
  await expect
    .poll(() => sentChanges(calls)[1]?.[1])
    .toMatchObject({
      version: createVersion(7),
      patch: { desktop_custom_redirect: { url: 'https://example.com/mine' } },
    })
})

test('keeping the other version sends nothing, discards the user’s change, and reads the link again', async () => {
  const theirVersion = { link: createLink({ title: 'Theirs' }), version: createVersion(7) }
  const conflict = createChange({
    state: 'conflict',
    problem: { code: 'link_changed' },
    back: null,
    after: null,
  })
  const calls = await open(createRecord(), {
    'changes.send': ok({ change: conflict, record: createRecord(), current: theirVersion }),
    'changes.dismiss': ok(null),
    'checks.one': ok({ record: createRecord({ stored: theirVersion.link }), changes: [] }),
  })
  await editAddress()
  await button('Change link').click()
  await button('Keep theirs').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const inputs = (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input)
  await expect.poll(() => inputs('checks.one')).toEqual([{ id }])
  expect(inputs('changes.dismiss')).toEqual([{ id: conflict.id }])
  expect(sentChanges(calls)).toHaveLength(1)
  // The unresolved change is no longer shown.
  await expect.poll(() => inputs('changes.open').length).toBeGreaterThan(1)
})

test('keeping the other version reports that the user’s change couldn’t be discarded', async () => {
  const theirVersion = { link: createLink({ title: 'Theirs' }), version: createVersion(7) }
  const conflict = createChange({
    state: 'conflict',
    problem: { code: 'link_changed' },
    back: null,
    after: null,
  })
  await open(createRecord(), {
    'changes.send': ok({ change: conflict, record: createRecord(), current: theirVersion }),
    'changes.dismiss': () => ({ ok: false, problem: { code: 'storage_failed' } }),
    'checks.one': ok({ record: createRecord({ stored: theirVersion.link }), changes: [] }),
  })
  await editAddress()
  await button('Change link').click()
  await button('Keep theirs').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('a refused change keeps the input and shows the service’s message at the field', async () => {
  const problem = {
    code: 'request_refused' as const,
    fields: { 'desktop_custom_redirect.url': 'The path of this link says otherwise.' },
  }
  const change = createChange({ state: 'refused', problem, back: null, after: null })
  await open(createRecord(), { 'changes.send': ok({ change, record: createRecord(), current: null }) })
  await editAddress()
  await button('Change link').click()
  await expect.element(page.getByText('The path of this link says otherwise.').first()).toBeVisible()
  await expect.element(page.getByText('The link wasn’t changed. What you entered is kept.')).toBeVisible()
  await expect.element(address()).toHaveValue('https://example.com/mine')
})

test('a change without an answer closes the form, because the link shows the change', async () => {
  const change = createChange({
    state: 'unknown',
    problem: { code: 'change_unknown' },
    back: null,
    after: null,
  })
  await open(createRecord(), { 'changes.send': ok({ change, record: createRecord(), current: null }) })
  await editAddress()
  await button('Change link').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(page.getByText('Link changed').elements()).toEqual([])
})

test('the answer to a change whose form was closed doesn’t close the next form', async () => {
  const answer = Promise.withResolvers<unknown>()
  await open(createRecord(), { 'changes.send': () => answer.promise })
  await editAddress()
  await button('Change link').click()
  await button('Close').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await editAddress('https://example.com/next')
  answer.resolve(ok({ change: createChange(), record: createRecord(), current: null })())
  await expect.element(page.getByText('Link changed. Stored as requested.')).toBeVisible()
  await expect.element(address()).toHaveValue('https://example.com/next')
})

test('a change that failed after its form was closed says so', async () => {
  const answer = Promise.withResolvers<unknown>()
  await open(createRecord(), { 'changes.send': () => answer.promise })
  await editAddress()
  await button('Change link').click()
  await button('Close').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  answer.resolve({ ok: false, problem: { code: 'storage_failed' } })
  await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
})

test('an edit is sent for the version that the form was opened with, even if everything is read again', async () => {
  let version = createVersion(1)
  const ReadAgain = () => {
    const client = useQueryClient()
    return <button onClick={() => void client.invalidateQueries()}>Read again</button>
  }
  const calls = await open(
    createRecord(),
    {
      'changes.read': () => ok({ ...current, version })(),
      'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
    },
    true,
    <ReadAgain />,
  )
  await editAddress()
  version = createVersion(2)
  // As when the app is reachable again.
  page
    .getByRole('button', { name: 'Read again', includeHidden: true })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await button('Change link').click()
  await expect.poll(() => sentChanges(calls)[0]?.[1]).toMatchObject({ version: createVersion(1) })
})

test('a link that can’t be read now is not edited', async () => {
  await open(createRecord(), {
    'changes.read': () => ({ ok: false, problem: { code: 'connection_refused' } }),
  })
  await button('Edit').click()
  await expect.element(page.getByText('The link couldn’t be opened for editing.')).toBeVisible()
})

test('a link whose key is missing opens for editing once the key is entered in the dialog', async () => {
  const missingKeyAnswer = { ok: false, problem: { code: 'key_missing' } }
  let hasKey = false
  await open(createRecord(), {
    'changes.read': () => (hasKey ? { ok: true, value: current } : missingKeyAnswer),
    'keys.replace': () => ((hasKey = true), { ok: true, value: null }),
  })
  await button('Edit').click()
  await button('Enter the key').click()
  await page.getByLabelText('Project key').fill('k'.repeat(40))
  await button('Check and save the key').click()
  await expect.element(address()).toHaveValue('https://example.com/old')
})

test('an unknown change is looked up, and opens again if it wasn’t applied', async () => {
  const unknownChange = createChange({ state: 'unknown', problem: { code: 'change_unknown' } })
  const calls = await open(createRecord(), { 'changes.open': ok(unknownChange) })
  await button('Check again').click()
  expect(calls.find(([name]) => name === 'changes.settle')?.[1]).toEqual({ id: unknownChange.id })
  const refusedChange = createChange({ state: 'refused', problem: { code: 'changes_off' } })
  await open(createRecord(), { 'changes.open': ok(refusedChange) })
  await button('Edit again').click()
  await expect.element(page.getByRole('dialog').getByLabelText('Title', { exact: true })).toHaveValue('Mine')
})

test('an unknown change of an earlier version is sent again only with a confirmation that names the profile', async () => {
  const unknownChange = createChange({ state: 'unknown', problem: { code: 'change_unknown' } })
  const calls = await open(createRecord({ profileName: 'Web shop' }), {
    'changes.open': ok(unknownChange),
    'changes.settle': () => ({ ok: false, problem: { code: 'sender_unknown' } }),
  })
  await button('Check again').click()
  await expect.element(page.getByText(/didn’t save with which key/)).toBeVisible()
  await button(/^Send again with “.+”$/).click()
  const { id } = unknownChange
  const settles = () => calls.filter(([name]) => name === 'changes.settle').map(([, input]) => input)
  await expect.poll(settles).toEqual([{ id }, { id, confirmSender: true }])
})

test('an unknown change is discarded only after a question that says that it may have been applied', async () => {
  const unknownChange = createChange({ state: 'unknown', problem: { code: 'change_unknown' } })
  const calls = await open(createRecord(), { 'changes.open': ok(unknownChange), 'changes.dismiss': ok(null) })
  await button('Discard…').click()
  await expect.element(page.getByText(/It may have been applied/)).toBeVisible()
  await button('Discard change').click()
  await expect.poll(() => calls.filter(([name]) => name === 'changes.dismiss')).toHaveLength(1)
})

test('an unknown change is looked up every 15 seconds until it is settled', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let state: LinkChange['state'] = 'unknown'
  const problem = { code: 'change_unknown' as const }
  const change = () => (state === 'unknown' ? createChange({ state, problem }) : createChange())
  const countLookups = (calls: readonly unknown[][]) =>
    calls.filter(([name]) => name === 'changes.settle').length
  const calls = await open(createRecord(), {
    'changes.open': () => ok(state === 'unknown' ? change() : null)(),
    'changes.settle': () => ok({ change: change(), record: createRecord() })(),
  })
  await expect.element(button('Check again')).toBeVisible()
  expect(countLookups(calls)).toBe(0)
  vi.advanceTimersByTime(14_900)
  expect(countLookups(calls)).toBe(0)
  vi.advanceTimersByTime(100)
  await expect.poll(() => countLookups(calls)).toBe(1)
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => countLookups(calls)).toBe(2)
  state = 'applied'
  await expectInTime(() => button('Check again').elements().length === 0, true)
  const lookupCount = countLookups(calls)
  vi.advanceTimersByTime(60_000)
  expect(countLookups(calls)).toBe(lookupCount)
})

test('an unknown change isn’t looked up again before the previous lookup has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const unknownChange = createChange({ state: 'unknown', problem: { code: 'change_unknown' } })
  const answers: PromiseWithResolvers<unknown>[] = []
  await open(createRecord(), {
    'changes.open': ok(unknownChange),
    'changes.settle': () => {
      const answer = Promise.withResolvers<unknown>()
      answers.push(answer)
      return answer.promise
    },
  })
  await expect.element(button('Check again')).toBeVisible()
  vi.advanceTimersByTime(15_000)
  await expect.element(button('Check again')).toBeDisabled()
  vi.advanceTimersByTime(30_000)
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.resolve({ ok: true, value: { change: unknownChange, record: createRecord() } })
  await expect.element(button('Check again')).toBeEnabled()
  vi.advanceTimersByTime(15_000)
  await expect.poll(() => answers.length).toBe(2)
})

test('a switch is cancelled while the link is read, and nothing is sent', async () => {
  const readAnswer = Promise.withResolvers<unknown>()
  const calls = await open(createRecord(), { 'changes.read': () => readAnswer.promise })
  await button('Switch off').click()
  // It appears after some seconds.
  await expect.element(button('Cancel'), { timeout: 20_000 }).toBeVisible()
  await button('Cancel').click()
  await expect.element(button('Switch off')).toBeEnabled()
  readAnswer.resolve({ ok: true, value: current })
  await button('Edit').click()
  await expect.element(address()).toBeVisible()
  expect(sentChanges(calls)).toEqual([])
})

test('a change that wasn’t applied is discarded only after a question', async () => {
  const refusedChange = createChange({ state: 'refused', problem: { code: 'changes_off' } })
  const calls = await open(createRecord(), { 'changes.open': ok(refusedChange), 'changes.dismiss': ok(null) })
  const discardedInputs = () => calls.filter(([name]) => name === 'changes.dismiss').map(([, input]) => input)
  await button('Discard…').click()
  await expect.element(page.getByText(/What you entered is deleted/)).toBeVisible()
  await expect.element(button('Keep it')).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  await button('Keep it').click()
  await expect.element(button('Discard…')).toBeVisible()
  expect(discardedInputs()).toEqual([])
  await button('Discard…').click()
  await button('Discard change').click()
  await expect.poll(discardedInputs).toEqual([{ id: refusedChange.id }])
})

test('a change that can’t be discarded says why', async () => {
  const refusedChange = createChange({ state: 'refused', problem: { code: 'changes_off' } })
  await open(createRecord(), {
    'changes.open': ok(refusedChange),
    'changes.dismiss': () => ({ ok: false, problem: { code: 'storage_failed' } }),
  })
  await button('Discard…').click()
  await button('Discard change').click()
  const { title } = catalogue.storage_failed
  await expect.element(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
})

test('a switch that wasn’t applied is sent again, because the form doesn’t show it', async () => {
  const refusedChange = createChange({
    patch: { active: false },
    state: 'refused',
    problem: { code: 'key_scope' },
  })
  const calls = await open(createRecord(), { 'changes.open': ok(refusedChange) })
  await button('Try again').click()
  await expect.poll(() => sentChanges(calls)[0]?.[1]).toMatchObject({ patch: { active: false } })
})

test('the end is set in the time zone of the user and sent in UTC', async () => {
  const calls = await open(createRecord(), {
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  await button('End date…').click()
  await page.getByLabelText('Date and time').fill('2001-01-01T12:00')
  await expect.element(page.getByText(/This time has passed/)).toBeVisible()
  await page.getByLabelText('Date and time').fill('2999-12-31T23:59')
  expect(await findAxeViolations()).toEqual([])
  await button('Set end date').click()
  const until = new Date('2999-12-31T23:59').toISOString()
  await expect.poll(() => sentChanges(calls)[0]?.[1]).toMatchObject({ patch: { active_until: until } })
})

test('an end that is saved again without an edit keeps its seconds', async () => {
  const until = '2999-12-31T23:59:37.000Z'
  const apply = vi.fn()
  await show(
    withSession(<UntilDialog name="Poster" until={until} close={() => undefined} apply={apply} />),
    {},
  )
  await button('Set end date').click()
  expect(apply).toHaveBeenCalledWith(until)
})

test('Escape asks before a typed end is lost', async () => {
  const close = vi.fn()
  await show(
    withSession(<UntilDialog name="Poster" until={null} close={close} apply={() => undefined} />),
    {},
  )
  await page.getByLabelText('Date and time').fill('2999-12-31T23:59')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(page.getByLabelText('Date and time')).toHaveValue('2999-12-31T23:59')
  expect(close).not.toHaveBeenCalled()
})

test('a field that someone else has changed since it was shown is overwritten only after a question', async () => {
  const theirVersion = {
    link: createLink({ active_until: '2998-12-31T00:00:00.000Z' }),
    version: createVersion(7),
  }
  const calls = await open(createRecord(), {
    'changes.read': ok(theirVersion),
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  const setEnd = async () => {
    await button('End date…').click()
    await page.getByLabelText('Date and time').fill('2999-12-31T23:59')
    await button('Set end date').click()
  }
  await setEnd()
  const dialog = page.getByRole('dialog', { name: 'Change the end date' })
  await expect.element(dialog.getByText(/Someone else changed this in the meantime/)).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: /Active until .*2998.*2999/ })).toBeVisible()
  expect(sentChanges(calls)).toEqual([])
  expect(await findAxeViolations()).toEqual([])
  await button('Keep theirs').click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sentChanges(calls)).toEqual([])
  await setEnd()
  await button('Change it anyway').click()
  const until = new Date('2999-12-31T23:59').toISOString()
  await expect
    .poll(() => sentChanges(calls).map(([, input]) => input))
    .toMatchObject([{ version: createVersion(7), patch: { active_until: until } }])
  // Other changes conflict only if they changed the same field to another value.
  await button('Switch off').click()
  await expect.poll(() => sentChanges(calls)).toHaveLength(2)
})

test('going back compares with the history that is shown', async () => {
  const fields = { title: { from: 'First', to: 'Second' } }
  const history = [{ at: '2026-11-25T12:00:00.000Z', by: 'default', fields }]
  const calls = await open(createRecord({ stored: createLink({ title: 'Second' }) }), {
    'changes.history': ok({ history, next: null }),
    'changes.read': ok({ link: createLink({ title: 'Third' }), version: createVersion(7) }),
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  await button('Restore the version before these changes').click()
  await expect.element(page.getByRole('row', { name: 'Title Third First' })).toBeVisible()
  expect(sentChanges(calls)).toEqual([])
})

test('a link that was found before shows its history on its page', async () => {
  const [profile] = createAppState().profiles
  const fields = { title: { from: 'First', to: 'Second' } }
  const history = [{ at: '2026-11-25T12:00:00.000Z', by: 'default', fields }]
  const record = createRecord()
  function FindThenPage() {
    const [isOpen, setOpen] = useState(false)
    const { profileId, environment } = record
    return (
      <>
        <h1>Link</h1>
        {isOpen ? (
          <LinkHistory record={record} profile={profile && { ...profile, canChangeLinks: true }} level={2} />
        ) : (
          <ChangedTimes link={{ profileId, environment, path: 'Ab3' }} />
        )}
        <button onClick={() => setOpen(true)}>Open</button>
      </>
    )
  }
  await show(withSession(<FindThenPage />), {
    'changes.open': ok(null),
    'changes.history': ok({ history, next: null }),
  })
  await expect.element(page.getByText(/^Changed once/)).toBeVisible()
  await button('Open').click()
  await expect.element(button('Restore the version before these changes')).toBeVisible()
})

test('the history goes back to any state with one change', async () => {
  const entry = (at: string, from: unknown, to: unknown, field = 'title') => ({
    at,
    by: 'default',
    fields: { [field]: { from, to } },
  })
  const history = [
    entry('2026-11-25T12:00:00.000Z', 'Second', 'Third'),
    entry('2026-11-25T11:00:00.000Z', true, false, 'active'),
    entry('2026-11-25T10:00:00.000Z', 'First', 'Second'),
  ]
  const calls = await open(createRecord(), {
    'changes.history': ok({ history, next: null }),
    'changes.read': ok({ link: createLink({ title: 'Third', active: false }), version: createVersion(1) }),
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  expect(await findAxeViolations()).toEqual([])
  await button(/^Restore the version/)
    .nth(0)
    .click()
  await expect.poll(() => sentChanges(calls)[0]?.[1]).toMatchObject({ patch: { title: 'Second' } })
  await button('Show earlier entries').click()
  await button('Restore the version before these changes').click()
  await expect
    .poll(() => sentChanges(calls)[1]?.[1])
    .toMatchObject({ patch: { title: 'First', active: true } })
})

test('a double click on Restore sends one change', async () => {
  const history = [
    { at: '2026-11-25T12:00:00.000Z', by: 'default', fields: { title: { from: 'First', to: 'Poster' } } },
  ]
  const readAnswer = Promise.withResolvers<unknown>()
  const calls = await open(createRecord(), {
    'changes.history': ok({ history, next: null }),
    'changes.read': () => readAnswer.promise,
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  await button('Restore the version before these changes').dblClick()
  readAnswer.resolve(ok(current)())
  await expect.element(page.getByText(/Restored the version before these changes/)).toBeVisible()
  expect(sentChanges(calls)).toHaveLength(1)
})

test('a page of the history that can’t be read keeps the earlier ones, and is tried again', async () => {
  const entry = (at: string, to: string) => ({ at, by: 'default', fields: { title: { from: 'Before', to } } })
  let isDown = true
  await open(createRecord(), {
    'changes.history': ({ before }: { before?: string }) => {
      if (before === undefined)
        return ok({ history: [entry('2026-11-25T12:00:00.000Z', 'Newest')], next: 'older' })()
      if (isDown) return { ok: false, problem: { code: 'connection_refused' } }
      return ok({ history: [entry('2026-11-25T10:00:00.000Z', 'Oldest')], next: null })()
    },
  })
  await button('Show earlier entries').click()
  await button('Load earlier entries').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText(/Newest/)).toBeVisible()
  isDown = false
  await button('Try again').click()
  await expect.element(page.getByText(/Oldest/)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('an edit follows the rules of the profile for the tracking fields that it changes, and for no others', async () => {
  const link = createLink({ tracking_campaign: 'Old Name' })
  const rules = trackingRules.parse({
    campaign: { forbidden: ['Old Name'] },
    source: { values: ['newsletter', 'twitter'] },
    medium: { presence: 'hidden', start: 'email', lowerCase: true },
  })
  const calls = await open(createRecord({ stored: link }), {
    'rules.get': ok({ rules }),
    'changes.read': ok({ ...current, link }),
    'changes.send': ok({ change: createChange(), record: createRecord(), current: null }),
  })
  await button('Edit').click()
  const field = async (name: string) => {
    await expect.poll(() => document.querySelector(`input[data-field="${name}"]`)).not.toBeNull()
    return page.elementLocator(document.querySelector(`input[data-field="${name}"]`) as Element)
  }
  await expect.element(await field('medium')).toHaveValue('')
  await (await field('source')).fill('twiter')
  await button('Change link').click()
  await expect
    .element(page.getByText('“twiter” is not one of the sources in the list.', { exact: false }))
    .toBeVisible()
  expect(sentChanges(calls)).toEqual([])
  await button('Use “twitter”').click()
  await (await field('medium')).fill('Social')
  await button('Change link').click()
  await expect
    .poll(() => sentChanges(calls).map(([, input]) => (input as { patch: object }).patch))
    .toEqual([{ tracking_source: 'twitter', tracking_medium: 'social' }])
})
