import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import type { AppState } from '../../../contract/app/calls/app/app.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { callKey } from '../../../renderer/api/useCall.ts'
import { Shell } from '../../../renderer/app/Shell.tsx'
import { findCurrent } from '../../../renderer/session/currentProfile.ts'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { createAppState } from '../session.tsx'
import { show } from '../show.tsx'

const record: LinkRecord = {
  ...{ id: '4d9f3c52-6c0e-4d0c-9d0f-000000000001', state: 'created', profileId: 'acme', profileName: 'Acme' },
  ...{ environment: 'development', request: { title: 'Summer sale' }, promotedFrom: null, problem: null },
  ...{ answer: null, link: 'https://links.example.com/aB3dE1', path: 'aB3dE1', stored: null },
  ...{ differences: [], checkedAt: null, createdAt: '2026-11-22T16:11:00.000Z' },
}

test('a title that changes on the screen takes the focus from a button, but not from a field', async () => {
  const state = createAppState()
  const current = findCurrent(state)
  if (!current) throw new Error('There is no profile.')
  history.replaceState(null, '', `#/links/${record.id}/page`)
  let client: QueryClient | undefined
  function Cache() {
    client = useQueryClient()
    return <input aria-label="Note" />
  }
  await show(
    <Router hook={useHashPath}>
      <Shell state={state} current={current} welcomed={false} />
      <Cache />
    </Router>,
    { 'links.get': () => ({ ok: true, value: record }) },
  )
  await expect.poll(() => document.title).toBe('Summer sale – Linkwright')
  const setTitle = (title: string) =>
    client?.setQueryData(callKey('links.get', { id: record.id }), { ...record, request: { title } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Summer sale' })).toHaveFocus()
  const note = page.getByLabelText('Note')
  await note.click()
  await userEvent.keyboard('For the ')
  setTitle('Winter sale')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Winter sale' })).toBeVisible()
  await userEvent.keyboard('poster')
  await expect.element(note).toHaveValue('For the poster')
  await expect.element(note).toHaveFocus()
  page.getByRole('link', { name: 'Links', exact: true }).element().focus()
  setTitle('Spring sale')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Spring sale' })).toHaveFocus()
  setTitle('W'.repeat(200))
  await expect.poll(() => document.title).toMatch(/^W{40}…W{39} – Linkwright$/)
})

/** Shows a path of the window while development of a profile is active. Returns the calls. */
async function showPath(
  path: string,
  profile: Partial<AppState['profiles'][number]> = {},
  fields: Partial<LinkRecord> = {},
) {
  const { profiles } = createAppState()
  const state = createAppState({ profiles: profiles.map((each) => ({ ...each, ...profile })) })
  const current = findCurrent(state)
  if (!current) throw new Error('There is no profile.')
  history.replaceState(null, '', `#${path}`)
  const ok = (value: unknown) => () => ({ ok: true, value })
  return await show(
    <Router hook={useHashPath}>
      <Shell state={state} current={current} welcomed={false} />
    </Router>,
    {
      'links.get': ok({
        ...record,
        environment: 'production',
        profileId: 'gone',
        profileName: 'Shop of 2024',
        ...fields,
      }),
      'drafts.list': ok([]),
      'presets.list': ok({ presets: [], defaults: {} }),
      'rules.get': ok({ rules: {} }),
    },
  )
}

test('a link’s page shows the profile and environment of the link, and no switch', async () => {
  await showPath(`/links/${record.id}/page`)
  const context = page.getByRole('group', { name: 'Profile and environment of this page' })
  await expect.element(context).toHaveTextContent('Shop of 2024Production')
  expect(page.getByRole('radiogroup', { name: 'Environment' }).query()).toBeNull()
  expect(document.querySelector('[data-environment="production"] main')).not.toBeNull()
})

test.each([
  ['same', 'Link created'],
  ['gone', 'Summer sale'],
] as const)('the page of a new link that is %s is called %s', async (lastCheck, name) => {
  await showPath(`/created/${record.id}`, {}, { lastCheck })
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test.each([
  ['/create', 1],
  ['/links', 0],
  ['/settings/about', 0],
])(
  '%s has %i switch of the environment and request for a missing key, because they only have an effect there',
  async (path, count) => {
    await showPath(path, { kind: 'remote', key: 'none' })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('radiogroup', { name: 'Environment' }).elements().length).toBe(count)
    expect(page.getByRole('region', { name: /^Enter the project key/ }).elements().length).toBe(count)
  },
)

test('Alt+P switches the environment also from a field, where it types nothing', async () => {
  const calls = await showPath('/create')
  const address = page.getByLabelText('Where does it go?', { exact: true })
  await address.click()
  await userEvent.keyboard('{Alt>}p{/Alt}')
  await expect
    .poll(() => calls.find(([name]) => name === 'profiles.use'))
    .toMatchObject(['profiles.use', { environment: 'production' }])
  await expect.element(address).toHaveFocus()
})

test('the request for a missing key can be closed, and the profile’s menu still says that there is none', async () => {
  await showPath('/create', { kind: 'remote', key: 'none' })
  await page.getByRole('button', { name: 'Hide the request for a key' }).click()
  await expect.element(page.getByRole('region', { name: /^Enter the project key/ })).not.toBeInTheDocument()
  location.hash = '#/find'
  await expect.element(page.getByRole('heading', { level: 1, name: /Find/ })).toBeVisible()
  expect(page.getByRole('region', { name: /^Enter the project key/ }).elements()).toEqual([])
  await expect.element(page.getByText('No key')).toBeVisible()
})
