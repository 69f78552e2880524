import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecentLinks } from '../../../service/links/recentLinks.ts'
import type { RecentLink } from '../../../service/links/recentLinks.ts'
import {
  StoreDamagedError,
  StoreReplacedError,
  StoreUnavailableError,
} from '../../../service/store/storeErrors.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { setLinkActive } from '../setLinkActive.ts'

describe('recent links', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService()
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await service.stop()
  })
  const advance = (ms: number) => vi.advanceTimersByTime(ms)

  it('the cache of links queries the database once for many simultaneous lookups', async () => {
    const path = await service.create({ title: 'Hot' })
    const findLink = vi.spyOn(service.store, 'findLink')
    const links = new RecentLinks(service.store)
    const results = await Promise.all([links.find(path), links.find(path), links.find(path)])
    expect(results.map((recent) => recent?.link.title)).toEqual(['Hot', 'Hot', 'Hot'])
    expect(findLink).toHaveBeenCalledTimes(1)
  })

  it('the cache of links keeps a link that is requested again, and none that is requested once', async () => {
    const path = await service.create({ title: 'Hot' })
    const findLink = vi.spyOn(service.store, 'findLink')
    const links = new RecentLinks(service.store)
    await links.find(path)
    expect(links.bytes).toBe(0)
    const second = await links.find(path)
    expect(links.bytes).toBeGreaterThan(0)
    expect(links.find(path)).toBe(second)
    expect(findLink).toHaveBeenCalledTimes(2)
  })

  it('the cache of links shows changes within a second', async () => {
    const path = await service.create({ title: 'Hot' })
    const links = new RecentLinks(service.store)
    const cachedLink = await findTwice(links, path)
    expect(cachedLink?.link.active).toBe(true)
    expect(links.find(path)).toBe(cachedLink)
    await setLinkActive(service.store, path, false)
    advance(999)
    expect((await links.find(path))?.link.active).toBe(false)
  })

  it('the cache of links shows changes even when the computer’s clock is set back', async () => {
    const path = await service.create({ title: 'Hot' })
    const links = new RecentLinks(service.store)
    await findTwice(links, path)
    await setLinkActive(service.store, path, false)
    advance(900)
    vi.setSystemTime(Date.now() - 3_600_000)
    advance(99)
    expect((await links.find(path))?.link.active).toBe(false)
  })

  it('the cache of links reloads a link only twice a minute while the database reports no switch', async () => {
    const path = await service.create({ title: 'Hot' })
    const links = new RecentLinks(service.store)
    const first = await findTwice(links, path)
    const findLink = vi.spyOn(service.store, 'findLink')
    const findLinkState = vi.spyOn(service.store, 'findLinkState')
    for (const attempt of [1, 2, 3]) {
      advance(999)
      expect(await links.find(path)).toBe(first)
      expect(findLinkState).toHaveBeenCalledTimes(attempt)
    }
    expect(findLink).not.toHaveBeenCalled()
    for (let seconds = 0; seconds < 30; seconds++) {
      advance(999)
      await links.find(path)
    }
    expect(findLink).toHaveBeenCalledTimes(1)
  })

  it('the cache of links never remembers missing links or failed lookups', async () => {
    const links = new RecentLinks(service.store)
    const findLink = vi
      .spyOn(service.store, 'findLink')
      .mockRejectedValueOnce(new StoreReplacedError('replaced'))
    await expect(links.find('none')).rejects.toThrow(StoreReplacedError)
    // Each is looked for as a generated path and as an own one.
    expect([await links.find('none'), await links.find('none')]).toEqual([null, null])
    expect(findLink).toHaveBeenCalledTimes(5)
  })

  it('the cache of links answers from memory for a minute while the database is away', async () => {
    const path = await service.create({ title: 'Hot' })
    const onFailure = vi.fn()
    const links = new RecentLinks(service.store, onFailure)
    const cached = await findTwice(links, path)
    const failure = new StoreUnavailableError('gone')
    vi.spyOn(service.store, 'findLink').mockRejectedValue(failure)
    vi.spyOn(service.store, 'findLinkState').mockRejectedValue(failure)
    advance(1_000)
    expect(await links.find(path)).toBe(cached)
    expect(onFailure).toHaveBeenCalledWith(failure)
    // Once the outage is known, visits fail without waiting.
    expect(links.find(path)).toBe(cached)
    advance(57_000)
    expect(await links.find(path)).toBe(cached)
    advance(3_000)
    await expect(links.find(path)).rejects.toThrow(failure)
  })

  it('the cache of links doesn’t use memory for damaged links, and asks once for each', async () => {
    const path = await service.create({ title: 'Hot' })
    const links = new RecentLinks(service.store)
    await findTwice(links, path)
    const findLinkState = vi
      .spyOn(service.store, 'findLinkState')
      .mockRejectedValue(new StoreDamagedError('damaged'))
    advance(1_000)
    await expect(links.find(path)).rejects.toThrow(StoreDamagedError)
    expect(findLinkState).toHaveBeenCalledTimes(1)
  })

  it('the cache of links waits for a database that is away for a moment', async () => {
    const path = await service.create({ title: 'New' })
    const links = new RecentLinks(service.store)
    vi.spyOn(service.store, 'findLink')
      .mockRejectedValueOnce(new StoreUnavailableError('gone'))
      .mockRejectedValueOnce(new StoreUnavailableError('starting'))
    expect((await links.find(path))?.link.title).toBe('New')
  })

  it('the cache of links has bounded memory for any size of links, and frees ended ones', async () => {
    const url = `https://example.com/${'x'.repeat(2_000)}`
    const body = {
      ios_custom_redirect: { url },
      android_custom_redirect: { url },
      desktop_custom_redirect: { url },
    }
    const paths = await Promise.all(Array.from({ length: 700 }, () => service.create(body)))
    const links = new RecentLinks(service.store)
    for (const path of paths) await findTwice(links, path)
    expect(links.bytes).toBeGreaterThan(10_000_000)
    expect(links.bytes).toBeLessThanOrEqual(16 * 1_024 * 1_024)
    advance(61_000)
    await links.find(paths[0] ?? '')
    expect(links.bytes).toBeLessThan(100_000)
  })
})

/** A link is cached from the second request on. */
async function findTwice(links: RecentLinks, path: string): Promise<RecentLink | null> {
  await links.find(path)
  return await links.find(path)
}
