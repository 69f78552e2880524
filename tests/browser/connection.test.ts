import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../core/harness/certificate.ts'
import { testKey } from '../core/harness/profile.ts'
import { startSecureService } from '../core/harness/secureServer.ts'
import { json, startServer } from '../core/harness/server.ts'
import type { Behaviour, TestServer } from '../core/harness/server.ts'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { axeFaults } from './axe.ts'
import { chooseFile } from './downloads.ts'
import { hosts } from './hosts.ts'
import { createForm, enterService, goTo, tryLocal } from './person.ts'

/** A link service of another make, which knows an environment by its own word and answers at one path. */
function otherMake(environment: string, prefix = '/api/v1/sdk'): Behaviour {
  return ({ url = '', headers }, response) => {
    if (!url.startsWith(`${prefix}/link/`)) response.writeHead(404).end('<h1>Not found</h1>')
    else if (headers['project-key'] !== testKey) json(response, 403, { error: 'Forbidden' })
    else if (headers['environment'] !== environment) json(response, 400, { error: 'Invalid environment' })
    else json(response, 404, { error: 'Link not found' })
  }
}

describe.each(hosts())('in the $name', (host) => {
  let app: App
  const servers: TestServer[] = []
  beforeEach(async () => {
    app = await openApp(host)
  })
  afterEach(async () => {
    await app.close()
    for (const server of servers.splice(0)) await server.stop()
  })
  afterAll(() => host.end())

  async function serve(starting: Promise<TestServer>): Promise<TestServer> {
    const server = await starting
    servers.push(server)
    return server
  }

  async function walkTo(baseUrl: string): Promise<void> {
    await enterService(app.page, { name: 'Acme', baseUrl, key: testKey })
    await app.page.getByRole('button', { name: 'Test connection' }).click()
  }

  async function stopped(at: string): Promise<void> {
    await app.page.getByRole('heading', { name: `Stopped at: ${at}` }).waitFor()
  }

  async function arrived(): Promise<void> {
    await app.page.getByRole('heading', { name: 'Everything answers' }).waitFor()
  }

  test('another word for the environment is offered, taken by one press and kept', async () => {
    const { page } = app
    const server = await serve(startServer(otherMake('test')))
    await walkTo(server.origin)
    await stopped('Environment')
    await page.getByRole('button', { name: 'Use “test” for development' }).click()
    await arrived()
    expect(server.requests.every((request) => request.startsWith('GET '))).toBe(true)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await createForm(page).waitFor()
    await goTo(page, 'Profiles')
    await page.getByRole('button', { name: 'Advanced' }).click()
    expect(await page.getByLabel('For development').inputValue()).toBe('test')
  })

  test('a path that is wrong by a folder is named, and the right one taken by one press', async () => {
    const { page } = app
    const server = await serve(startServer(otherMake('development')))
    await walkTo(`${server.origin}/links/v2`)
    await page.getByRole('alert').filter({ hasText: 'The service is at another path' }).waitFor()
    await page.getByRole('button', { name: `Use ${server.origin}/api/v1/sdk` }).click()
    await arrived()
    expect(await page.getByLabel('Base URL').inputValue()).toBe(`${server.origin}/api/v1/sdk`)
  })

  test('a private authority is named and trusted by its file, and never by switching the check off', async () => {
    const { page } = app
    const authority = makeCertificate({ name: 'Acme authority', authority: true })
    const certificate = makeCertificate({ name: 'localhost', hosts: ['localhost'], signedBy: authority })
    const server = await serve(startSecureService(certificate))
    await walkTo(server.origin)
    await stopped('Certificate (TLS)')
    await page.getByText('issued by Acme authority').waitFor()
    expect(await axeFaults(page, 'a walk that stopped')).toEqual([])
    await page.getByRole('button', { name: 'Network settings', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Every certificate is verified, always.').waitFor()
    expect(await drawer.getByRole('checkbox').count()).toBe(0)
    await chooseFile(page, 'Add a file', { name: 'x.pem', text: 'no certificate' })
    await drawer.getByRole('alert').filter({ hasText: 'no certificate in PEM form' }).waitFor()
    await chooseFile(page, 'Add a file', { name: 'ca.pem', text: authority.cert })
    await drawer.getByText('CN=Acme authority').waitFor()
    expect(await axeFaults(page, 'network settings beside the form')).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Test again' }).click()
    await arrived()
  })

  test('a walk that hangs is cancelled, and nothing typed is lost', async () => {
    const { page } = app
    const server = await serve(startServer(() => undefined))
    await walkTo(server.origin)
    await page.getByText('Walking to the service step by step').waitFor()
    await expect.poll(() => server.requests.length).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Walking to the service step by step').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Base URL').inputValue()).toBe(server.origin)
    expect(await page.getByRole('button', { name: 'Test connection' }).isEnabled()).toBe(true)
  })

  test('network settings say their faults at the fields and are kept over a restart', async () => {
    const { page } = app
    await tryLocal(page)
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Network' }).click()
    await page.getByRole('radio', { name: 'This one' }).check()
    await page.getByLabel('Address of the proxy').fill('nonsense')
    await page.getByLabel('For the connection').fill('0')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByText('Enter the address of the proxy').waitFor()
    await page.getByText('Must be at least 1 second.').waitFor()
    expect(await axeFaults(page, 'network settings with faults')).toEqual([])
    await page.getByLabel('Address of the proxy').fill('http://me:secret@proxy.example.com:3128')
    await page.getByLabel('For the connection').fill('7')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByText('Leave out name and password').waitFor()
    await page.getByLabel('Address of the proxy').fill('http://proxy.example.com:3128')
    await page.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await app.restart()
    await goTo(app.page, 'Settings')
    await app.page.getByRole('link', { name: 'Network' }).click()
    expect(await app.page.getByLabel('Address of the proxy').inputValue()).toBe(
      'http://proxy.example.com:3128',
    )
    expect(await app.page.getByLabel('For the connection').inputValue()).toBe('7')
  })
})
