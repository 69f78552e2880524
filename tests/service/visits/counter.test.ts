import { afterEach, describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { countNames } from '../../../service/store/visits/visits.ts'
import type { CountName, VisitBatch } from '../../../service/store/visits/visits.ts'
import type { VisitStore } from '../../../service/store/visits/visitStore.ts'
import { VisitCounter } from '../../../service/visits/counter.ts'

const start = Date.UTC(2026, 10, 22, 23)
const hourMs = 3_600_000
const hour = start / hourMs

/** A database that records what it receives, and can be unavailable. */
function createRecordingStore() {
  const batches: VisitBatch[] = []
  const outage = { now: null as Error | null }
  const visits = {
    add: (batch: VisitBatch) => {
      if (outage.now) return Promise.reject(outage.now)
      batches.push(structuredClone(batch))
      return Promise.resolve()
    },
  } as unknown as VisitStore
  const sum = (name: CountName, link?: number) => {
    let sum = 0
    for (const { links, counts } of batches) {
      links.forEach((one, index) => {
        if (link === undefined || link === one)
          sum += counts[index * countNames.length + countNames.indexOf(name)] ?? 0
      })
    }
    return sum
  }
  return { batches, visits, outage, sum }
}

describe('the counter of visits', () => {
  let counter: VisitCounter
  afterEach(() => counter.end())

  function startCounter(now = () => start) {
    const store = createRecordingStore()
    const errors: unknown[] = []
    const lost: number[] = []
    counter = new VisitCounter({
      visits: store.visits,
      onError: (error) => errors.push(error),
      onLoss: (visits) => lost.push(visits),
      now,
    })
    return { ...store, errors, lost }
  }

  it('the visit counter writes a link’s visits together in ascending order, each once', async () => {
    const { batches, sum } = startCounter()
    for (const link of [7, 3, 7, 2 ** 53 - 1]) counter.countPerson(link, 'ios', 'redirect', null)
    counter.countBot(3, 'preview', true)
    counter.countBot(3, 'search', false)
    counter.countTest(3)
    expect(await counter.write()).toBe(true)
    expect(batches.map(({ links, hour }) => [[...links], hour])).toEqual([[[3, 7, 2 ** 53 - 1], hour]])
    expect([
      sum('ios', 7),
      sum('redirect', 7),
      sum('ios'),
      sum('bots', 3),
      sum('cards', 3),
      sum('bots_search', 3),
      sum('bots_preview', 3),
      sum('bots_ai', 3),
      sum('tests'),
    ]).toEqual([2, 2, 4, 2, 1, 1, 1, 0, 1])
    expect(await counter.write()).toBe(true)
    expect(batches).toHaveLength(1)
    expect(counter.totals).toMatchObject({ redirect: 4, card: 1, bot: 1, test: 1, uncounted: 0 })
  })

  it('the visit counter writes many links in parts, each with its own number', async () => {
    const { batches, sum } = startCounter()
    for (let visit = 0; visit < 12_000; visit++)
      counter.countPerson(visit % 2_500, 'desktop', 'landing', null)
    await counter.write()
    expect(batches.map(({ links }) => links.length)).toEqual([1_000, 1_000, 500])
    expect(new Set(batches.map(({ number }) => number)).size).toBe(3)
    expect([sum('desktop'), sum('landing')]).toEqual([12_000, 12_000])
  })

  it('the visit counter counts each visit on its own day, even if the clock jumps', async () => {
    let now = start + hourMs - 1
    const { batches } = startCounter(() => now)
    for (const time of [now, start + hourMs, start + 30 * hourMs, now]) {
      now = time
      counter.countPerson(1, 'ios', 'redirect', null)
    }
    await counter.write()
    const writtenCounts = batches.map(({ hour, counts }) => [hour, counts[countNames.indexOf('ios')]])
    expect(writtenCounts).toEqual([
      [hour, 2],
      [hour + 1, 1],
      [hour + 30, 1],
    ])
  })

  it('the visit counter keeps what the database rejects, and sends it again with the same number', async () => {
    const { batches, outage, errors, sum } = startCounter()
    outage.now = new StoreUnavailableError('away')
    counter.countPerson(1, 'ios', 'redirect', 'a.example')
    expect(await counter.write()).toBe(false)
    for (let visit = 0; visit < 10; visit++) counter.countPerson(1, 'ios', 'redirect', 'a.example')
    expect(await counter.write()).toBe(false)
    expect(errors).toEqual([outage.now, outage.now])
    outage.now = null
    expect(await counter.write()).toBe(true)
    expect(await counter.write()).toBe(true)
    expect(batches.map(({ number }) => number)).toEqual([1, 2])
    expect(sum('ios')).toBe(11)
    expect(batches.flatMap(({ referrers }) => referrers.visits)).toEqual([1, 10])
  })

  it('the visit counter reports a refusing database once, and again after a success in between', async () => {
    const { outage, errors } = startCounter()
    const refusal = new Error('permission denied')
    counter.countPerson(1, 'ios', 'redirect', null)
    for (const now of [refusal, refusal, null, refusal]) {
      outage.now = now
      counter.countPerson(1, 'ios', 'redirect', null)
      await counter.write()
    }
    expect(errors).toEqual([refusal, refusal])
  })

  it('the visit counter keeps a limited number of links while the database is away, and only adds the others to its totals', async () => {
    const { outage, sum } = startCounter()
    outage.now = new StoreUnavailableError('away')
    for (let link = 0; link < 100_100; link++) counter.countPerson(link, 'ios', 'redirect', null)
    counter.countPerson(5, 'ios', 'redirect', null)
    expect([counter.waitingLinks, counter.totals.uncounted]).toEqual([100_000, 100])
    await counter.write()
    outage.now = null
    await counter.write()
    expect(sum('ios')).toBe(100_001)
    expect(counter.waitingLinks).toBe(0)
  })

  it('the visit counter merges the oldest hours into later ones if too many wait, and loses none', async () => {
    let now = start
    const { outage, sum, batches } = startCounter(() => now)
    outage.now = new StoreUnavailableError('away')
    for (let seconds = 0; seconds < 40; seconds++) {
      now = start + seconds * hourMs
      for (let link = 0; link < 20_000; link++) counter.countPerson(link, 'ios', 'redirect', 'a.example')
      await counter.write()
    }
    expect(counter.waitingLinks).toBeLessThanOrEqual(100_000)
    expect(counter.totals.uncounted).toBe(0)
    outage.now = null
    await counter.write()
    await counter.write()
    expect(sum('ios')).toBe(800_000)
    expect(
      batches.flatMap(({ referrers }) => referrers.visits).reduce((total, visits) => total + visits, 0),
    ).toBe(800_000)
  })

  it('the visit counter reuses the memory of written counts without mixing them up', async () => {
    const { batches } = startCounter()
    for (const [round, size] of [3_000, 5_000, 20, 700].entries()) {
      const expectedCounts = new Map<number, number>()
      const hosts = new Map<string, number>()
      for (let visit = 0; visit < 2 * size; visit++) {
        const link = ((visit % size) + round) * 900_719_925_474
        const host = `h${visit % (3 + round)}.example`
        counter.countPerson(link, 'ios', 'redirect', host)
        expectedCounts.set(link, (expectedCounts.get(link) ?? 0) + 1)
        hosts.set(`${link} ${host}`, (hosts.get(`${link} ${host}`) ?? 0) + 1)
      }
      await counter.write()
      const writtenBatches = batches.splice(0)
      const column = countNames.indexOf('ios')
      const storedCounts = writtenBatches.flatMap(({ links, counts }) =>
        [...links].map((link, index) => [link, counts[index * countNames.length + column]] as const),
      )
      const storedReferrals = writtenBatches.flatMap(({ referrers: { links, hosts, visits } }) =>
        links.map((link, index) => [`${link} ${hosts[index]}`, visits[index]] as const),
      )
      expect(storedCounts).toHaveLength(size)
      expect(new Map(storedCounts)).toEqual(expectedCounts)
      expect(storedReferrals).toHaveLength(hosts.size)
      expect(new Map(storedReferrals)).toEqual(hosts)
    }
  })

  it('the visit counter writes the rest at shutdown, or reports how many visits were lost', async () => {
    const { sum } = startCounter()
    counter.countPerson(1, 'ios', 'redirect', null)
    const write = counter.write()
    counter.countPerson(1, 'ios', 'redirect', null)
    await counter.end()
    await write
    expect(sum('ios')).toBe(2)

    const { outage, lost } = startCounter()
    outage.now = new StoreUnavailableError('away')
    for (let link = 0; link < 2_500; link++) counter.countPerson(link, 'ios', 'redirect', null)
    counter.countBot(1, 'other', true)
    await counter.write()
    counter.countTest(1)
    await counter.end()
    expect(lost).toEqual([2_502])
  })

  it('the visit counter distinguishes a limited number of hosts per link, and sums up the others', async () => {
    const { batches } = startCounter()
    for (let visit = 0; visit < 10_000; visit++)
      counter.countPerson(1, 'ios', 'redirect', `h${visit}.example`)
    await counter.write()
    const [{ referrers }] = batches as [VisitBatch]
    expect([referrers.links, referrers.hosts, referrers.visits].map(({ length }) => length)).toEqual([
      51, 51, 51,
    ])
    expect([referrers.hosts.at(-1), referrers.visits.at(-1)]).toEqual(['other', 9_950])
  })
})
