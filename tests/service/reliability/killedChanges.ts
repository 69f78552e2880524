import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyResponse } from '../../../contract/service/link/linkChanges.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { createClient } from '../testService.ts'
import type { Headers } from '../testService.ts'
import { startProcess } from './serviceProcess.ts'

const links = 20
/** How soon a change takes effect everywhere (specification 4.9). */
const maxPropagationMs = 1_000

/** Two processes on one database, one of which is killed this many times while it changes links. */
export function testKilledChanges(rounds: number): void {
  describe.each(engines)('changes of links by two processes on $name', ({ missing, start }) => {
    let databases: Databases | undefined
    let key = ''
    let url = ''
    beforeAll(async () => {
      if (missing !== null) return
      databases = await start()
      url = await databases.create()
      const store = await openStore(readDatabaseUrl('url', url))
      ;({ key } = await createProject(store, 'Changed'))
      await store.close()
    })
    afterAll(() => databases?.remove())

    it.skipIf(missing !== null)(
      'changes of links take effect in the other process within a second',
      async () => {
        const [one, other] = await Promise.all([
          startProcess({ DATABASE_URL: url }),
          startProcess({ DATABASE_URL: url }),
        ])
        const [client, otherClient] = [createClient(one.origin, key), createClient(other.origin, key)]
        const path = await client.create({ desktop_custom_redirect: { url: 'https://example.com/0' } })
        const readLocation = async () => {
          const response = await otherClient.visit(path)
          return response.headers.get('location') ?? response.status
        }
        // Visited often enough to be cached by the other process.
        for (let visits = 0; visits < 5; visits++) expect(await readLocation()).toBe('https://example.com/0')
        for (const [patch, expected] of [
          [{ desktop_custom_redirect: { url: 'https://example.com/1' } }, 'https://example.com/1'],
          [{ active: false }, 410],
          [{ active: true }, 'https://example.com/1'],
          [{ active_until: '2001-01-01T00:00:00Z' }, 410],
        ] as const) {
          await change(client, path, patch)
          const changedAt = performance.now()
          for (let location: unknown; location !== expected;) {
            // A visit that is sent a second later must see it.
            const isLate = performance.now() - changedAt > maxPropagationMs
            location = await readLocation()
            if (isLate) expect(location).toBe(expected)
          }
        }
        await Promise.all([one.stop(), other.stop()])
      },
    )

    it.skipIf(missing !== null)(
      `all acknowledged changes of links survive kills completely and once (${rounds} kills)`,
      async () => {
        const survivor = await startProcess({ DATABASE_URL: url })
        const client = createClient(survivor.origin, key)
        const paths = await Promise.all(
          Array.from({ length: links }, () => client.create({ title: '0', subtitle: '0' })),
        )
        const sentCounts = new Map(paths.map((path) => [path, 0]))
        let settledCount = 0
        for (let round = 0; round < rounds; round++) {
          const victim = await startProcess({ DATABASE_URL: url })
          const victimClient = createClient(victim.origin, key)
          let acknowledgedCount = 0
          const reached = Promise.withResolvers<undefined>()
          const changes = paths.map(async (path) => {
            for (;;) {
              const number = (sentCounts.get(path) ?? 0) + 1
              sentCounts.set(path, number)
              const body = { title: String(number), subtitle: String(number) }
              const tag = await etagOf(client, path)
              const precondition = { 'If-Match': tag, 'Idempotency-Key': `${path}-${number}` }
              try {
                const response = await patchLink(victimClient, path, body, precondition)
                expect(response.status).toBe(200)
                await response.arrayBuffer()
                if (++acknowledgedCount > links + round * 7) reached.resolve(undefined)
              } catch (error) {
                if (!(error instanceof TypeError)) throw error
                // The answer was lost: the other process settles it, and applies it at most once.
                expect((await patchLink(client, path, body, precondition)).status).toBe(200)
                settledCount++
                return
              }
            }
          })
          await Promise.race([reached.promise, Promise.all(changes)])
          await victim.kill()
          await Promise.all(changes)
        }
        expect(settledCount).toBe(links * rounds)
        for (const path of paths) await expectWhole(client, path, sentCounts.get(path) ?? 0)
        await survivor.stop()
      },
      1_200_000,
    )
  })
}

type Client = ReturnType<typeof createClient>

async function etagOf({ ask }: Client, path: string): Promise<string> {
  return (await ask(`/link/${path}`)).headers.get('etag') ?? ''
}

function patchLink({ ask }: Client, path: string, body: object, headers: Headers) {
  return ask(`/link/${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
}

async function change(client: Client, path: string, body: object): Promise<void> {
  expect((await patchLink(client, path, body, { 'If-Match': await etagOf(client, path) })).status).toBe(200)
}

/** Every number was applied exactly once and in order, to both fields, and the link has the last one. */
async function expectWhole(client: Client, path: string, last: number): Promise<void> {
  const numbers: unknown[] = []
  for (let next: string | null = ''; next !== null;) {
    const response = await client.ask(`/link/${path}/history?limit=200${next && `&before=${next}`}`)
    const page = historyResponse.parse(await response.json())
    for (const { fields } of page.history) {
      expect(fields['subtitle']).toEqual(fields['title'])
      numbers.push(fields['title']?.to)
    }
    next = page.next
  }
  expect(numbers.toReversed()).toEqual(Array.from({ length: last }, (_, index) => String(index + 1)))
  expect(await client.lookup(path)).toMatchObject({ title: String(last), subtitle: String(last) })
}
