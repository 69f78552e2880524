import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import type { SharedChange } from '../../../../contract/app/rules/sharedEntries.ts'
import { SharedRules } from '../../../../renderer/screens/profiles/rules/shared/SharedRules.tsx'
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

const service = () => ({
  where: 'links.example.com',
  readAt: '2026-01-31T12:00:00.000Z',
  follows: false,
  hasRules: true,
  errors,
  changes,
})

async function showShared(
  moreAnswers: Record<string, (input: never) => unknown> = {},
  shared: () => unknown = service,
) {
  const calls = await show(<SharedRules profileId="acme" />, {
    'sharing.service': () => ({ ok: true, value: shared() }),
    'sharing.apply': () => ({ ok: true, value: { isCurrent, undo: [], errors: [] } }),
    'sharing.keep': ok(null),
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

test('one difference is applied only on request, with undo', async () => {
  const inputsOf = await showShared()
  await button('Accept: Rules for source').click()
  await expect
    .poll(() => inputsOf('sharing.apply'))
    .toEqual([{ profileId: 'acme', changes: [source], isFromService: true }])
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
    .toEqual([{ profileId: 'acme', changes: [source, preset, view] }])
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
    () => null,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  await userEvent.upload(input, new File(['{"format":1}'], 'rules.json'))
  await button('Keep mine: Rules for source').click()
  await button('Accept: Preset “Sale”').click()
  await expect
    .poll(() => inputsOf('sharing.apply'))
    .toEqual([{ profileId: 'acme', changes: [preset], isFromService: false }])
  expect(inputsOf('sharing.compare')[0]).toEqual({ profileId: 'acme', text: '{"format":1}' })
})

test('a file whose differences are all ignored is not called the same', async () => {
  await showShared(
    { 'sharing.compare': () => ({ ok: true, value: { errors: [], changes: [source, preset] } }) },
    () => null,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no input for a file.')
  await userEvent.upload(input, new File(['{"format":1}'], 'rules.json'))
  await button('Keep all mine').click()
  await expect
    .element(page.getByText('rules.json has no other differences. You keep your own in 2 places.'))
    .toBeVisible()
})

test('an Undo that is no longer possible says so on another screen too', async () => {
  await show(<Leavable />, {
    'sharing.service': () => ({ ok: true, value: service() }),
    'sharing.apply': () => ({ ok: true, value: { isCurrent, undo: [source], errors: [] } }),
  })
  await button('Accept: Rules for source').click()
  await expect.element(button('Undo')).toBeVisible()
  await button('Leave').click()
  await expect.element(button('Save as file…')).not.toBeInTheDocument()
  isCurrent = false
  await button('Undo').click()
  await expect
    .element(page.getByText('It was edited in the meantime, so it can’t be undone any more.'))
    .toBeVisible()
})

test.each([
  { call: 'sharing.apply', action: 'Accept: Rules for source' },
  { call: 'sharing.keep', action: 'Keep mine: Rules for source' },
])('an Undo that failed is offered again: $action', async ({ call, action }) => {
  const done = { ok: true, value: call === 'sharing.keep' ? null : { isCurrent, undo: [source], errors: [] } }
  const answers = [done, { ok: false, problem: { code: 'storage_failed' } }, done]
  const calls = await show(<Leavable />, {
    'sharing.service': () => ({ ok: true, value: service() }),
    [call]: () => answers.shift(),
  })
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
    () => null,
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
    () => ({ ...service(), follows }),
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
  await showShared()
  await expect.element(page.getByText(/The service can’t be read right now/)).toBeVisible()
  await expect.element(page.getByText(/The service is read again every minute/)).toBeVisible()
  await expect.element(page.getByText(/This is what it had when it was last read/)).toBeVisible()
  await expect.element(page.getByText(/^Last read /)).toBeVisible()
  expect(readEntries()).toContainEqual(expect.stringContaining('Preset “Sale”'))
})
