import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import type { AppState } from '../../../../contract/app/calls/app/app.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import LinkScreen from '../../../../renderer/screens/link/LinkScreen.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const id = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'

function createRecord(path: string, data: string, overrides: Partial<LinkRecord> = {}): LinkRecord {
  const link = `http://127.0.0.1:4680/${path}`
  const answer = `{"link":{"access_path":"${link}","title":"Summer sale","data":${data}}}`
  return {
    id,
    state: 'created',
    profileId: 'acme',
    profileName: 'Acme',
    environment: 'development',
    request: { title: 'Summer sale', data },
    promotedFrom: null,
    link,
    path,
    problem: null,
    answer,
    stored: parseRemoteLink(answer.slice('{"link":'.length, -1)),
    differences: [],
    checkedAt: new Date().toISOString(),
    createdAt: new Date().toISOString(),
    ...overrides,
  }
}

async function open(first: LinkRecord, ...others: LinkRecord[]) {
  return await openWithState({}, first, ...others)
}

async function openWithState(overrides: Partial<AppState>, first: LinkRecord, ...others: LinkRecord[]) {
  history.replaceState(null, '', `#/created/${first.id}`)
  const screen = (
    <Router hook={useHashLocation}>
      <Route path="/created/:id" component={LinkScreen} />
    </Router>
  )
  return await show(withSession(screen, overrides), {
    'appLinks.get': () => ({ ok: true, value: null }),
    'links.get': (input: { id: string }) => ({
      ok: true,
      value: [first, ...others].find((record) => record.id === input.id),
    }),
    'links.promotions': () => ({ ok: true, value: [] }),
    'checks.history': () => ({ ok: true, value: [] }),
    'library.versions': () => ({ ok: true, value: { versions: [] } }),
  })
}

test('a link that can’t be loaded can be tried again', async () => {
  const answers: unknown[] = [{ ok: false, problem: { code: 'storage_failed' } }]
  history.replaceState(null, '', `#/created/${id}`)
  const screen = (
    <Router hook={useHashLocation}>
      <Route path="/created/:id" component={LinkScreen} />
    </Router>
  )
  await show(withSession(screen), {
    'links.get': () => answers.shift() ?? { ok: true, value: createRecord('Ab3', '{}') },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('an address of no link says so in its own words, and leads to the list', async () => {
  history.replaceState(null, '', '#/created/x')
  const screen = (
    <Router hook={useHashLocation}>
      <Route path="/created/:id" component={LinkScreen} />
    </Router>
  )
  await show(withSession(screen), { 'links.get': () => ({ ok: false, problem: { code: 'invalid_input' } }) })
  await expect.element(page.getByText('This link isn’t in the library')).toBeVisible()
  await page.getByRole('button', { name: 'All links' }).click()
  expect(location.hash).toBe('#/links')
})

test('the app data is shown formatted, with a tick beside the link', async () => {
  await open(createRecord('Ab3', '{"sku":"A-1","price":1.50}'))
  const data = page.getByRole('region', { name: 'App data as text' })
  await expect.element(data).toHaveTextContent('{ "sku": "A-1", "price": 1.50 }')
  await expect.element(page.getByText('Stored as requested')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('every field that is set is shown as it is stored', async () => {
  const stored = {
    title: 'Summer sale',
    subtitle: 'Until Sunday',
    tags: ['a', 'b'],
    tracking_source: 'news',
    show_preview_ios: true,
    ios_custom_redirect: { url: 'https://shop.example.com/ios', open_app_if_installed: false },
  }
  const record = createRecord('Ab3', '{}', { stored: parseRemoteLink(JSON.stringify(stored)) })
  await open(record)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect
    .element(part('What people see'))
    .toHaveTextContent('What people seeTitleSummer saleSubtitleUntil SundayPreview page, iPhone and iPadYes')
  await expect
    .element(part('Where it goes'))
    .toHaveTextContent('Where it goesiPhone and iPadhttps://shop.example.com/ios (never opens the app)')
  await expect.element(part('Tracking and tags')).toHaveTextContent('Tracking and tagsSourcenewsTagsa, b')
})

test('long app data is folded', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `"key${index}":${index}`)
  await open(createRecord('Ab3', `{${rows.join(',')}}`))
  await page.getByText('Show all 32 lines').click()
  await expect.element(page.getByRole('region', { name: 'App data as text' })).toBeVisible()
})

test('a link without app data has no section for it, and a changed link has no tick', async () => {
  const differences = [
    { field: 'title', requested: 'Summer sale', stored: 'Sale' },
  ] as LinkRecord['differences']
  await open(createRecord('Ab3', '{}', { differences }))
  await expect.element(page.getByText('The service stored different values')).toBeVisible()
  await expect.element(page.getByText('Stored as requested')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'App data' })).not.toBeInTheDocument()
})

test.each([
  ['is switched off', { active: false }, {}, 'Switched off'],
  ['has ended', { active: true, active_until: '2001-01-01T12:00:00.000Z' }, {}, /^Ended Jan 1, 2001/],
  ['is gone', { active: true }, { lastCheck: 'gone' }, 'No longer exists on the service'],
] as const)('a link that %s says so beside the link', async (_, fields, overrides, words) => {
  await open(createRecord('Ab3', '{}', { stored: parseRemoteLink(JSON.stringify(fields)), ...overrides }))
  const top = page.getByRole('region', { name: 'The new link' })
  await expect.element(top.getByText(words)).toBeVisible()
  await expect.element(top.getByText('Stored as requested')).not.toBeInTheDocument()
  await expect
    .element(top.getByRole('button', { name: 'Copy link' }))
    .toHaveAttribute('data-variant', 'default')
})

test('the window says only once that links work only on this computer', async () => {
  const nextId = '5d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c12'
  await open(createRecord('Ab3', '{}'), createRecord('Cd4', '{}', { id: nextId }))
  await expect.element(page.getByText(/Works only on this computer/)).toBeVisible()
  location.hash = `#/created/${nextId}`
  await expect.element(page.getByText('http://127.0.0.1:4680/Cd4')).toBeVisible()
  await expect.element(page.getByText(/Works only on this computer/)).not.toBeInTheDocument()
})

test('whether phones open the app is shown only if the project may have an app', async () => {
  const profiles = createAppState().profiles.map((profile) => ({ ...profile, hasApp: false }))
  const part = page.getByRole('region', { name: 'With the app' })
  await open(createRecord('Ab3', '{}'))
  await expect.element(part).toBeVisible()
  const calls = await openWithState({ profiles }, createRecord('Ab3', '{}'))
  await expect.element(page.getByRole('heading', { name: 'What happens' }).last()).toBeVisible()
  expect(calls.map(([name]) => name)).not.toContain('appLinks.get')
})
