import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogue } from '../../../../contract/problemCatalogue.ts'
import type { SharedChange } from '../../../../contract/rules/sharedEntries.ts'
import SharedRules from '../../../../renderer/screens/profiles/rules/shared/SharedRules.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const ok = (value: unknown) => () => ({ ok: true, value })
const source: SharedChange = {
  ...{ kind: 'rule', name: 'source' },
  ...{
    before: '{"values":["newsletter","twiter"]}',
    after: '{"values":["newsletter","twitter"],"separator":"-"}',
  },
}
const preset: SharedChange = {
  kind: 'preset',
  name: 'Sale',
  before: null,
  after: '{"tags":["a"],"tracking_source":"x"}',
}
const view: SharedChange = { kind: 'view', name: 'Old', before: 'q=x&profile=this', after: null }

let changes: (SharedChange & { isOffered: boolean })[]
let errors: string[]
let isCurrent: boolean
beforeEach(() => {
  changes = [source, preset, view].map((change) => ({ ...change, isOffered: true }))
  errors = []
  isCurrent = true
  notifications.clean()
})

const file = () => ({
  kind: 'file',
  where: '/team/rules.json',
  readAt: '2026-01-31T12:00:00.000Z',
  follows: false,
  errors,
  changes,
})

async function showShared(
  moreAnswers: Record<string, (input: never) => unknown> = {},
  sources: () => unknown[] = () => [file()],
) {
  const calls = await show(<SharedRules profileId="acme" />, {
    'sharing.sources': () => ({ ok: true, value: sources() }),
    'sharing.apply': () => ({ ok: true, value: { isCurrent, undo: [], errors: [] } }),
    'sharing.keep': ok(null),
    'sharing.write': () => ({ ok: true, value: { isCurrent, errors: [] } }),
    ...moreAnswers,
  })
  return (name: string) => calls.filter(([call]) => call === name).map(([, input]) => input)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const readEntries = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((entry) => entry.textContent)

test('every difference shows what is removed and what is added', async () => {
  await showShared()
  await expect
    .poll(readEntries)
    .toEqual([
      'Rules for sourceChangedBetween wordsHyphenAllowed valuestwiter → twitterAcceptKeep mine',
      'Preset “Sale”NewTagsaSourcexAcceptKeep mine',
      'View “Old”RemovedSearchx → noneProfilethis → noneAcceptKeep mine',
    ])
  expect(await findAxeViolations()).toEqual([])
})

test('a new entry mentions an existing one whose name differs only in case', async () => {
  changes = [{ ...preset, name: 'sale', similarTo: 'Sale', isOffered: true }]
  const inputsOf = await showShared()
  await expect.element(page.getByText('You also have “Sale”, which is spelled differently.')).toBeVisible()
  await button('Accept: Preset “sale”').click()
  await expect.poll(() => inputsOf('sharing.apply')).toMatchObject([{ changes: [{ name: 'sale' }] }])
  expect(JSON.stringify(inputsOf('sharing.apply'))).not.toContain('similarTo')
})

test('one difference is applied only on request, with undo', async () => {
  const inputsOf = await showShared()
  await button('Accept: Rules for source').click()
  await expect
    .poll(() => inputsOf('sharing.apply'))
    .toEqual([{ profileId: 'acme', changes: [source], source: 'file' }])
})

test('all differences are applied at once', async () => {
  const inputsOf = await showShared()
  await button('Accept all').click()
  await expect.poll(() => inputsOf('sharing.apply')).toMatchObject([{ changes: [source, preset, view] }])
})

test('all of the user’s entries can be kept at once', async () => {
  const inputsOf = await showShared()
  await button('Keep all mine').click()
  await expect
    .poll(() => inputsOf('sharing.keep'))
    .toEqual([{ profileId: 'acme', source: 'file', changes: [source, preset, view] }])
})

test('applying a difference that changed meanwhile reports that nothing was done', async () => {
  isCurrent = false
  await showShared()
  await button('Accept all').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Something changed in the meantime, so nothing was done. Look at the differences again.',
    )
})

test('the user’s entries replace those in the file on request', async () => {
  changes = changes.map((change) => ({ ...change, isOffered: false }))
  const inputsOf = await showShared()
  await page.getByText('3 differences that you keep').click()
  await button('Write mine to the file: Rules for source').click()
  await expect
    .poll(() => inputsOf('sharing.write'))
    .toEqual([{ profileId: 'acme', changes: [{ ...source, before: source.after, after: source.before }] }])
})

test('a file that can’t be read says why, and that nothing changed', async () => {
  changes = []
  errors = ['There is no file at this path.']
  await showShared()
  await expect.element(page.getByText('The file can’t be read right now')).toBeVisible()
  await expect.element(page.getByText('There is no file at this path.')).toBeVisible()
})

test('a service is shown like a file, without what only a file can do', async () => {
  changes = changes.map((change) => ({ ...change, isOffered: change.kind === 'rule' }))
  await showShared({}, () => [{ ...file(), kind: 'service', where: 'Shop' }])
  await expect.element(page.getByText(/Shared by the service/)).toBeVisible()
  await page.getByText('2 differences that you keep').click()
  expect(button('Stop following').query()).toBeNull()
  expect(page.getByRole('button', { name: /^Write/ }).query()).toBeNull()
})

test('a file to follow that isn’t there can be created', async () => {
  const inputsOf = await showShared(
    { 'sharing.follow': ok({ errors: ['There is no file at this path.'], isMissing: true }) },
    () => [],
  )
  await button('Follow a file…').click()
  await page.getByLabelText('Path of the file').fill('/team/rules.json')
  await userEvent.keyboard('{Enter}')
  await button('Create it with my rules, presets and views').click()
  await expect
    .poll(() => inputsOf('sharing.follow'))
    .toEqual([false, true].map((create) => ({ profileId: 'acme', path: '/team/rules.json', create })))
  expect(await findAxeViolations()).toEqual([])
})

test('the focus moves to the next difference after one was decided with the keyboard', async () => {
  await showShared()
  await expect.element(button('Keep mine: Rules for source')).toBeVisible()
  ;(button('Keep mine: Rules for source').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Keep mine: Preset “Sale”')
})

test('a file that is read once is compared, and its entries can be ignored', async () => {
  const inputsOf = await showShared(
    { 'sharing.compare': () => ({ ok: true, value: { errors: [], changes: [source, preset] } }) },
    () => [],
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  await userEvent.upload(input, new File(['{"format":1}'], 'rules.json'))
  await button('Keep mine: Rules for source').click()
  await button('Accept: Preset “Sale”').click()
  await expect
    .poll(() => inputsOf('sharing.apply'))
    .toEqual([{ profileId: 'acme', changes: [preset], source: null }])
  expect(inputsOf('sharing.compare')[0]).toEqual({ profileId: 'acme', text: '{"format":1}' })
})

test('a file whose differences are all ignored is not called the same', async () => {
  await showShared(
    { 'sharing.compare': () => ({ ok: true, value: { errors: [], changes: [source, preset] } }) },
    () => [],
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  await userEvent.upload(input, new File(['{"format":1}'], 'rules.json'))
  await button('Keep all mine').click()
  await expect
    .element(page.getByText('rules.json has no other differences. You keep your own in 2 places.'))
    .toBeVisible()
})

test.each([
  { action: 'Accept: Rules for source', isOffered: true },
  { action: 'Write mine to the file: Rules for source', isOffered: false },
])(
  'an Undo that is no longer possible says so on another screen too: $action',
  async ({ action, isOffered }) => {
    changes = changes.map((change) => ({ ...change, isOffered }))
    const apply = () => ({ ok: true, value: { isCurrent, undo: [source], errors: [] } })
    const answers = {
      'sharing.sources': () => ({ ok: true, value: [file()] }),
      'sharing.apply': apply,
      'sharing.write': () => ({ ok: true, value: { isCurrent, errors: [] } }),
    }
    await show(<Leavable />, answers)
    if (!isOffered) await page.getByText('3 differences that you keep').click()
    await button(action).click()
    await expect.element(button('Undo')).toBeVisible()
    await button('Leave').click()
    await expect.element(button('Save as file…')).not.toBeInTheDocument()
    isCurrent = false
    await button('Undo').click()
    await expect
      .element(page.getByText('It was edited in the meantime, so it can’t be undone any more.'))
      .toBeVisible()
  },
)

test.each([
  { call: 'sharing.apply', action: 'Accept: Rules for source' },
  { call: 'sharing.keep', action: 'Keep mine: Rules for source' },
  { call: 'sharing.write', action: 'Write mine to the file: Rules for source' },
])('an Undo that failed is offered again: $action', async ({ call, action }) => {
  const isOffered = call !== 'sharing.write'
  changes = changes.map((change) => ({ ...change, isOffered }))
  const done = { ok: true, value: call === 'sharing.keep' ? null : { isCurrent, undo: [source], errors: [] } }
  const answers = [done, { ok: false, problem: { code: 'storage_failed' } }, done]
  const calls = await show(<Leavable />, {
    'sharing.sources': () => ({ ok: true, value: [file()] }),
    [call]: () => answers.shift(),
  })
  if (!isOffered) await page.getByText('3 differences that you keep').click()
  await button(action).click()
  await button('Undo').click()
  await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
  await button('Undo').click()
  await expect.element(button('Undo')).not.toBeInTheDocument()
  expect(calls.filter(([name]) => name === call)).toHaveLength(3)
})

/** Shows the shared rules until the user leaves them. */
function Leavable() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <Toaster />
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
      {isOpen && <SharedRules profileId="acme" />}
    </>
  )
}

test('an invalid file is reported with the place of its errors', async () => {
  await showShared(
    { 'sharing.compare': ok({ errors: ['The file is empty. (line 1, column 1)'], changes: [] }) },
    () => [],
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  await userEvent.upload(input, new File([''], 'rules.json'))
  await expect.element(page.getByText('The file is empty. (line 1, column 1)')).toBeVisible()
})

test('a service offers its rules, and is followed only after the user agrees', async () => {
  let follows = false
  const inputsOf = await showShared(
    {
      'sharing.followService': (input: { follows: boolean }) => {
        ;({ follows } = input)
        return { ok: true, value: null }
      },
    },
    () => [{ ...file(), kind: 'service', where: 'links.example.com', follows }],
  )
  await expect.element(page.getByText(/Shared by the service/)).toBeVisible()
  await expect.element(page.getByText(/The service has 3 differences to decide on/)).toBeVisible()
  const followCheckbox = page.getByRole('checkbox', { name: 'Always follow this service' })
  await expect.element(followCheckbox).not.toBeChecked()
  await followCheckbox.click()
  await expect.element(followCheckbox).toBeChecked()
  expect(inputsOf('sharing.followService')).toEqual([{ profileId: 'acme', follows: true }])
  expect(inputsOf('sharing.apply')).toEqual([])
  expect(await findAxeViolations()).toEqual([])
  await followCheckbox.click()
  await expect.element(followCheckbox).not.toBeChecked()
})

test('a service that can’t be read shows its last known rules, and when it is read again', async () => {
  errors = ['The service didn’t respond in time.']
  await showShared({}, () => [{ ...file(), kind: 'service', where: 'links.example.com', follows: false }])
  await expect.element(page.getByText(/The service can’t be read right now/)).toBeVisible()
  await expect.element(page.getByText(/The service is read again every minute/)).toBeVisible()
  await expect.element(page.getByText(/This is what it had when it was last read/)).toBeVisible()
  await expect.element(page.getByText(/^Last read /)).toBeVisible()
  expect(readEntries()).toContainEqual(expect.stringContaining('Preset “Sale”'))
})
