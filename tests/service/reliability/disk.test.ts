import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultKey } from '../../../service/keys/issue.ts'
import { invite } from '../../../service/keys/invite.ts'
import { newProjectKey } from '../../../service/projectKey.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { mountSmallDisk, smallDiskMissing } from './disk.ts'
import type { SmallDisk } from './disk.ts'

const body = (number: number) => ({
  title: `Link ${number}`,
  data: JSON.stringify({ filling: 'x'.repeat(2_000) }),
})

describe.skipIf(smallDiskMissing() !== null)('a full disk', () => {
  let disk: SmallDisk
  let service: TestService
  beforeEach(async () => {
    disk = mountSmallDisk(4)
    service = await startTestService({ store: openSqliteStore(join(disk.folder, 'links.sqlite')) })
  })
  afterEach(async () => {
    await service.stop()
    disk.remove()
  })

  it('a full disk refuses creates with 503, serves existing links, and recovers automatically', async () => {
    const paths = [await service.create(body(0)), await service.create(body(1))]
    disk.fill()
    const refusals: Response[] = []
    while (refusals.length < 50) {
      const responses = await Promise.all(Array.from({ length: 25 }, (_, index) => service.post(body(index))))
      for (const response of responses) {
        if (response.status !== 200) refusals.push(response)
        else paths.push(new URL(((await response.json()) as { link: string }).link).pathname.slice(1))
      }
    }
    for (const refusal of refusals) {
      expect(refusal.headers.get('retry-after')).toBe('1')
      expect(await readError(refusal)).toMatchObject({ status: 503, code: 'unavailable', stored: 'no' })
    }
    for (const path of paths) expect((await service.visit(path)).status).toBe(200)

    disk.free()
    await vi.waitFor(async () => paths.push(await service.create(body(2))), { timeout: 60_000 })
    for (const path of paths) expect((await service.lookup(path))['title']).toMatch(/^Link \d+$/)
    expect(await service.store.scanLinks(-1, 10_000)).toHaveLength(paths.length)
    const database = new DatabaseSync(join(disk.folder, 'links.sqlite'), { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    database.close()
  })

  it('an invitation stays unused on a full disk, without an audit entry, and works once there is space', async () => {
    const { store, project, origin } = service
    const invitation = await invite(store, project, { ...defaultKey, name: 'anna' }, Date.now() + 3_600_000)
    const key = newProjectKey()
    const sendEnrolment = () =>
      fetch(`${origin}/api/v1/sdk/enroll`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ invitation, key }),
      })
    const readEnrolmentEntries = async () =>
      (await store.auditLog.scan(-1, 1_000)).filter(({ act }) => act === 'key enroll')
    disk.fill()
    // Uses up what is left of the write-ahead log first.
    while ((await service.post(body(1))).status === 200);
    expect(await readError(await sendEnrolment())).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await readEnrolmentEntries()).toEqual([])
    expect((await store.listKeys(project)).map(({ name }) => name)).not.toContain('anna')
    disk.free()
    await vi.waitFor(async () => expect((await sendEnrolment()).status).toBe(200), { timeout: 60_000 })
    expect(await readEnrolmentEntries()).toHaveLength(1)
  })
})

describe('database unreachable', () => {
  it('a locked database file gets 503 with Retry-After; the service stays up and recovers automatically', async () => {
    const service = await startTestService()
    const path = await service.create(body(1))
    const other = new DatabaseSync(service.file)
    other.exec('BEGIN IMMEDIATE')
    const response = await service.post(body(2))
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await readError(response)).toMatchObject({ status: 503, code: 'unavailable' })
    expect((await service.visit(path)).status).toBe(200)
    other.exec('COMMIT')
    other.close()
    expect((await service.post(body(3))).status).toBe(200)
    await service.stop()
  })
})
