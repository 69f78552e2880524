import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { createLinkCreator } from '../../../service/links/create.ts'
import { DailyCounts, today } from '../../../service/links/dailyCounts.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import type { Store } from '../../../service/store/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { createTermStore } from '../../../service/store/projects/termStore.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { setTerms } from '../setTerms.ts'
import { readError, startTestService, stopClock } from '../testService.ts'
import type { TestService } from '../testService.ts'

const waitOptions = { timeout: 30_000 }

const cases = engines
  .filter(({ missing }) => missing === null)
  .flatMap((engine) => (['links', 'changes'] as const).map((kind) => ({ ...engine, kind })))

describe.each(cases)('the daily limit of $kind in $name', ({ start, kind }) => {
  let databases: Databases
  let store: Store
  let project: string
  const counters: DailyCounts[] = []
  beforeAll(async () => {
    databases = await start()
    store = await openStore(readDatabaseUrl('test', await databases.create()))
  })
  afterAll(async () => {
    await store.close()
    await databases.remove()
  })
  beforeEach(async () => void ({ project } = await createProject(store, 'Limited')))
  afterEach(async () => void (await Promise.all(counters.splice(0).map((counter) => counter.end()))))

  function createCounter(now?: () => number): DailyCounts {
    const counter = new DailyCounts(store.terms, kind, now)
    counters.push(counter)
    return counter
  }
  const storedCount = () => store.terms.addToDay(kind, project, today(), 0)
  /** Requests this many links at once. Returns how many may be created. */
  async function takeMany(counter: DailyCounts, requested: number, limit: number): Promise<number> {
    const counts = await Promise.all(Array.from({ length: requested }, () => counter.take(project, limit)))
    return counts.filter((count) => count !== null).length
  }

  it("concurrent creates never exceed a project's daily limit", async () => {
    const counter = createCounter()
    expect(await takeMany(counter, 50, 30)).toBe(30)
    expect(await takeMany(counter, 5, 31)).toBe(1)
    await counter.end()
    expect(await storedCount()).toBe(31)
  })

  it('the daily counts of links reach other processes within a second or so, and those that start later', async () => {
    const [one, other] = [createCounter(), createCounter()]
    expect(await takeMany(one, 7, 10)).toBe(7)
    await vi.waitFor(async () => expect(await storedCount()).toBe(7), waitOptions)
    expect(await takeMany(other, 7, 10)).toBe(3)
    await vi.waitFor(async () => expect(await storedCount()).toBe(10), waitOptions)
    expect(await takeMany(createCounter(), 1, 10)).toBe(0)
    // A process may exceed the limit until it learns how many the others have created.
    await vi.waitFor(async () => expect(await takeMany(one, 1, 10)).toBe(0), waitOptions)
  })

  it("daily links restart the next day, and the previous day's remainder is still written", async () => {
    let now = Date.UTC(2030, 0, 1, 23, 59, 30)
    const counter = createCounter(() => now)
    const day = today(now)
    expect([await takeMany(counter, 3, 2), counter.secondsLeft]).toEqual([2, 30])
    await vi.waitFor(
      async () => expect(await store.terms.addToDay(kind, project, day, 0)).toBe(2),
      waitOptions,
    )
    now += 30_000
    expect([await takeMany(counter, 3, 2), counter.secondsLeft]).toEqual([2, 86_400])
    await counter.end()
    expect(await store.terms.addToDay(kind, project, day + 1, 0)).toBe(2)
  })

  it('the daily count of links excludes creates that created none', async () => {
    const counter = createCounter()
    const count = await counter.take(project, 1)
    expect(await counter.take(project, 1)).toBeNull()
    if (count) counter.refund(count)
    expect(await takeMany(counter, 2, 1)).toBe(1)
  })

  it('the daily counts of links wait for an unavailable database, and counts that may have been written are not written twice', async () => {
    const counter = createCounter()
    const addToDay = vi.spyOn(store.terms, 'addToDay')
    const failNextWrite = (nothingStored: boolean) =>
      addToDay.mockClear().mockRejectedValueOnce(new StoreUnavailableError('away', { nothingStored }))
    failNextWrite(true)
    await expect(counter.take(project, 5)).rejects.toMatchObject({ nothingStored: true })
    expect(await takeMany(counter, 3, 5)).toBe(3)
    failNextWrite(true)
    await vi.waitFor(() => expect(addToDay).toHaveBeenCalled(), waitOptions)
    await vi.waitFor(async () => expect(await storedCount()).toBe(3), waitOptions)
    expect(await takeMany(counter, 9, 5)).toBe(2)
    addToDay.mockClear().mockRejectedValueOnce(new Error('permission denied'))
    await vi.waitFor(() => expect(addToDay).toHaveBeenCalled(), waitOptions)
    await vi.waitFor(async () => expect(await storedCount()).toBe(5), waitOptions)
    expect(await takeMany(counter, 9, 6)).toBe(1)
    failNextWrite(false)
    await vi.waitFor(() => expect(addToDay).toHaveBeenCalled(), waitOptions)
    await counter.end()
    expect(await storedCount()).toBe(5)
    addToDay.mockRestore()
  })

  it('the daily counts of links are not written twice if the database fails after the write, before its total is read', async () => {
    let isAway = false
    const terms = createTermStore({
      write: async (_name, [day, links]) =>
        await store.terms.addToDay(kind, project, Number(day), Number(links)),
      read: async () => {
        if (isAway) throw new StoreUnavailableError('away', { nothingStored: true })
        return [[await storedCount()]]
      },
    })
    const counter = new DailyCounts(terms, kind)
    expect(await takeMany(counter, 3, 9)).toBe(3)
    isAway = true
    await vi.waitFor(async () => expect(await storedCount()).toBe(3), waitOptions)
    await counter.end()
    isAway = false
    expect(await storedCount()).toBe(3)
  })

  it('the daily counts of links are all written at shutdown, even those of a running write', async () => {
    stopClock()
    const counter = createCounter()
    expect(await takeMany(counter, 1, 9)).toBe(1)
    const add = store.terms.addToDay.bind(store.terms)
    const arrival = Promise.withResolvers<null>()
    const addToDay = vi.spyOn(store.terms, 'addToDay').mockImplementationOnce(async (...args) => {
      await arrival.promise
      return await add(...args)
    })
    await vi.waitFor(() => expect(addToDay).toHaveBeenCalled(), waitOptions)
    expect(await takeMany(counter, 2, 9)).toBe(2)
    const end = counter.end()
    arrival.resolve(null)
    await end
    addToDay.mockRestore()
    expect(await storedCount()).toBe(3)
  })

  it('the daily counts of links do not delay a shutdown while the database does not answer', async () => {
    stopClock()
    const counter = createCounter()
    expect(await takeMany(counter, 1, 9)).toBe(1)
    const answer = Promise.withResolvers<number>()
    const addToDay = vi.spyOn(store.terms, 'addToDay').mockReturnValue(answer.promise)
    await counter.end()
    expect(addToDay).toHaveBeenCalledTimes(1)
    addToDay.mockRestore()
    answer.resolve(1)
  })

  it('a used idempotency key gets its first answer after the daily limit is reached', async () => {
    const dailyLinks = new DailyCounts(store.terms, 'links')
    counters.push(dailyLinks)
    const creator = createLinkCreator(store, { dailyLinks })
    const owner = {
      project,
      environment: 'production',
      linksPerDay: 1,
      changesPerDay: null,
      linkOrigin: null,
      hasApps: false,
      keyName: 'default',
    } as const
    const idempotencyUse = { key: 'k', requestHash: 'h' }
    const result = await creator.create(owner, {}, idempotencyUse)
    expect(result).toMatchObject({ kind: 'created', path: expect.any(String) as string })
    const { path } = result as { path: string }
    expect(await creator.create(owner, {}, idempotencyUse)).toMatchObject({ kind: 'repeated', path })
    expect(await creator.create(owner, {}, { ...idempotencyUse, requestHash: 'other' })).toEqual({
      kind: 'mismatch',
    })
    expect(await creator.create(owner, {}, null)).toMatchObject({ kind: 'too many' })
    // The same, although more may be created: earlier links aren't counted.
    const higherLimit = { ...owner, linksPerDay: 2 }
    expect(await creator.create(higherLimit, {}, idempotencyUse)).toMatchObject({ kind: 'repeated', path })
    expect(await creator.create(higherLimit, {}, null)).toMatchObject({ kind: 'created' })
    expect(await creator.create(higherLimit, {}, null)).toMatchObject({ kind: 'too many' })
  })
})

describe('a project with limits', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())
  const limit = (ratePerMinute: number | null, linksPerDay: number | null) =>
    setTerms(service.store, service.project, {
      ...defaultTerms,
      ratePerMinute,
      linksPerDay,
      setAt: Date.now(),
    })

  it('a project with a daily limit gets 429 after it until midnight UTC, and other projects don’t', async () => {
    await limit(null, 2)
    const path = await service.create({})
    await service.create({})
    const response = await service.post({})
    const waitSeconds = Number(response.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(86_400)
    expect(await readError(response)).toMatchObject({
      ...{ status: 429, code: 'rate_limited', stored: 'no' },
      error: expect.stringContaining('reached its daily limit of new links') as string,
    })
    await service.lookup(path)
    expect((await service.visit(path)).status).toBe(200)
    const other = await createProject(service.store, 'Other')
    await service.create({}, { 'PROJECT-KEY': other.key })
  })

  it('a request that is refused for another reason does not count against the daily limit', async () => {
    const other = await createProject(service.store, 'Refused')
    await setTerms(service.store, other.project, { ...defaultTerms, linksPerDay: 1, setAt: 1 })
    const headers = { 'PROJECT-KEY': other.key }
    expect((await service.post({ title: 1 }, headers)).status).toBe(422)
    await service.create({}, headers)
    expect((await service.post({}, headers)).status).toBe(429)
  })

  it('a project has its own rate limit, which applies within a second', async () => {
    const { project, key } = await createProject(service.store, 'Slow')
    const headers = { 'PROJECT-KEY': key }
    const status = async () => (await service.ask('/link/none', { headers })).status
    expect(await status()).toBe(404)
    await setTerms(service.store, project, { ...defaultTerms, ratePerMinute: 1, setAt: 1 })
    await vi.waitFor(async () => expect(await status()).toBe(429), waitOptions)
    const response = await service.ask('/link/none', { headers })
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(30)
  })
})
