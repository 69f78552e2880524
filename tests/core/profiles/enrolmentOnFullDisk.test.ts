import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enrolmentLink } from '../../../contract/service/keys/enrolmentLink.ts'
import { defaultKey } from '../../../service/keys/issue.ts'
import { invite } from '../../../service/keys/invite.ts'
import { createLimitedDisk, findMountObstacle } from '../../hosts/limitedDisk.ts'
import type { LimitedDisk } from '../../hosts/limitedDisk.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, startKeyChild, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { keyringMissing, startSession } from '../harness/keyring.ts'
import type { Session } from '../harness/keyring.ts'
import { startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

const missing = findMountObstacle() ?? keyringMissing()
if (missing) console.warn(`Enrolment on a full disk is skipped: ${missing}.`)

describe.skipIf(missing !== null)('an invitation on a full disk', () => {
  let disk: LimitedDisk
  let session: Session
  let sessionFolder: string
  let service: TestService
  /** A proxy between the app and the service. Fills the disk at the moment under test. */
  let proxy: TestServer
  let fillsBeforeAnswer: boolean
  let app: App
  beforeEach(async () => {
    disk = createLimitedDisk(20)
    const folder = join(disk.folder, 'data')
    mkdirSync(folder, { mode: 0o700 })
    sessionFolder = await temporaryFolder()
    session = await startSession(sessionFolder)
    await session.startKeyring('password')
    service = await startTestService()
    fillsBeforeAnswer = false
    proxy = await startServer((request, response, body) => {
      const headers = { 'Content-Type': 'application/json' }
      void fetch(`${service.origin}${request.url}`, { method: 'POST', headers, body }).then(
        async (answer) => {
          const text = await answer.text()
          if (fillsBeforeAnswer) disk.fill(0)
          response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text)
        },
      )
    })
    const system = { platform: 'linux', env: session.env } as const
    app = await startApp(folder, { startKeyChild: () => startKeyChild(session.env) }, { system })
  })
  afterEach(async () => {
    await app.core.close()
    await proxy.stop()
    await service.stop()
    await session.stop()
    await removeFolder(sessionFolder)
    disk.remove()
  })

  const free = () => rmSync(join(disk.folder, 'filling'))
  const namedKeys = async () =>
    (await service.store.listKeys(service.project)).filter(({ name }) => name === 'anna')
  async function open(): Promise<string> {
    const terms = { ...defaultKey, name: 'anna' }
    const invitation = await invite(service.store, service.project, terms, Date.now() + 3_600_000)
    const text = enrolmentLink({ service: `${proxy.origin}/api/v1/sdk`, invitation })
    return (await app.get('enrolment.open', { text }))?.id ?? ''
  }

  it('an invitation on a full disk stays unused until there is space for the profile', async () => {
    const id = await open()
    disk.fill(0)
    expect(await app.problem('enrolment.accept', { id, name: 'Shop' })).toMatchObject({
      code: 'storage_failed',
    })
    expect(await namedKeys()).toEqual([])
    free()
    expect(await app.get('enrolment.accept', { id, name: 'Shop' })).toMatchObject({ key: 'keychain' })
  })

  it('an invitation on a disk that becomes full while it is used leaves no key behind, and can be accepted again', async () => {
    const id = await open()
    fillsBeforeAnswer = true
    expect(await app.problem('enrolment.accept', { id, name: 'Shop' })).toMatchObject({
      code: 'storage_failed',
    })
    expect(await namedKeys()).toHaveLength(1)
    expect(session.countKeys()).toBe(0)
    fillsBeforeAnswer = false
    free()
    expect(await app.get('enrolment.accept', { id, name: 'Shop' })).toMatchObject({ key: 'keychain' })
    expect(await namedKeys()).toHaveLength(1)
    expect(session.countKeys()).toBe(1)
    expect((await app.get('app.state', {})).profiles).toHaveLength(1)
  })
})
