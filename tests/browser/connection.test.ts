import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../core/harness/certificate.ts'
import { testKey } from '../core/harness/profile.ts'
import { startSecureService } from '../core/harness/secureServer.ts'
import { json, startServer } from '../core/harness/server.ts'
import type { Behaviour, TestServer } from '../core/harness/server.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { chooseFile } from './downloads.ts'
import { screenHosts } from './hosts.ts'
import { addService, enterService, goTo, openPath, tryLocal } from './userActions.ts'

/** A third-party service with its own environment value, which answers at one path only. */
function createOtherService(environment: string, prefix = '/api/v1/sdk'): Behaviour {
  return ({ url = '', headers }, response) => {
    if (!url.startsWith(`${prefix}/link/`)) response.writeHead(404).end('<h1>Not found</h1>')
    else if (headers['project-key'] !== testKey) json(response, 403, { error: 'Forbidden' })
    else if (headers['environment'] !== environment) json(response, 400, { error: 'Invalid environment' })
    else json(response, 404, { error: 'Link not found' })
  }
}

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  const servers: TestServer[] = []
  beforeAll(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  beforeEach(() => addService(app.page))
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
  })
  afterAll(() => app.close())

  async function serve(starting: Promise<TestServer>): Promise<TestServer> {
    const server = await starting
    servers.push(server)
    return server
  }

  async function testConnectionTo(baseUrl: string): Promise<void> {
    await enterService(app.page, { name: 'Acme', baseUrl, key: testKey })
    await app.page.getByRole('button', { name: 'Test connection' }).click()
  }

  async function waitForStop(step: string): Promise<void> {
    await app.page.getByText(new RegExp(`^Stopped at step \\d of 9: ${step}`)).waitFor()
  }

  async function waitForSuccess(): Promise<void> {
    await app.page.getByRole('status').filter({ hasText: 'The connection works' }).waitFor()
  }

  // Runs first: later tests add services, and one without a key would be shown.
  test('the key of the local service is never shown as missing', async () => {
    await app.restart()
    const { page } = app
    await goTo(page, 'Profiles')
    expect(await page.getByText('No key').count()).toBe(0)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await waitForSuccess()
    expect(await page.getByText('Linkwright creates this key').count()).toBe(0)
  })

  test('a different environment value is suggested, applied with one click and saved', async () => {
    const { page } = app
    const server = await serve(startServer(createOtherService('test')))
    await testConnectionTo(server.origin)
    await waitForStop('Environment')
    await page.getByRole('button', { name: 'Use “test” for development' }).click()
    await waitForSuccess()
    expect(server.requests.every((request) => request.startsWith('GET '))).toBe(true)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: 'Profile: Acme', exact: true }).waitFor()
    await goTo(page, 'Create')
    await goTo(page, 'Profiles')
    await page.getByRole('heading', { name: 'Acme', exact: true }).waitFor()
    await page.getByText('Advanced', { exact: true }).click()
    expect(await page.getByLabel('Value sent for development').inputValue()).toBe('test')
  })

  test('a base URL that is off by one folder is detected and fixed with one click', async () => {
    const { page } = app
    const server = await serve(startServer(createOtherService('development')))
    await testConnectionTo(`${server.origin}/links/v2`)
    await page.getByRole('alert').filter({ hasText: 'The service is at another path' }).waitFor()
    await page.getByRole('button', { name: `Use ${server.origin}/api/v1/sdk` }).click()
    await waitForSuccess()
    expect(await page.getByLabel('Service address').inputValue()).toBe(`${server.origin}/api/v1/sdk`)
  })

  test('a connection test needs no name, explains errors in plain words, and is discarded when the address changes', async () => {
    const { page } = app
    const server = await serve(startServer(createOtherService('development')))
    const address = page.getByLabel('Service address')
    const testAgain = () => page.getByRole('button', { name: 'Test connection' }).click()
    await address.fill('htps:/links.example.com')
    await testAgain()
    await page.getByText('The address begins with “htps:/”. Change it to https://.').waitFor()
    await address.fill('http://127.0.0.1:9')
    await testAgain()
    const diagnosis = page.getByRole('alert').filter({ hasText: 'The service refused the connection' })
    await diagnosis.waitFor()
    await waitForStop('Connection')
    expect(await page.getByRole('listitem').filter({ hasText: 'Certificate' }).count()).toBe(0)
    await address.fill(server.origin)
    await diagnosis.waitFor({ state: 'hidden' })
    await testAgain()
    await waitForStop('Project key')
    await page.getByLabel('Project key', { exact: true }).fill(testKey)
    await testAgain()
    await waitForSuccess()
    await page.getByText('All 9 steps', { exact: true }).click()
    const answer = page.getByRole('listitem').filter({ hasText: 'Answer (HTTP)' })
    await answer.getByText(/^answered after \d+ ms$/).waitFor()
    expect(await page.getByText('Enter a name.').count()).toBe(0)
  })

  test('a private certificate authority is recognized and can be trusted by adding its file, without turning verification off', async () => {
    const { page } = app
    const authority = makeCertificate({ name: 'Acme authority', authority: true })
    const certificate = makeCertificate({ name: 'localhost', hosts: ['localhost'], signedBy: authority })
    const server = await serve(startSecureService(certificate))
    await testConnectionTo(server.origin)
    await waitForStop('Certificate')
    await page.getByText(/^Stopped at/).click()
    await page.getByText('issued by Acme authority').waitFor()
    expect(await findAxeViolations(page, 'a failed connection test')).toEqual([])
    await page.getByRole('button', { name: 'Network settings', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Certificates are always verified.').waitFor()
    expect(await drawer.getByRole('checkbox').count()).toBe(0)
    await chooseFile(page, 'Add a file', { name: 'x.pem', text: 'no certificate' })
    await drawer.getByRole('alert').filter({ hasText: 'no certificate in this file' }).waitFor()
    await chooseFile(page, 'Add a file', { name: 'ca.pem', text: authority.cert })
    await drawer.getByText('CN=Acme authority').waitFor()
    expect(await findAxeViolations(page, 'network settings beside the form')).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Test again' }).click()
    await waitForSuccess()
  })

  test('a hanging connection test can be cancelled without losing input', async () => {
    const { page } = app
    const server = await serve(startServer(() => undefined))
    await testConnectionTo(server.origin)
    await page.getByText('Testing the connection').waitFor()
    await page.getByText(/^[0-9]+ s$/).waitFor()
    await expect.poll(() => server.requests.length).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Testing the connection').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Service address').inputValue()).toBe(server.origin)
    expect(await page.getByRole('button', { name: 'Test connection' }).isEnabled()).toBe(true)
  })

  // Runs last, because the app keeps its proxy setting.
  test('network settings show errors at their fields and survive a restart', async () => {
    const { page } = app
    await openPath(page, '/settings')
    await page.getByRole('link', { name: 'Network' }).click()
    await page.getByRole('radio', { name: 'Custom' }).check()
    await page.getByLabel('Proxy address').fill('nonsense')
    await page.getByLabel('Connecting').fill('0')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByText('Enter the proxy’s address').waitFor()
    await page.getByText('Must be at least 1 second.').waitFor()
    expect(await findAxeViolations(page, 'network settings with errors')).toEqual([])
    await page.getByLabel('Proxy address').fill('http://me:secret@proxy.example.com:3128')
    await page.getByLabel('Connecting').fill('7')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByText('Leave out user name and password').waitFor()
    await page.getByLabel('Proxy address').fill('http://proxy.example.com:3128')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await app.restart()
    await goTo(app.page, 'Settings')
    await app.page.getByRole('link', { name: 'Network' }).click()
    expect(await app.page.getByLabel('Proxy address').inputValue()).toBe('http://proxy.example.com:3128')
    expect(await app.page.getByLabel('Connecting').inputValue()).toBe('7')
  })
})
