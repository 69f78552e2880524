import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { createLinkCreator } from '../../../service/links/create.ts'
import { countDaily, secondsLeftToday, today } from '../../../service/links/dailyCounts.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import type { Store } from '../../../service/store/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { setTerms } from '../setTerms.ts'
import { readError, startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const waitOptions = { timeout: 30_000 }

const cases = engines
  .filter(({ missing }) => missing === null)
  .flatMap((engine) => (['links', 'changes'] as const).map((kind) => ({ ...engine, kind })))

describe.each(cases)('the daily limit of $kind in $name', ({ start, kind }) => {
  let databases: Databases
  let store: Store
  let otherStore: Store
  let project: string
  beforeAll(async () => {
    databases = await start()
    const setting = readDatabaseUrl('test', await databases.create())
    store = await openStore(setting)
    otherStore = await openStore(setting)
  })
  afterAll(async () => {
    await Promise.all([store.close(), otherStore.close()])
    await databases.remove()
  })
  beforeEach(async () => void ({ project } = await createProject(store, 'Limited')))
  afterEach(() => void vi.useRealTimers())

  const storedCount = () => store.terms.countOfDay(kind, project, today())
  const count = <T>(limit: number, work: () => Promise<T>, isCounted: (result: T) => boolean = () => true) =>
    countDaily(store.terms, { kind, project, limit }, work, isCounted)
  const succeed = () => Promise.resolve('done')

  it('concurrent requests in several processes never exceed the daily limit of a project', async () => {
    const results = await Promise.all(
      [store, otherStore].flatMap(({ terms }) =>
        Array.from({ length: 25 }, () =>
          countDaily(terms, { kind, project, limit: 30 }, succeed, () => true),
        ),
      ),
    )
    expect(results.filter((result) => result !== null)).toHaveLength(30)
    expect([await count(31, succeed), await count(31, succeed)]).toEqual(['done', null])
    expect(await storedCount()).toBe(31)
  })

  it('daily counts restart the next day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1, 23, 59, 30) })
    expect([await count(1, succeed), await count(1, succeed), secondsLeftToday()]).toEqual(['done', null, 30])
    vi.setSystemTime(Date.UTC(2030, 0, 2))
    expect([await count(1, succeed), await count(1, succeed)]).toEqual(['done', null])
    expect([await storedCount(), secondsLeftToday()]).toEqual([1, 86_400])
  })

  it('the daily count excludes what stored nothing', async () => {
    expect(await count(1, succeed, () => false)).toBe('done')
    const failWith = (error: Error) => () => Promise.reject(error)
    await expect(
      count(1, failWith(new StoreUnavailableError('away', { nothingStored: true }))),
    ).rejects.toThrow('away')
    expect(await storedCount()).toBe(0)
    await expect(count(1, failWith(new StoreUnavailableError('away')))).rejects.toThrow('away')
    expect([await storedCount(), await count(1, succeed)]).toEqual([1, null])
  })

  it('nothing is done, and nothing is stored, if the count cannot be written', async () => {
    const addToDay = vi.spyOn(store.terms, 'addToDay')
    addToDay.mockRejectedValueOnce(new StoreUnavailableError('away'))
    const work = vi.fn(succeed)
    await expect(count(1, work)).rejects.toMatchObject({ nothingStored: true })
    expect(work).not.toHaveBeenCalled()
    addToDay.mockRestore()
  })

  it('a used idempotency key gets its first answer after the daily limit is reached', async () => {
    const creator = createLinkCreator(store)
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
