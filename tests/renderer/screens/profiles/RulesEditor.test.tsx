import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Draft } from '../../../../contract/app/calls/runs/drafts.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { RulesScreen } from '../../../../renderer/screens/profiles/rules/RulesScreen.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

beforeEach(() => sessionStorage.clear())

const [profile] = createAppState().profiles
const ok = (value: unknown) => () => ({ ok: true, value })

async function showEditor(
  rules: unknown = {},
  answerSave: unknown = { isSaved: true, current: {} },
  answers: Record<string, (input: never) => unknown> = {},
) {
  const screen = withSession(profile && <RulesScreen profile={profile} />)
  const calls = await show(
    <>
      {screen}
      <Toaster />
    </>,
    {
      'rules.get': ok({ rules: rules === null ? null : trackingRules.parse(rules) }),
      'rules.save': typeof answerSave === 'function' ? (answerSave as () => unknown) : ok(answerSave),
      'sharing.service': ok(null),
      'drafts.list': ok([]),
      'drafts.save': ok(null),
      'drafts.remove': ok(null),
      ...answers,
    },
  )
  return { saved: () => calls.filter(([name]) => name === 'rules.save').map(([, input]) => input) }
}

const values = () => page.getByLabelText('One per line').first()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name })

test('a pasted list can be tested in the editor and becomes the allowed values', async () => {
  const { saved } = await showEditor()
  await values().fill('newsletter\ntwitter\n\ntwitter')
  await page.getByLabelText('Values to test, one per line').fill('Twitter\ntwiter')
  const rows = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  await expect
    .poll(rows)
    .toEqual([
      'TypedBecomesResult',
      'TwittertwitterAllowed',
      'twitertwiterRefused: “twiter” is not one of the sources in the list. Suggests “twitter”.',
    ])
  expect(saved()).toEqual([])
  await button('Save rules').click()
  await expect
    .poll(saved)
    .toMatchObject([{ profileId: 'acme', rules: { source: { values: ['newsletter', 'twitter'] } } }])
})

test('rules can be edited and saved if the session storage is full', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  onTestFinished(() => setItem.mockRestore())
  const { saved } = await showEditor()
  await values().fill('newsletter')
  await button('Save rules').click()
  await expect.poll(saved).toMatchObject([{ rules: { source: { values: ['newsletter'] } } }])
})

test('rules with an error cannot be saved, and the error is at its field', async () => {
  const { saved } = await showEditor()
  await tab('Campaign').click()
  await button('Edit as text').click()
  await page.getByLabelText('Template').fill('{year}-{__proto__}')
  await expect.element(page.getByText('Choose another name for {__proto__}.')).toBeVisible()
  await page.getByLabelText('Template').fill('sale')
  await expect.element(page.getByText('Enter at least one part, such as {name}.')).toBeVisible()
  await expect.element(button('Save rules')).toBeDisabled()
  expect(saved()).toEqual([])
})

test('a part of a template that is named like an inherited member is edited like others', async () => {
  await showEditor()
  await tab('Campaign').click()
  await button('Edit as text').click()
  await page.getByLabelText('Template').fill('{constructor}')
  await expect.element(page.getByLabelText('Values of {constructor}')).toHaveValue('')
})

test('a part that is removed and added again comes last, with its values', async () => {
  const lists = { year: ['2027'] }
  const { saved } = await showEditor({ campaign: { builtName: { template: '{year}_{name}', lists } } })
  await tab('Campaign').click()
  await page.getByRole('combobox', { name: 'Parts, in order' }).click()
  await userEvent.keyboard('{Backspace}{Backspace}name{Enter}year{Enter}{Escape}')
  await button('Save rules').click()
  await expect
    .poll(saved)
    .toMatchObject([{ rules: { campaign: { builtName: { template: '{name}_{year}', lists } } } }])
})

test('more parts than a name can have are refused in words', async () => {
  const parts = Array.from({ length: 10 }, (_, index) => `{part${index}}`)
  await showEditor({ campaign: { builtName: { template: parts.join('-') } } })
  await tab('Campaign').click()
  await page.getByRole('combobox', { name: 'Parts, in order' }).click()
  await userEvent.keyboard('eleventh{Enter}')
  await expect.element(page.getByText('At most 10 parts are allowed.')).toBeVisible()
  await expect.element(button('Save rules')).toBeDisabled()
})

test('all rules of a field are shown as saved', async () => {
  const rules = {
    campaign: {
      ...{ presence: 'required', start: 'sale', lowerCase: true, separator: '-', maxLength: 40 },
      ...{ forbidden: ['test'], pattern: '####-*', isWarning: true, isOpen: true, values: ['a'] },
      dependent: { on: 'source', lists: [{ value: 'x', values: ['y', 'z'] }] },
      builtName: { template: '{year}-{market}', lists: { market: ['de', 'at'] } },
    },
  }
  const { saved } = await showEditor(rules)
  await tab('Campaign').click()
  await page.getByLabelText('Starts with').fill('sale-2')
  await button('Save rules').click()
  await expect.poll(saved).toMatchObject([{ rules: { campaign: { ...rules.campaign, start: 'sale-2' } } }])
})

test('edits are kept by the app until they are saved or discarded, and discarding can be undone', async () => {
  const drafts = new Map<string, Draft>()
  const app = {
    'drafts.list': () => ({ ok: true, value: [...drafts.values()] }),
    'drafts.save': ({ id, form }: Draft) => {
      drafts.set(id, { id, form, savedAt: new Date().toISOString() })
      return { ok: true, value: null }
    },
    'drafts.remove': ({ id }: Draft) => {
      drafts.delete(id)
      return { ok: true, value: null }
    },
  }
  const reopen = async () => {
    // Quitting also deletes the session storage.
    dispatchEvent(new Event('pagehide'))
    sessionStorage.clear()
    await cleanup()
    await showEditor({}, undefined, app)
  }
  await reopen()
  await values().fill('kept')
  await reopen()
  await expect.element(values()).toHaveValue('kept')
  await button('Discard changes').click()
  await expect.element(values()).toHaveValue('')
  await button('Undo').click()
  await expect.element(values()).toHaveValue('kept')
  await values().fill('')
  await reopen()
  await expect.element(values()).toHaveValue('')
  expect(drafts.size).toBe(0)
})

test('rules that are edited while others are being saved stay, and can be saved next', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { saved } = await showEditor({}, () => answer.promise)
  await values().fill('first')
  await button('Save rules').click()
  await expect.poll(saved).toHaveLength(1)
  await values().fill('first\nsecond')
  answer.resolve({ ok: true, value: { isSaved: true, current: {} } })
  await expect.element(page.getByText('Rules saved')).toBeVisible()
  await expect.element(values()).toHaveValue('first\nsecond')
  await button('Save rules').click()
  await expect.poll(saved).toMatchObject([
    {},
    {
      rules: { source: { values: ['first', 'second'] } },
      expected: { source: { values: ['first'] } },
    },
  ])
})

test('rules that were saved elsewhere meanwhile are shown beside the edited ones, and either can be saved', async () => {
  const otherRules = trackingRules.parse({ source: { values: ['theirs'] }, medium: { values: ['email'] } })
  const answers = [
    { isSaved: false, current: otherRules },
    { isSaved: true, current: otherRules },
  ]
  const { saved } = await showEditor({ source: { values: ['old'] } }, () => ({
    ok: true,
    value: answers.shift(),
  }))
  await values().fill('mine')
  await button('Save rules').click()
  await expect
    .element(page.getByText('These rules were changed elsewhere while you edited them'))
    .toBeVisible()
  await expect.element(values()).toHaveValue('mine')
  await expect.element(button('Save rules')).toBeDisabled()
  expect(await findAxeViolations()).toEqual([])
  await button('Keep mine: Rules for source').click()
  await button('Accept: Rules for medium').click()
  await button('Save rules').click()
  await expect.poll(saved).toMatchObject([
    { rules: { source: { values: ['mine'] } }, expected: { source: { values: ['old'] } } },
    {
      rules: { source: { values: ['mine'] }, medium: { values: ['email'] } },
      expected: { source: { values: ['theirs'] }, medium: { values: ['email'] } },
    },
  ])
})

test('a full disk does not lose what was typed, and the error explains what to do', async () => {
  await showEditor({}, () => ({ ok: false, problem: { code: 'storage_failed' } }))
  await values().fill('typed')
  await button('Save rules').click()
  await expect.element(page.getByText('Linkwright can’t write to its data folder')).toBeVisible()
  await expect.element(values()).toHaveValue('typed')
  await expect.element(button('Save rules')).toBeEnabled()
})

test('rules of a newer version are not shown as empty', async () => {
  await showEditor(null)
  await expect.element(page.getByText('These rules can’t be read')).toBeVisible()
  expect(values().query()).toBeNull()
})

test('the editor can be used with a keyboard and a screen reader', async () => {
  await showEditor({ medium: { dependent: { on: 'source', lists: [{ value: 'x', values: ['y'] }] } } })
  await tab('Medium').click()
  await page.getByLabelText('Values to test, one per line').fill('y')
  expect(await findAxeViolations()).toEqual([])
})

test('every state of the editor is accessible: a built name, an error, and saved', async () => {
  await showEditor({ campaign: { builtName: { template: '{year}-{market}', lists: { market: ['de'] } } } })
  await tab('Campaign').click()
  await page.getByLabelText('Values to test, one per line').fill('2026-de\n2026-fr')
  await expect.element(page.getByText(/^Refused: /)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await button('Edit as text').click()
  await page.getByLabelText('Template').fill('sale')
  await expect.element(page.getByText('1 field has an error.')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await button('Discard changes').click()
  await tab('Tags').click()
  await values().fill('Sale')
  await button('Save rules').click()
  await expect.element(page.getByText('Saved')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('the editor opens on a field that has rules', async () => {
  await showEditor({ tags: { presence: 'required' } })
  await expect.element(tab('Tags')).toHaveAttribute('aria-selected', 'true')
})

test('rules are written, tested and saved with the keyboard only', async () => {
  const { saved } = await showEditor()
  const focusedElement = () => document.activeElement
  const focusedLabel = () =>
    (focusedElement() as HTMLInputElement).labels?.[0]?.textContent ?? focusedElement()?.textContent ?? ''
  const tabTo = async (name: string) => {
    for (let presses = 0; focusedLabel() !== name; presses++) {
      if (presses > 40) throw new Error(`Tab doesn’t reach ${name}.`)
      await userEvent.keyboard('{Tab}')
    }
  }
  await tabTo('Source')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Medium')).toHaveAttribute('aria-selected', 'true')
  await tabTo('One per line')
  await userEvent.keyboard('email{Enter}social')
  await tabTo('The field is')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Required' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect
    .element(page.getByRole('option', { name: 'Required' }))
    .toHaveAttribute('data-combobox-selected')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'The field is' })).toHaveValue('Required')
  await tabTo('Lower case only')
  await userEvent.keyboard(' ')
  await tabTo('Only warn if a link breaks these rules or the field is empty')
  await userEvent.keyboard(' ')
  await tabTo('Values to test, one per line')
  await userEvent.keyboard('emial')
  await expect.element(page.getByText(/^Refused: .*Suggests “email”\.$/)).toBeVisible()
  await tabTo('Save rules')
  await userEvent.keyboard('{Enter}')
  await expect.poll(saved).toMatchObject([
    {
      rules: {
        medium: { values: ['email', 'social'], presence: 'required', lowerCase: true, isWarning: true },
      },
    },
  ])
})

test('a list of 2,000 values and 200 tested ones show the result of a typed value', async () => {
  await showEditor({ source: { values: Array.from({ length: 2_000 }, (_, index) => `partner-${index}`) } })
  const testedValues = page.getByLabelText('Values to test, one per line')
  await testedValues.fill(Array.from({ length: 199 }, (_, index) => `partner-${index}`).join('\n'))
  await testedValues.click()
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}prtner-7')
  await expect.element(page.getByText(/Suggests “partner-7”/)).toBeVisible()
  expect(page.getByRole('row').elements()).toHaveLength(201)
})

test('two allowed values that differ only in case or separators cause a warning but can be saved', async () => {
  const { saved } = await showEditor()
  await values().fill('Twitter\nnewsletter\nNews-Letter\ntwitter')
  const warning = page.getByText(/“newsletter” and “News-Letter” differ only in case/)
  await expect.element(warning).toBeVisible()
  await button('Save rules').click()
  await expect
    .poll(saved)
    .toMatchObject([{ rules: { source: { values: ['Twitter', 'newsletter', 'News-Letter', 'twitter'] } } }])
  // The same value in two Unicode forms is one.
  await values().fill('caf\u00e9\ncafe\u0301')
  await expect.element(warning).not.toBeInTheDocument()
  await button('Save rules').click()
  await expect.poll(() => saved().at(-1)).toMatchObject({ rules: { source: { values: ['caf\u00e9'] } } })
})

test('a list for a value that the other field no longer allows causes a warning', async () => {
  await showEditor({
    source: { values: ['newsletter', 'twitter'] },
    medium: { dependent: { on: 'source', lists: [{ value: 'Twitter', values: ['social'] }] } },
  })
  const warning = page.getByText('“Twitter” is not one of the allowed sources, so its list is never used.')
  await tab('Medium').click()
  await expect.element(page.getByLabelText('Allowed for Twitter')).toBeVisible()
  expect(warning.query()).toBeNull()
  await tab('Source').click()
  await values().fill('newsletter')
  await tab('Medium').click()
  await expect.element(warning).toBeVisible()
  await tab('Source').click()
  await page.getByLabelText('Allow values that aren’t listed, with a warning').click()
  await tab('Medium').click()
  await expect.element(page.getByLabelText('Allowed for Twitter')).toBeVisible()
  expect(warning.query()).toBeNull()
})

test('rules that a followed service changes meanwhile are shown, and edits of them are kept', async () => {
  let source = ['newsletter']
  await showEditor({}, undefined, {
    'rules.get': () => ok({ rules: trackingRules.parse({ source: { values: source } }) })(),
    'library.count': () => ok({ total: source.length, atLeast: false })(),
  })
  await expect.element(values()).toHaveValue('newsletter')
  source = ['newsletter', 'linkedin']
  await expect.element(values()).toHaveValue('newsletter\nlinkedin')
  await expect.element(page.getByText(/^2 links of this profile break the saved rules/)).toBeVisible()
  await values().fill('newsletter\nflyer')
  source = ['twitter']
  await expect.element(page.getByText(/^1 link of this profile breaks the saved rules/)).toBeVisible()
  await expect.element(values()).toHaveValue('newsletter\nflyer')
})
