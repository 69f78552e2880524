import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findChannel, unassigned } from '../../../../contract/app/channels/rules.ts'
import { Outcomes } from '../../../../renderer/features/simulator/Outcomes.tsx'
import { commonMediums } from '../../../../renderer/features/suggestions/commonSuggestions.ts'
import { trackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import type { TrackingRules } from '../../../../contract/service/rules/trackingRules.ts'
import { FormChecksContext } from '../../../../renderer/link/FormChecks.tsx'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm, toRules } from '../../../../renderer/link/form.ts'
import type { FormValues } from '../../../../renderer/link/form.ts'
import { createFormRules } from '../../../../renderer/link/formRules.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { TrackingFields } from '../../../../renderer/features/linkForm/TrackingFields.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const shop = { ...blankForm, desktopUrl: 'https://shop.example.com/sale', source: 'flyer' }

async function showFields(values: FormValues, rules: TrackingRules = {}) {
  const store = createFormStore(values)
  const checks = {
    ownService: true,
    attempted: false,
    refused: null,
    linkHosts: [],
    rules: createFormRules(rules),
  }
  const form = (
    <FormContext value={store}>
      <FormChecksContext value={checks}>
        <TrackingFields />
      </FormChecksContext>
    </FormContext>
  )
  await show(withSession(form))
  return store
}

const text = () => document.body.textContent

test('the tracking fields show the link’s channel, even while they are being edited', async () => {
  await showFields({ ...shop, source: 'facebook' })
  await expect.poll(text).toContain('In Google Analytics: Organic Social')
  await page.getByRole('combobox', { name: 'Medium' }).fill('cpc')
  await expect.poll(text).toContain('In Google Analytics: Paid Social')
  expect(await findAxeViolations()).toEqual([])
})

test('one click sets the nearest medium with a channel for a link without one', async () => {
  const store = await showFields({ ...shop, medium: 'qr' })
  await expect.poll(text).toContain('Google Analytics has no channel for “qr”')
  expect(text()).toContain('Google’s rules as of May 13, 2026, and its sources as of Nov 4, 2023.')
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Use “referral” (Referral)' }).click()
  expect(store.get().medium).toBe('referral')
  await expect.poll(text).toContain('In Google Analytics: Referral')
  expect(text()).not.toContain('has no channel')
})

test('a medium that the rules refuse is never suggested', async () => {
  const rules = trackingRules.parse({
    medium: {
      values: ['social'],
      dependent: { on: 'source', lists: [{ value: 'flyer', values: ['print', 'email'] }] },
    },
    campaign: { builtName: { template: '{year}-{name}' } },
  })
  const store = await showFields({ ...shop, medium: 'print' }, rules)
  await page.getByRole('button', { name: 'Use “email” (Email)' }).click()
  expect(store.get().medium).toBe('email')
  await expect.element(page.getByRole('combobox', { name: 'Campaign: year' })).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Campaign: name' })).toBeVisible()
})

test('no medium is suggested if the rules allow none that has a channel', async () => {
  await showFields({ ...shop, medium: 'print' }, trackingRules.parse({ medium: { values: ['print', 'qr'] } }))
  await expect.poll(text).toContain('Google Analytics has no channel for “print”')
  expect(page.getByRole('button', { name: /^Use “/ }).elements()).toEqual([])
})

test('a long medium is shortened in its warning', async () => {
  await showFields({ ...shop, medium: 'w'.repeat(255) })
  await expect.poll(text).toContain(`no channel for “${'w'.repeat(60)}…”`)
})

test('a missing medium is a warning only once the fields are left', async () => {
  await showFields(shop)
  await page.getByRole('combobox', { name: 'Source' }).click()
  await expect.poll(text).toContain('In Google Analytics: Unassigned')
  await userEvent.tab()
  await userEvent.tab()
  await expect.poll(text).toContain('Without a medium, Google Analytics counts these visits as Unassigned.')
})

test('no medium is suggested for an address with its own medium', async () => {
  await showFields({ ...shop, desktopUrl: 'https://shop.example.com/?utm_medium=qr' })
  await expect.poll(text).toContain('Unassigned')
  expect(page.getByRole('button', { name: /^Use “/ }).elements()).toEqual([])
})

test.each([
  ['no address', { ...shop, desktopUrl: '', medium: 'social' }],
  ['an app', { ...shop, desktopUrl: 'shop://sale', medium: 'social' }],
  ['an app store', { ...shop, desktopUrl: 'https://apps.apple.com/app/id1', medium: 'social' }],
  ['no tracking', { ...shop, source: '' }],
])('a link with %s shows no note about channels', async (_, values) => {
  const store = await showFields({ ...shop, medium: 'social' })
  await expect.poll(text).toContain('In Google Analytics')
  store.set(values)
  await expect.poll(text).not.toContain('Google Analytics')
})

test('suggested mediums all have a channel and show it', async () => {
  await showFields({ ...shop, source: 'facebook' })
  await page.getByRole('combobox', { name: 'Medium' }).fill('paid')
  await expect.element(page.getByRole('option', { name: 'paid_social Paid Social' })).toBeVisible()
  const channels = commonMediums.map(({ value }) =>
    findChannel({ campaign: '', source: 'flyer', medium: value }),
  )
  expect(channels).not.toContain(unassigned)
})

test('the simulator shows the channel only where tracking arrives', async () => {
  const values = {
    ...shop,
    medium: 'email',
    iosTarget: 'own',
    iosUrl: 'https://apps.apple.com/app/id1',
  } as const
  await show(withSession(<Outcomes rules={toRules(values)} defaults="ours" hasApp={false} />))
  const row = (who: string) => page.getByRole('listitem').filter({ hasText: who })
  await expect.poll(() => row('Desktop').element().textContent).toContain('In Google Analytics: Email')
  expect(row('Android').element().textContent).toContain('In Google Analytics: Email')
  expect(row('iPhone').element().textContent).not.toContain('In Google Analytics')
})
