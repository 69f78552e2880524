import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyringMissing, startSession } from '../core/harness/keyring.ts'
import type { Session } from '../core/harness/keyring.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { screenHosts } from './hosts.ts'
import { create, createForm, enterService, goTo, openServiceForm, replaceKey } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'

let service: RemoteService
beforeAll(async () => {
  service = await startRemoteService()
})
afterAll(() => service.stop())

const keyringProblem = keyringMissing()

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  let home: string
  let session: Session | null = null
  const createHome = async () => {
    home = await mkdtemp(join(tmpdir(), 'linkwright-home-'))
  }
  const closeApp = async () => {
    await app.close()
    await session?.stop()
    session = null
    await rm(home, { recursive: true, force: true })
  }

  /** Opens the app in a session with a real keyring. */
  async function openWithKeyring(password?: string): Promise<Session> {
    session = await startSession(home)
    await session.startKeyring(password)
    app = await openApp(host, { env: session.env })
    return session
  }

  async function connect(key = service.key): Promise<void> {
    await enterService(app.page, { name: 'Acme', baseUrl: service.origin, key })
    await app.page.getByRole('button', { name: 'Connect', exact: true }).click()
    await createForm(app.page).waitFor()
  }

  async function createLinkWithKey(): Promise<void> {
    await goTo(app.page, 'Create')
    await createForm(app.page).getByLabel('Title', { exact: true }).fill('With this key')
    await create(app.page)
  }

  async function openKeyStorage(): Promise<void> {
    await goTo(app.page, 'Settings')
    await app.page.getByRole('link', { name: 'Key storage' }).click()
    await app.page.getByRole('heading', { name: 'Keys on this computer' }).waitFor()
  }

  // The tests share one app and profile. Each leaves a valid key; the last one changes the address.
  describe('without a key store', () => {
    beforeAll(async () => {
      await createHome()
      app = await openApp(host, { env: { HOME: home } })
      await connect()
    })
    beforeEach(() => app.page.setViewportSize({ width: 1280, height: 800 }))
    afterAll(closeApp)

    test('without a key store the panel says which part is missing, what that means and what to do', async () => {
      await openKeyStorage()
      const { page } = app
      const state = page.getByRole('status').filter({ hasText: 'Keys are kept in memory only' })
      await state.getByText('It can’t be reached from here.').waitFor()
      await state.getByText('Details').click()
      await state.getByText('dbus-run-session').waitFor()
      await page.getByText('Kept in memory, until you close the app').waitFor()
      expect(await findAxeViolations(page, 'key storage in memory')).toEqual([])
      await page.getByRole('button', { name: 'Check again' }).click()
      await state.waitFor()
    })

    test('a key is replaced only if the service accepts the new one, and is deleted from where it is stored', async () => {
      const { page } = app
      await goTo(page, 'Profiles')
      await page.getByRole('button', { name: 'Replace', exact: true }).click()
      await page.getByLabel('New project key').fill('"PROJECT-KEY: not-the-key"')
      await page.getByRole('button', { name: 'Check and replace' }).click()
      await page.getByRole('alert').filter({ hasText: 'The service doesn’t accept this key' }).waitFor()
      expect(await page.getByRole('button', { name: 'Save without checking' }).count()).toBe(0)
      expect(await findAxeViolations(page, 'a key that was refused')).toEqual([])
      await createLinkWithKey()
      await goTo(page, 'Profiles')
      // As copied from a configuration file.
      await replaceKey(page, ` PROJECT_KEY="${service.key}"\n`)
      await createLinkWithKey()

      await openKeyStorage()
      await page.getByRole('main').getByRole('link', { name: 'Acme', exact: true }).click()
      await page.getByRole('button', { name: 'Remove key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove the key' }).click()
      await page.getByText('No key on this computer').waitFor()
      await page.getByRole('textbox', { name: 'Project key' }).fill(service.key)
      await page.getByRole('button', { name: 'Check and save the key' }).click()
      await page.getByText('The service accepted it.').waitFor()
      await createLinkWithKey()
    })

    test('a key that is gone after a restart is requested at once, next to the profile', async () => {
      await app.restart()
      const { page } = app
      const keyRequest = page.getByRole('region', { name: 'Enter the project key for “Acme”' })
      await keyRequest.waitFor()
      await page.getByRole('button', { name: 'Profile: Acme No key' }).waitFor()
      expect(await findAxeViolations(page, 'a key that is missing')).toEqual([])
      const title = createForm(page).getByLabel('Title', { exact: true })
      await title.fill('Typed before the key')
      await keyRequest.getByLabel('Project key', { exact: true }).fill('not-the-key')
      await keyRequest.getByRole('button', { name: 'Check and save the key' }).click()
      await keyRequest.getByRole('alert').filter({ hasText: 'doesn’t accept this key' }).waitFor()
      await keyRequest.getByLabel('Project key', { exact: true }).fill(service.key)
      await keyRequest.getByRole('button', { name: 'Check and save the key' }).click()
      await keyRequest.waitFor({ state: 'hidden' })
      expect(await title.inputValue()).toBe('Typed before the key')
      await create(page)
    })

    test('a key that cannot be verified is saved only on request', async () => {
      const { page } = app
      await goTo(page, 'Profiles')
      await page.getByLabel('Service address').fill('http://127.0.0.1:9')
      await page.getByLabel('Use the same key at 127.0.0.1:9').click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
      await page.getByRole('button', { name: 'Replace', exact: true }).click()
      await page.getByLabel('New project key').fill('some-other-key')
      await page.getByRole('button', { name: 'Check and replace' }).click()
      await page.getByRole('button', { name: 'Save without checking' }).click()
      await page.getByRole('button', { name: 'Replace', exact: true }).waitFor()
      expect(await page.getByText('The service accepted it.').count()).toBe(0)
    })
  })

  describe('with a keyring', () => {
    beforeEach(createHome)
    afterEach(closeApp)

    test.skipIf(keyringProblem !== null)(
      `with a real keyring the panel names it, the account and how to delete the key${keyringProblem ? ` (${keyringProblem})` : ''}`,
      async () => {
        await openWithKeyring('password of the test')
        const { page } = app
        await connect()
        await openKeyStorage()
        await page.getByRole('status').filter({ hasText: 'GNOME Keyring' }).waitFor()
        await page.getByText('Encrypted with the password of your keyring').waitFor()
        await page.getByText('Kept in GNOME Keyring').waitFor()
        await page.getByRole('button', { name: 'Copy the account of Acme' }).waitFor()
        await page.getByText('Seahorse').waitFor()
        expect(await findAxeViolations(page, 'key storage in a keyring')).toEqual([])
      },
    )

    test.skipIf(keyringProblem !== null)(
      `a locked keyring is detected, and the key can be kept in memory instead${keyringProblem ? ` (${keyringProblem})` : ''}`,
      async () => {
        const { stopKeyring, startKeyring } = await openWithKeyring('password of the test')
        await connect()
        await stopKeyring()
        await startKeyring()
        const { page } = app
        await openKeyStorage()
        await page.getByRole('button', { name: 'Check again' }).click()
        await page.getByText('It is locked.').waitFor()
        await goTo(page, 'Profiles')
        await page.getByRole('button', { name: 'Replace', exact: true }).click()
        await page.getByLabel('New project key').fill(service.key)
        await page.getByRole('button', { name: 'Check and replace' }).click()
        await page
          .getByRole('alert')
          .filter({ hasText: /key store/i })
          .waitFor()
        await page.getByRole('button', { name: 'Keep it until I close the app' }).click()
        await page.getByText('Kept in memory, until you close the app').waitFor()
        await createLinkWithKey()
      },
    )

    test.skipIf(keyringProblem !== null)(
      `a key store that does not answer blocks nothing else, and the wait can be cancelled${keyringProblem ? ` (${keyringProblem})` : ''}`,
      async () => {
        const { pauseKeyring } = await openWithKeyring('password of the test')
        const { page } = app
        await openServiceForm(page)
        await page.getByText('Kept in GNOME Keyring, never in a file.').waitFor()
        pauseKeyring()
        await enterService(page, { name: 'Acme', baseUrl: service.origin, key: service.key })
        await page.getByRole('button', { name: 'Connect', exact: true }).click()
        const waitAlert = page.getByRole('alert').filter({ hasText: 'Waiting for' })
        await waitAlert.waitFor()
        expect(await findAxeViolations(page, 'waiting for the key store')).toEqual([])
        await waitAlert.getByRole('button', { name: 'Stop waiting' }).click()
        await page.getByRole('alert').filter({ hasText: 'Access to the key store was denied' }).waitFor()
        await waitAlert.waitFor({ state: 'hidden' })
        expect(await page.getByLabel('Project key', { exact: true }).inputValue()).toBe(service.key)
        await page.getByRole('button', { name: 'Keep it until I close the app' }).click()
        await createForm(page).waitFor()
        await createLinkWithKey()
      },
    )
  })
})
