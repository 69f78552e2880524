import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ServiceForm } from '../../../../renderer/features/connect/ServiceForm.tsx'
import { emptyServiceValues, toProfileInput } from '../../../../renderer/features/connect/serviceValues.ts'
import type { SavedProfile } from '../../../../renderer/session/currentProfile.ts'
import { findAxeViolations } from '../../axe.ts'
import { createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

/** The form for a new service. */
function NewServiceForm({ done = () => undefined }: { done?: (id: string) => void }) {
  return (
    <ServiceForm
      brief
      keyStore={{ kind: 'keychain', name: 'GNOME Keyring', reason: null }}
      profile={null}
      others={[]}
      environment="development"
      saveLabel="Connect"
      done={done}
    />
  )
}

const testResult = (steps: unknown[]) => () => ({
  ok: true,
  value: { steps, suggestedEnvironment: null, suggestedBaseUrl: null },
})
const failedTest = testResult([{ name: 'key', state: 'failed', found: '', problem: { code: 'key_refused' } }])

/** Opens the form. By default, the connection test passes. */
const open = (answers: Parameters<typeof show>[1] = {}, done: (id: string) => void = () => undefined) =>
  show(<NewServiceForm done={done} />, { 'connection.test': testResult([]), ...answers })

const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function fillIn() {
  await field('Name').fill('Acme')
  await field('Service address').fill('https://links.example.com/')
  await field('Project key').fill('pk_1')
}

/** Returns a field's error as described to screen readers. */
function fieldError(label: string): string {
  const ids = (field(label).element().getAttribute('aria-describedby') ?? '').split(' ')
  const errors = ids.filter((id) => id.endsWith('error'))
  return errors.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

test('every missing value is reported at its field, and nothing is sent', async () => {
  const calls = await open()
  await button('Connect').click()
  await expect.poll(() => fieldError('Name')).toBe('Enter a name.')
  expect(fieldError('Service address')).toBe('Enter the service’s address.')
  expect(fieldError('Project key')).toBe('Enter the project key.')
  await expect.element(field('Name')).toHaveFocus()
  expect(calls).toEqual([])
})

test('every invalid value is reported at its field and kept as typed, and nothing is sent', async () => {
  const calls = await open()
  const typed = { Name: 'Acme', 'Service address': 'http://links.example.com', 'Project key': 'two words' }
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text)
  await page.getByText('Advanced', { exact: true }).click()
  await field('Value sent for production').fill('live system')
  for (const buttonName of ['Connect', 'Test connection']) {
    await button(buttonName).click()
    await expect.poll(() => fieldError('Service address')).toContain('The address isn’t encrypted')
    expect(fieldError('Project key')).toContain('Copy it again.')
    expect(fieldError('Value sent for production')).toContain('without spaces')
    for (const [label, text] of Object.entries(typed)) await expect.element(field(label)).toHaveValue(text)
  }
  expect(calls).toEqual([])
})

test('a valid form is sent as typed', async () => {
  const calls = await open()
  await fillIn()
  await button('Connect').click()
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls[0]).toMatchObject(['connection.test', { key: 'pk_1' }])
  expect(calls[1]).toMatchObject(['profiles.save', { key: 'pk_1', profile: { name: 'Acme' } }])
})

test('a service whose test failed is only connected “anyway”, until a value changes', async () => {
  const calls = await open({ 'connection.test': failedTest })
  await fillIn()
  await button('Test connection').click()
  await expect.element(page.getByText('The service doesn’t accept this key')).toBeVisible()
  expect(page.getByText('Copy the whole key again, and enter it for this profile.').elements()).toHaveLength(
    1,
  )
  expect(page.getByText(/in the profile/).elements()).toEqual([])
  await expect.element(button('Connect anyway')).toBeVisible()
  expect(button('Connect').elements()).toEqual([])
  await field('Project key').fill('pk_2')
  await expect.element(button('Connect')).toBeVisible()
  await field('Project key').fill('pk_1')
  await button('Connect anyway').click()
  await expect.poll(() => calls.map(([name]) => name)).toContain('profiles.save')
})

test('a service is connected only if it accepts the key; after a failed test, Enter repeats the test', async () => {
  let answer = failedTest
  const calls = await open({ 'connection.test': () => answer() })
  const names = () => calls.map(([name]) => name)
  await fillIn()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Connect anyway')).toBeVisible()
  await field('Name').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['connection.test', 'connection.test'])
  answer = testResult([])
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Connect')).toBeVisible()
  expect(names()).not.toContain('profiles.save')
  await field('Name').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toContain('profiles.save')
})

test('a service that was saved but could not be switched to is not saved again', async () => {
  const saved = { ...toProfileInput(emptyServiceValues), name: 'Acme', id: 'p1' }
  const done = vi.fn<(id: string) => void>()
  await open(
    {
      'profiles.save': () => ({ ok: true, value: saved }),
      'profiles.use': () => ({ ok: false, problem: { code: 'storage_failed' } }),
      'app.state': () => ({ ok: true, value: createAppState() }),
    },
    done,
  )
  await fillIn()
  await button('Connect').click()
  await expect.poll(() => done.mock.calls).toEqual([['p1']])
})

test('a typed key is forgotten with the form after a test and a save', async () => {
  let client: QueryClient | undefined
  function Closable() {
    client = useQueryClient()
    const [isOpen, setOpen] = useState(true)
    return isOpen ? (
      <>
        <NewServiceForm />
        <button onClick={() => setOpen(false)}>Leave</button>
      </>
    ) : (
      <p>Closed</p>
    )
  }
  const cached = () =>
    JSON.stringify(
      client
        ?.getMutationCache()
        .getAll()
        .map(({ state }) => state.variables),
    )
  const failure = { ok: false, problem: { code: 'storage_failed' } }
  const calls = await show(<Closable />, {
    'connection.test': () => failure,
    'profiles.save': () => failure,
  })
  await fillIn()
  await button('Test connection').click()
  await expect.poll(() => calls.map(([name]) => name)).toContain('connection.test')
  await button('Connect anyway').click()
  await expect.poll(() => calls.map(([name]) => name)).toContain('profiles.save')
  await button('Leave').click()
  await expect.element(page.getByText('Closed')).toBeVisible()
  await expect.poll(cached).not.toContain('pk_1')
})

test('what is typed while a service is saved is kept', async () => {
  const [profile = null] = createAppState().profiles
  const late = Promise.withResolvers<unknown>()
  await show(
    <ServiceForm
      keyStore={{ kind: 'keychain', name: 'GNOME Keyring', reason: null }}
      profile={profile}
      others={[]}
      environment="development"
      saveLabel="Save"
      done={() => undefined}
    />,
    { 'profiles.save': () => late.promise, 'app.state': () => ({ ok: true, value: createAppState() }) },
  )
  await field('Name').fill('Acme links')
  await button('Save').click()
  await field('Notes').fill('Ask Ada')
  late.resolve({ ok: true, value: { ...profile, name: 'Acme Links' } })
  await expect.element(field('Name')).toHaveValue('Acme Links')
  await expect.element(field('Notes')).toHaveValue('Ask Ada')
})

test('a new service is contacted at once with its stored key, to find out which software it runs', async () => {
  const saved = { ...toProfileInput(emptyServiceValues), name: 'Acme', id: 'p1' }
  const calls = await open({
    'profiles.save': () => ({ ok: true, value: saved }),
    'profiles.use': () => ({ ok: true, value: null }),
  })
  await fillIn()
  await button('Connect').click()
  const testCalls = () => calls.filter(([name]) => name === 'connection.test')
  await expect.poll(testCalls).toHaveLength(2)
  expect(testCalls()[1]?.[1]).toMatchObject({ profileId: 'p1', environment: 'development' })
  expect(testCalls()[1]?.[1]).not.toHaveProperty('key')
})

test('axe finds no serious violation in an empty form and one with every error', async () => {
  await open()
  await page.getByText('Advanced', { exact: true }).click()
  expect(await findAxeViolations()).toEqual([])
  await button('Connect').click()
  await expect.poll(() => fieldError('Name')).not.toBe('')
  expect(await findAxeViolations()).toEqual([])
})

const saved: SavedProfile = {
  ...{ id: 'shop', kind: 'remote', name: 'Shop', color: 'blue', notes: '', hasApp: true, managed: false },
  ...{
    defaults: 'unknown',
    reportsVisits: false,
    canChangeLinks: false,
    hasOwnPaths: false,
    hasImages: false,
  },
  environmentValues: { production: 'production', development: 'development' },
  baseUrl: 'https://old.example.com/api/v1/sdk',
  linkHosts: [],
  key: 'keychain',
}

/** Opens the form of a saved profile whose key is stored. */
const openSaved = () =>
  show(
    <ServiceForm
      keyStore={{ kind: 'keychain', name: 'GNOME Keyring', reason: null }}
      profile={saved}
      others={[]}
      environment="development"
      saveLabel="Save"
      done={() => undefined}
    />,
  )

test('a saved profile asks for the key of a new host, and keeps its own at the old one', async () => {
  const calls = await openSaved()
  expect(field('Project key').elements()).toEqual([])
  await field('Service address').fill('https://new.example.com')
  const newKey = field('Project key for new.example.com')
  await expect.element(newKey).toBeVisible()
  await button('Save').click()
  await expect.poll(() => fieldError('Project key for new.example.com')).toBe('Enter the project key.')
  expect(calls).toEqual([])
  expect(await findAxeViolations()).toEqual([])

  await newKey.fill('pk_new')
  await expect.element(page.getByLabelText('Use the same key at new.example.com')).toBeDisabled()
  await button('Test connection').click()
  await expect.poll(() => calls.at(-1)).toMatchObject(['connection.test', { key: 'pk_new' }])
  await field('Service address').fill('https://old.example.com')
  await button('Save').click()
  await expect.poll(() => calls.at(-1)?.[0]).toBe('profiles.save')
  expect(calls.at(-1)?.[1]).not.toHaveProperty('key')
  expect(calls.at(-1)?.[1]).toMatchObject({ id: saved.id, sameKey: false })
})

test('a saved profile sends its key to a new host only if the user confirms that host', async () => {
  const calls = await openSaved()
  await field('Service address').fill('https://new.example.com')
  await page.getByLabelText('Use the same key at new.example.com').click()
  await button('Test connection').click()
  await expect
    .poll(() => calls.at(-1))
    .toMatchObject(['connection.test', { profileId: saved.id, sameKey: true }])
  await field('Service address').fill('https://other.example.com')
  await expect.element(page.getByLabelText('Use the same key at other.example.com')).not.toBeChecked()
  await button('Save').click()
  await expect.poll(() => fieldError('Project key for other.example.com')).toBe('Enter the project key.')
  await page.getByLabelText('Use the same key at other.example.com').click()
  await button('Save').click()
  await expect.poll(() => calls.at(-1)).toMatchObject(['profiles.save', { id: saved.id, sameKey: true }])
})
