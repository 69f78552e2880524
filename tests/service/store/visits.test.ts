import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { otherReferrers } from '../../../contract/service/link/visits.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { countNames, startOfDay, maxHostsPerDay, spans } from '../../../service/store/visits/visits.ts'
import type { CountName, VisitBatch, VisitRow } from '../../../service/store/visits/visits.ts'
import { engines } from './engines.ts'
import type { Databases } from './engines.ts'
import { createReferrals } from './referrals.ts'

/** Ten in the morning of a day. */
const hour = Date.UTC(2026, 10, 22, 10) / 3_600_000
const day = startOfDay(hour)

type Counts = Partial<Record<CountName, number>>

function toCounts(counts: Counts): number[] {
  return countNames.map((name) => counts[name] ?? 0)
}

let numbers = 0
function createBatch(visits: Record<number, Counts>, extraFields: Partial<VisitBatch> = {}): VisitBatch {
  const links = Object.keys(visits).map(Number)
  return {
    writer: 'a',
    number: ++numbers,
    sentAt: 1,
    hour,
    links: Float64Array.from(links),
    counts: Int32Array.from(links.flatMap((link) => toCounts(visits[link] ?? {}))),
    referrers: createReferrals([]),
    ...extraFields,
  }
}

const row = (link: number, span: VisitRow['span'], start: number, counts: Counts): VisitRow => ({
  link,
  span,
  start,
  counts: toCounts(counts),
})

/** The behaviour that all engines share. */
describe.each(engines)('visits in $name', ({ missing, start }) => {
  let databases: Databases
  let url: string
  let store: Store
  const openDatabase = () => openStore(readDatabaseUrl('url', url))

  if (missing !== null) {
    it.skip(`visits are not tested: ${missing}`)
    return
  }

  beforeAll(async () => void (databases = await start()))
  afterAll(() => databases.remove())
  beforeEach(async () => {
    url = await databases.create()
    store = await openDatabase()
  })
  afterEach(() => store.close())

  it('visits are added up for the hour and its day, each link separately', async () => {
    const { visits } = store
    await visits.add(createBatch({ 1: { ios: 1, redirect: 1 }, 7: { bots: 2, cards: 1 } }))
    await visits.add(createBatch({ 1: { ios: 1, desktop: 3, redirect: 2, preview: 2 } }, { hour: hour + 1 }))
    expect(await visits.find([1, 7], spans.hour, day, hour + 5)).toEqual([
      row(1, spans.hour, hour, { ios: 1, redirect: 1 }),
      row(1, spans.hour, hour + 1, { ios: 1, desktop: 3, redirect: 2, preview: 2 }),
      row(7, spans.hour, hour, { bots: 2, cards: 1 }),
    ])
    expect(await visits.find([1], spans.day, day, day)).toEqual([
      row(1, spans.day, day, { ios: 2, desktop: 3, redirect: 3, preview: 2 }),
    ])
    expect(await visits.find([1], spans.day, day + 1, day + 48)).toEqual([])
    expect(await visits.findPeople([1, 2], day, day)).toEqual([{ link: 1, start: day, people: 5 }])
  })

  it('visits are summed up over all days', async () => {
    const { visits } = store
    await visits.add(createBatch({ 1: { ios: 1, other: 2, redirect: 3, bots: 1 } }))
    await visits.add(
      createBatch({ 1: { android: 4, landing: 4, cards: 1, bots: 1, tests: 5 } }, { hour: hour + 48 }),
    )
    await visits.add(createBatch({ 1: { bots: 1 }, 3: { bots: 1 } }, { hour: hour + 96 }))
    expect(await visits.sum([1, 2, 3])).toEqual([
      { link: 1, since: day, last: day + 48, people: 7, bots: 3, cards: 1, tests: 5 },
      { link: 3, since: day + 96, last: null, people: 0, bots: 1, cards: 0, tests: 0 },
    ])
    expect(await visits.sum([])).toEqual([])
  })

  it('visits are added once, however often a batch is sent', async () => {
    const batch = createBatch(
      { 1: { ios: 1 } },
      { referrers: createReferrals([{ link: 1, host: 'a.example', visits: 1 }]) },
    )
    await Promise.all([store.visits.add(batch), store.visits.add(batch)])
    await store.close()
    store = await openDatabase()
    await store.visits.add(batch)
    await store.visits.add({ ...batch, writer: 'b' })
    expect(await store.visits.find([1], spans.hour, hour, hour)).toEqual([
      row(1, spans.hour, hour, { ios: 2 }),
    ])
    expect(await store.visits.findReferrers(1, day, day)).toEqual([
      { link: 1, start: day, host: 'a.example', visits: 2 },
    ])
  })

  it('visits that several processes add at once cause no deadlock', async () => {
    const stores = [store, await openDatabase(), await openDatabase()]
    const links = Array.from({ length: 400 }, (_, index) => index + 1)
    const counts = Object.fromEntries(links.map((link) => [link, { ios: 1, redirect: 1 }]))
    const referrers = createReferrals(links.map((link) => ({ link, host: 'a.example', visits: 1 })))
    await Promise.all(
      stores.map(async ({ visits }, index) => {
        for (let round = 0; round < 10; round++)
          await visits.add(createBatch(counts, { writer: `writer ${index}`, referrers }))
      }),
    )
    const sums = await store.visits.sum(links)
    expect(sums.map(({ people }) => people)).toEqual(links.map(() => 30))
    expect(await store.visits.findReferrers(400, day, day)).toMatchObject([{ visits: 30 }])
    await Promise.all(stores.slice(1).map((one) => one.close()))
  })

  it('visits list a limited number of hosts per day and link, and sum up the others', async () => {
    const referrals = (from: number, count: number) =>
      createReferrals(
        Array.from({ length: count }, (_, index) => ({
          link: 1,
          host: `h${String(from + index).padStart(5, '0')}.example`,
          visits: 1,
        })),
      )
    // The limit is reached in the middle of a batch.
    const [size, batchCount] = [30, 14]
    for (let from = 0; from < batchCount * size; from += size)
      await store.visits.add(createBatch({ 1: { ios: size } }, { referrers: referrals(from, size) }))
    await store.visits.add(createBatch({ 1: { ios: 2 } }, { referrers: referrals(0, 2) }))
    const rows = await store.visits.findReferrers(1, day, day)
    expect(rows).toHaveLength(maxHostsPerDay + 1)
    expect(rows[0]).toMatchObject({ host: otherReferrers, visits: batchCount * size - maxHostsPerDay })
    expect(rows.slice(1, 3)).toMatchObject([{ host: 'h00000.example', visits: 2 }, { visits: 2 }])
  })

  it('old visits are deleted in small steps, and no others', async () => {
    const { visits } = store
    const links = Array.from({ length: 700 }, (_, index) => index + 1)
    const counts = Object.fromEntries(links.map((link) => [link, { ios: 1 }]))
    const referrers = createReferrals(links.map((link) => ({ link, host: 'a.example', visits: 1 })))
    await visits.add(createBatch(counts, { referrers, writer: 'old' }))
    await visits.add(createBatch(counts, { referrers, hour: hour + 24, sentAt: 10 }))
    const retention = { hour: hour + 1, day, writer: 0 }
    const steps = async (limits: typeof retention) => {
      const sizes = []
      for (let size = 1; size > 0; sizes.push(size)) size = await visits.prune(limits)
      return sizes
    }
    expect(await steps(retention)).toEqual([500, 200, 0])
    expect((await visits.find(links, spans.hour, hour, hour + 24)).length).toBe(700)
    expect((await visits.sum(links))[0]).toMatchObject({ people: 2 })
    expect(await steps({ ...retention, day: day + 24, writer: 5 })).toEqual([1_001, 400, 0])
    expect((await visits.sum(links))[0]).toMatchObject({ people: 1, since: day + 24 })
    expect((await visits.findReferrers(1, day, day + 48)).length).toBe(1)
  })

  it('the last day with visits before a day is found', async () => {
    const { visits } = store
    expect(await visits.findLastDay(day)).toBeNull()
    await visits.add(createBatch({ 1: { ios: 1 } }))
    await visits.add(createBatch({ 2: { bots: 1 } }, { hour: hour + 72 }))
    expect(await visits.findLastDay(day)).toBeNull()
    expect(await visits.findLastDay(day + 24)).toBe(day)
    expect(await visits.findLastDay(day + 96)).toBe(day + 72)
  })

  it('visits can be read in pages and stored in another database without reducing its counts', async () => {
    const { visits } = store
    await visits.add(
      createBatch(
        { 1: { ios: 1 }, 2: { ios: 5 } },
        { referrers: createReferrals([{ link: 2, host: 'a.b', visits: 5 }]) },
      ),
    )
    const rows = []
    for (let page = await visits.scan({ link: -1, span: 1, start: 0 }, 3); ;) {
      rows.push(...page)
      const lastRow = page.at(-1)
      if (!lastRow) break
      page = await visits.scan(lastRow, 3)
    }
    expect(rows.map(({ link, span, start }) => [link, span, start])).toEqual([
      [1, 1, hour],
      [1, 24, day],
      [2, 1, hour],
      [2, 24, day],
    ])
    const hosts = await visits.scanReferrers({ link: -1, start: 0, host: '' }, 10)
    const url = await databases.create()
    const target = await openStore(readDatabaseUrl('url', url))
    await target.visits.add(
      createBatch({ 2: { ios: 6 } }, { referrers: createReferrals([{ link: 2, host: 'a.b', visits: 6 }]) }),
    )
    expect(await target.visits.put(rows)).toBe(2)
    expect(await target.visits.put(rows)).toBe(0)
    expect(await target.visits.putReferrers(hosts)).toBe(0)
    expect((await target.visits.sum([1, 2])).map(({ people }) => people)).toEqual([1, 6])
    await target.close()
  })
})
