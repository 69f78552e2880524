import { expect, it } from 'vitest'
import { ok } from '../../../contract/app/problems/result.ts'
import type { QueuedLink, QueueRange } from '../../../core/library/checks/checkQueue.ts'
import { runCheckPool } from '../../../core/links/checks/checkMany.ts'
import type { PoolParts } from '../../../core/links/checks/checkMany.ts'
import { emptySettings } from '../../../core/settings/shape.ts'
import { createRemoteProfile } from '../../../core/settings/remoteProfile.ts'

const environmentValues = { production: 'production', development: 'development' }

it('links whose lookup is under way aren’t requested again when an earlier one was put back', async () => {
  const profile = createRemoteProfile({
    name: 'Shop',
    baseUrl: 'https://s.example',
    linkHosts: [],
    environmentValues,
  })
  if (!profile.ok) throw new Error('The profile is invalid.')
  const queue = new Map(
    Array.from({ length: 250 }, (_, index) => {
      const link: QueuedLink = {
        number: index + 1,
        id: `${index + 1}`,
        path: `p${index + 1}`,
        environment: 'production',
      }
      return [link.id, link]
    }),
  )
  const requested: string[] = []
  /** Resolve when the end of the queue is read, and when the pool must not wait for the second request any longer. */
  const [atEnd, putBack, retried] = [0, 1, 2].map(() => Promise.withResolvers<undefined>())
  let reads = 0
  const checks = {
    next: async (_profileId: string, { after }: QueueRange) => {
      const links = [...queue.values()].filter(({ number }) => number > after).slice(0, 200)
      if (++reads === 3) {
        atEnd?.resolve(undefined)
        await putBack?.promise
        return []
      }
      if (reads > 3) retried?.resolve(undefined)
      return links
    },
    saveMany: (answers: { id: string }[]) => {
      for (const { id } of answers) queue.delete(id)
      return Promise.resolve(answers.map(() => 'same'))
    },
  }
  const client = {
    until: () => client,
    lookup: (_destination: unknown, path: string) => {
      requested.push(path)
      return Promise.resolve(ok({ raw: '{}', link: '{}' }))
    },
    lookupMany: async (_destination: unknown, paths: string[]) => {
      requested.push(...paths)
      const isFirst = paths.includes('p1')
      await (isFirst ? atEnd : retried)?.promise
      // The response to the first request is full before its first link.
      const remaining = isFirst ? ['p1'] : []
      const links = new Map(paths.filter((path) => !remaining.includes(path)).map((path) => [path, '{}']))
      if (isFirst) setImmediate(() => putBack?.resolve(undefined))
      return ok({ links, remaining })
    },
  }
  const parts = {
    ...{ client, checks },
    settings: { get: () => ({ ...emptySettings, profiles: [profile.value] }) },
    services: { has: () => true, offers: () => true },
    inFlight: { pause: () => Promise.resolve() },
    destination: () => Promise.resolve(ok({})),
  } as unknown as PoolParts
  const counted: string[] = []
  const watcher = { checked: (result: string) => void counted.push(result), held: () => undefined }
  const range = { after: 0, until: 250 }
  const { signal } = new AbortController()
  expect(await runCheckPool(parts, { profileId: profile.value.id, range }, { signal }, watcher)).toBeNull()
  expect(counted).toHaveLength(250)
  expect(requested.filter((path) => path !== 'p1')).toHaveLength(249)
})
