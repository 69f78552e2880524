import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLinkCreator } from '../../../service/links/create.ts'
import type { Requester } from '../../../service/links/create.ts'
import {
  createIdentityGenerator,
  idAt,
  linksPerPrefix,
  pathLength,
} from '../../../service/random/identity.ts'
import { keyAlphabet as alphabet } from '../../../contract/service/keys/keyShape.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { sampleLink } from '../store/sample.ts'

const owner: Requester = {
  project: 'prj_sample',
  environment: 'production',
  linksPerDay: null,
  changesPerDay: null,
  linkOrigin: null,
  hasApps: false,
  keyName: 'default',
}

describe.each(engines.filter(({ missing }) => missing === null))('links created in $name', ({ start }) => {
  let databases: Databases
  let store: Store
  beforeAll(async () => {
    databases = await start()
    store = await openStore(readDatabaseUrl('test', await databases.create()))
  })
  afterAll(async () => {
    await store.close()
    await databases.remove()
  })

  it('new links never replace one another: a taken path or id is reported', async () => {
    const first = sampleLink({ title: 'First' })
    await store.insertLink(first)
    const [samePath, sameId] = [
      sampleLink({ path: first.path, title: 'Second' }),
      sampleLink({ id: first.id }),
    ]
    expect(await store.insertLink(samePath)).toEqual({ kind: 'taken' })
    expect(await store.insertLink(sameId)).toEqual({ kind: 'taken' })
    expect((await store.findLink(first.path))?.title).toBe('First')
    expect(await store.findLink(sameId.path)).toBeNull()
  })

  it('a path collision is retried and not reported until many attempts failed', async () => {
    const identify = createIdentityGenerator()
    const takenIdentity = { ...identify(), path: 'taken' }
    await store.insertLink(sampleLink(takenIdentity))
    const script = [takenIdentity, { ...identify(), path: 'taken' }, { ...identify(), path: 'free' }]
    const creator = createLinkCreator(store, { identify: () => script.shift() ?? takenIdentity })
    expect(await creator.create(owner, { title: 'New' }, null)).toEqual({
      kind: 'created',
      path: 'free',
      origin: null,
    })
    await expect(creator.create(owner, {}, null)).rejects.toThrow('No free link path')
  })

  it('new links are found by their own path only', async () => {
    await store.insertLink(sampleLink({ path: 'AbCdEfGhJkL' }))
    for (const path of [
      'abcdefghjkl',
      'AbCdEfGhJk',
      'AbCdEfGhJkL ',
      '',
      '%',
      '_bCdEfGhJkL',
      'a\0b',
      'x'.repeat(9_000),
    ]) {
      expect(await store.findLink(path)).toBeNull()
    }
  })
})

describe('the identity of a link', () => {
  it('every letter of a path is equally likely, and none looks like another', () => {
    const text = Array.from({ length: 20_000 }, () => createIdentityGenerator()().path).join('')
    expect(text).toHaveLength(20_000 * pathLength)
    expect(Array.from(alphabet).filter((letter) => '0O1lI'.includes(letter))).toEqual([])
    const expected = text.length / alphabet.length
    const counts = Array.from(alphabet).map((letter) => text.split(letter).length - 1)
    // Six standard deviations: a false failure once in 500 million runs per letter.
    for (const count of counts) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })

  it('the paths of a hundred links share a prefix, and the next hundred share another', () => {
    const identify = createIdentityGenerator()
    const prefixes = Array.from({ length: 10 }, () => {
      const paths = Array.from({ length: linksPerPrefix }, () => identify().path)
      expect(new Set(paths.map((path) => path.slice(3))).size).toBe(paths.length)
      return new Set(paths.map((path) => path.slice(0, 3)))
    })
    expect(prefixes.map(({ size }) => size)).toEqual(Array(10).fill(1))
    // Ten draws from 185,193.
    expect(new Set(prefixes.flatMap((prefix) => [...prefix])).size).toBeGreaterThan(5)
  })

  it('new ids can be read back even if a wrong clock is a century ahead', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2126, 0, 1) })
    onTestFinished(() => void vi.useRealTimers())
    const identify = createIdentityGenerator()
    const ids = Array.from({ length: 20_000 }, () => identify().id)
    expect(ids.filter((id) => !Number.isSafeInteger(id))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(idAt(Date.now())).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })

  it('ids are unique and increasing, however many are created in a millisecond', () => {
    const identify = createIdentityGenerator()
    const ids = Array.from({ length: 20_000 }, () => identify().id)
    expect(ids.every((id, index) => Number.isSafeInteger(id) && id > (ids[index - 1] ?? 0))).toBe(true)
  })

  it('processes that create equal ids use different ones after they notice', () => {
    const ids = new Set<number>()
    const processes = Array.from({ length: 20 }, () => createIdentityGenerator())
    const countCollisions = () => {
      let collisions = 0
      for (const identify of processes) {
        for (let wasTaken = false; ; wasTaken = true) {
          const { id } = identify(wasTaken)
          if (!ids.has(id)) {
            ids.add(id)
            break
          }
          collisions++
        }
      }
      return collisions
    }
    const collisionCounts = Array.from({ length: 2_000 }, countCollisions)
    expect(collisionCounts.slice(-1_000)).toEqual(Array(1_000).fill(0))
  })
})
