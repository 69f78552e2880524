import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { screenHosts } from './hosts.ts'
import { readFilesBelow } from './leaks.ts'
import { startRemoteService } from './remoteService.ts'
import type { RemoteService } from './remoteService.ts'
import { create, createForm } from './userActions.ts'

let service: RemoteService
beforeAll(async () => void (service = await startRemoteService()))
afterAll(() => service.stop())

/** Forwards requests to the service, but never answers the request that uses an invitation. */
async function startSilentService() {
  let onUsed = () => {}
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      const answer = await fetch(service.origin + (request.url ?? ''), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      const text = await answer.text()
      if (body.includes('"key"')) onUsed()
      else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    whenUsed: new Promise<void>((resolve) => (onUsed = resolve)),
    stop,
  }
}

describe.each(screenHosts())('an invitation and a killed app, in the $name', (host) => {
  test('an app that is killed before the answer to an invitation reports that, and accepts a new invitation', async () => {
    const app = await openApp(host)
    const silentService = await startSilentService()
    try {
      const name = `killed ${host.name}`
      const open = async (link: string) => {
        await app.page.getByRole('link', { name: 'an invitation' }).click()
        await app.page.getByRole('textbox', { name: 'Invitation' }).fill(link)
        await app.page.getByRole('button', { name: 'Continue' }).click()
        await app.page.getByRole('button', { name: 'Continue' }).click()
      }
      const link = await service.invite(name, silentService.origin)
      await open(link)
      await app.page.getByRole('button', { name: 'Add the profile' }).click()
      await silentService.whenUsed
      await app.restart('killed')
      const files = Object.values(await readFilesBelow(app.dataFolder)).join('')
      expect(files).not.toMatch(/lwk_[2-9A-Za-z]{20}/)

      await open(link)
      await app.page.getByText('This invitation can’t be used', { exact: true }).waitFor()
      await app.page.getByText(/If Linkwright didn’t close while you used it/).waitFor()
      await app.page.getByRole('button', { name: 'Cancel' }).click()
      await expect(service.invite(name)).rejects.toThrow(/remove it with "key remove" and invite again/)
      await service.removeKey(name)
      await app.page.getByRole('dialog').waitFor({ state: 'hidden' })
      await open(await service.invite(name))
      await app.page.getByRole('button', { name: 'Add the profile' }).click()
      await createForm(app.page).waitFor()
      await app.page.getByLabel('Title', { exact: true }).fill('Made after all')
      expect(await create(app.page)).toMatch(/^http:\/\/127\.0\.0\.1:/)
    } finally {
      silentService.stop()
      await app.close()
    }
  })
})
