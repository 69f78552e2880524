import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LinkDomains } from '../../../../renderer/screens/profiles/LinkDomains.tsx'
import type { SavedProfile } from '../../../../renderer/session/currentProfile.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const profile: SavedProfile = {
  id: 'shop',
  kind: 'remote',
  name: 'Shop',
  baseUrl: 'https://api.example.com/',
  linkHosts: ['go.example.com', 'a.example.com', 'b.example.com', 'c.example.com'],
  environmentValues: { production: 'production', development: 'development' },
  color: 'blue',
  notes: '',
  hasApp: true,
  key: 'keychain',
  managed: false,
  defaults: 'ours',
  reportsVisits: true,
  canChangeLinks: true,
  hasOwnPaths: false,
  hasImages: false,
}

const open = (changes: Partial<SavedProfile> = {}) =>
  show(withSession(<LinkDomains profile={{ ...profile, ...changes }} />), {
    'appLinks.get': () => ({ ok: true, value: null }),
  })
const heading = page.getByRole('heading', { name: 'Opening the app' })

test('each link domain of a profile can be checked, and nothing is sent before that', async () => {
  const calls = await open()
  for (const name of profile.linkHosts) {
    const domain = page.getByRole('region', { name, exact: true })
    await expect.element(domain.getByText('Android: not checked yet')).toBeVisible()
    await expect
      .element(domain.getByRole('button', { name: 'Check whether phones open the app' }))
      .toBeVisible()
  }
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(['appLinks.get']))
  await page.getByRole('button', { name: 'Check whether phones open the app' }).nth(1).click()
  expect(calls.at(-1)).toEqual([
    'appLinks.check',
    expect.objectContaining({ link: 'https://a.example.com/', wholeDomain: true }),
  ])
  expect(await findAxeViolations()).toEqual([])
})

test('the service’s own domain is listed if no link domain is known', async () => {
  await open({ linkHosts: [] })
  await expect.element(page.getByRole('region', { name: 'api.example.com' })).toBeVisible()
})

test('link domains are hidden for a project without an app and for the service on this computer', async () => {
  await open({ hasApp: false })
  await expect.element(heading).not.toBeInTheDocument()
  await open({ kind: 'embedded' })
  await expect.element(heading).not.toBeInTheDocument()
})
