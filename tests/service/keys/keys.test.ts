import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject, defaultKey, rotateKey } from '../../../service/keys/issue.ts'
import { Keyring } from '../../../service/keys/keyring.ts'
import { hashProjectKey, looksLikeProjectKey, newProjectKey } from '../../../service/projectKey.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import { sampleKey } from '../store/sample.ts'
import { createCollectingLog, startTestService, stopClock } from '../testService.ts'
import type { TestService } from '../testService.ts'

describe('a project key', () => {
  it('a project key can be recognised, is never the same twice and is stored only as a hash', () => {
    const keys = Array.from({ length: 1_000 }, newProjectKey)
    expect(new Set(keys).size).toBe(1_000)
    for (const key of keys) expect(key).toMatch(/^lwk_[2-9A-Za-z]{40}$/)
    const [key = ''] = keys
    expect(looksLikeProjectKey(key)).toBe(true)
    expect(looksLikeProjectKey(`${key}x`)).toBe(false)
    expect(hashProjectKey(key)).toMatch(/^[\w-]{43}$/)
  })
})

describe('keys', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())

  const status = async (key: string) =>
    (await service.ask('/link/none', { headers: { 'PROJECT-KEY': key } })).status
  /** Waits until a key that was valid a moment ago is rejected. The documentation promises that within a second. */
  const expectKeyEnds = (key: string) =>
    vi.waitFor(async () => expect(await status(key)).toBe(401), { timeout: 60_000 })

  it('rotating a key ends the old one within a second', async () => {
    const { project, key } = await createProject(service.store, 'Rotate')
    expect(await status(key)).toBe(404)
    const rotation = await rotateKey(service.store, project)
    await expectKeyEnds(key)
    expect(await status(rotation?.key ?? '')).toBe(404)
  })

  it('a grace period keeps both keys working until it ends', async () => {
    const { project, key } = await createProject(service.store, 'Grace')
    const rotation = await rotateKey(service.store, project, 60_000)
    expect([await status(key), await status(rotation?.key ?? '')]).toEqual([404, 404])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect([await status(key), await status(rotation?.key ?? '')]).toEqual([401, 404])
    } finally {
      vi.useRealTimers()
    }
  })

  describe('when the clock of the computer is set back', () => {
    const hourMs = 3_600_000
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())
    const setClockBack = () => vi.setSystemTime(Date.now() - hourMs)

    it('a revoked key ends within a second and stays rejected, even if the clock is set back', async () => {
      const { project, key } = await createProject(service.store, 'Revoked')
      expect(await status(key)).toBe(404)
      await service.store.expireKeys(project, Date.now(), null)
      setClockBack()
      await expectKeyEnds(key)
      setClockBack()
      expect(await status(key)).toBe(401)
    })

    it('a disabled project loses all access within a second, even if the clock is set back', async () => {
      const { project, key } = await createProject(service.store, 'Disabled')
      expect(await status(key)).toBe(404)
      await service.store.setProjectActive(project, false)
      setClockBack()
      await expectKeyEnds(key)
    })
  })

  it('a key ends immediately when the clock is set to after its end', async () => {
    const { project, key } = await createProject(service.store, 'Forward')
    await rotateKey(service.store, project, 60_000)
    expect(await status(key)).toBe(404)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    try {
      expect(await status(key)).toBe(401)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a second rotation does not lengthen the grace of the first', async () => {
    const first = await createProject(service.store, 'Twice')
    const second = await rotateKey(service.store, first.project, 1_000)
    const third = await rotateKey(service.store, first.project, 3_600_000)
    // By their hashes: keys created within one millisecond have no order.
    const keys = await service.store.listKeys(first.project)
    const findExpiry = (key = '') => keys.find(({ hash }) => hash === hashProjectKey(key))?.expiresAt
    expect(findExpiry(first.key)).toBeLessThan(Date.now() + 10_000)
    expect(findExpiry(second?.key)).toBeGreaterThan(Date.now() + 3_000_000)
    expect(findExpiry(third?.key)).toBeNull()
  })

  it('a disabled project ends all access within a second, and its links continue to work', async () => {
    const { project, key } = await createProject(service.store, 'Disable')
    const path = await service.create({ title: 'Still here' }, { 'PROJECT-KEY': key })
    await service.store.setProjectActive(project, false)
    await expectKeyEnds(key)
    expect((await service.visit(path)).status).toBe(200)
    await service.store.setProjectActive(project, true)
    expect(await status(key)).toBe(404)
  })

  it('the log reports the use of an expired key with project, fingerprint and reason, but never the key', async () => {
    const log = createCollectingLog()
    const other = await startTestService({ log })
    const readRefusals = () => log.entries.filter(({ event }) => event === 'key_refused')
    const { project, key } = await createProject(other.store, 'Forgotten')
    const lookUpWith = (projectKey: string) =>
      other.ask('/link/none', { headers: { 'PROJECT-KEY': projectKey } })
    await rotateKey(other.store, project)
    expect((await lookUpWith(key)).status).toBe(401)
    const entry = { project, key: hashProjectKey(key).slice(0, 8), reason: 'ended' }
    expect(readRefusals()).toMatchObject([entry])
    await other.store.setProjectActive(other.project, false)
    expect((await lookUpWith(other.key)).status).toBe(401)
    expect((await lookUpWith(newProjectKey())).status).toBe(401)
    expect(readRefusals()).toMatchObject([entry, { project: other.project, reason: 'project disabled' }])
    for (const secret of [key, other.key]) expect(JSON.stringify(log.entries)).not.toContain(secret)
    await other.stop()
  })

  it('the keyring queries the store once for many requests with valid and invalid keys', async () => {
    const { project, key } = await createProject(service.store, 'Ring')
    const findKey = vi.spyOn(service.store, 'findKey')
    const keyring = new Keyring(service.store)
    const results = await Promise.all(Array.from({ length: 50 }, async () => await keyring.verify(key)))
    const expected = {
      ...{ project, terms: defaultTerms, changesOff: false },
      ...{ ...defaultKey, mayList: false, mayInvite: false },
    }
    expect(results).toMatchObject(Array(50).fill(expected))
    expect(keyring.verify(key)).toMatchObject(expected)
    const wrongKey = newProjectKey()
    expect([await keyring.verify(wrongKey), await keyring.verify(wrongKey)]).toEqual([null, null])
    expect(await keyring.verify('not a key')).toBeNull()
    expect(findKey).toHaveBeenCalledTimes(2)
    findKey.mockRestore()
  })

  it('the keyring counts the age of an answer from its query, even if the database is slow', async () => {
    const { project, key } = await createProject(service.store, 'Slow')
    const readKey = service.store.findKey.bind(service.store)
    const findKey = vi.spyOn(service.store, 'findKey').mockImplementationOnce(async (hash) => {
      const found = await readKey(hash)
      await service.store.expireKeys(project, Date.now(), null)
      await pause(600)
      return found
    })
    const keyring = new Keyring(service.store)
    expect(await keyring.verify(key)).toMatchObject({ project })
    expect(await keyring.verify(key)).toBeNull()
    findKey.mockRestore()
  })

  it('a key that was tried before it was stored works within a second', async () => {
    const { project } = await createProject(service.store, 'Later')
    const key = newProjectKey()
    expect(await status(key)).toBe(401)
    await service.store.putKey(sampleKey({ hash: hashProjectKey(key), project }))
    await vi.waitFor(async () => expect(await status(key)).toBe(404), { timeout: 60_000 })
  })

  it('the keyring queries an invalid key again after many other invalid keys', async () => {
    const findKey = vi.spyOn(service.store, 'findKey').mockResolvedValue(null)
    const keyring = new Keyring(service.store)
    const wrongKey = newProjectKey()
    stopClock()
    await keyring.verify(wrongKey)
    await Promise.all(Array.from({ length: 10_000 }, async () => await keyring.verify(newProjectKey())))
    await keyring.verify(wrongKey)
    expect(findKey).toHaveBeenCalledTimes(10_002)
    findKey.mockRestore()
  })
})
