import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Route, Router } from 'wouter'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import type { Campaign } from '../../../../contract/app/calls/links/library.ts'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import CampaignsScreen from '../../../../renderer/screens/campaigns/CampaignsScreen.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'
import { createRows } from '../library/library.tsx'

const summer: Campaign = {
  ...{ name: 'summer', profileId: 'acme', profileName: 'Acme', environment: 'production' },
  ...{ links: 4, people: 310, known: 3, lastVisit: '2026-01-02', addedAt: '2026-01-01T12:00:00.000Z' },
}
const winter: Campaign = { ...summer, name: 'winter', environment: 'development', people: 0, known: 0 }

const visitLine = {
  ...{ total: 20, bots: 0, cards: 0, tests: 0, since: '2026-01-01', last: '2026-01-02' },
  line: [...Array<number>(6).fill(0), 8, ...Array<number>(6).fill(0), 12],
}

async function open(address: string, { reportsVisits = true } = {}) {
  history.replaceState(null, '', `#${address}`)
  const profiles = createAppState().profiles.map((profile) => ({ ...profile, id: 'acme', reportsVisits }))
  const rows = createRows(4).map((row) => ({ ...row, environment: 'production' as const }))
  return await show(
    <Router hook={useHashPath}>
      <Route path="/campaigns">{() => withSession(<CampaignsScreen />, { profiles })}</Route>
    </Router>,
    {
      'library.campaigns': () => ({ ok: true, value: { campaigns: [summer, winter], partial: false } }),
      'library.search': () => ({ ok: true, value: { rows, next: null, partial: false, nextEnd: null } }),
      'library.count': ({ view }: CallInput<'library.count'>) => ({
        ok: true,
        value: { total: view.breaksRules ? 2 : 4, atLeast: false },
      }),
      'visits.ofLinks': ({ ids }: CallInput<'visits.ofLinks'>) => ({
        ok: true,
        value: { lines: Object.fromEntries(ids.map((id) => [id, visitLine])), problem: null },
      }),
    },
  )
}

const campaignAddress = '/campaigns?name=summer&profile=acme&environment=production'

test('campaigns are listed with their links and known visits, are searched, and open their page', async () => {
  await open('/campaigns')
  await expect.element(page.getByRole('row', { name: /summer Production Acme 4 310\+/ })).toBeVisible()
  await expect.element(page.getByText(/^2 campaigns/)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.type(page.getByRole('textbox', { name: 'Search campaigns' }), 'WIN')
  await expect.element(page.getByText(/^1 campaign\b/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'summer' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'winter' }).click()
  await expect.element(page.getByRole('heading', { name: 'winter' })).toBeVisible()
})

test('the page of a campaign has its figures, its chart by channel and its links', async () => {
  await open(campaignAddress)
  await expect.element(page.getByText('48', { exact: true })).toBeVisible()
  await expect.element(page.getByText('+50 % to the 7 days before')).toBeVisible()
  await expect.element(page.getByText('Organic Social', { exact: true }).first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Show and fix' }))
    .toHaveAttribute('href', '#/links?campaign=summer&profile=acme&environment=production&breaksrules=yes')
  await expect.element(page.getByRole('img', { name: /^Visits of each channel/ })).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /Organic Social Sale 0.*facebook \/ email/ }))
    .toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a campaign of a service without visits claims none', async () => {
  await open(campaignAddress, { reportsVisits: false })
  await expect.element(page.getByText('Break the rules')).toBeVisible()
  await expect.element(page.getByText('Visits, 7 days')).not.toBeInTheDocument()
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
})
