import { expect, test, vi } from 'vitest'
import { findLinks } from '../../../../../contract/service/address/pastedLinks.ts'
import { fail, ok } from '../../../../../contract/app/problems/result.ts'
import { getRun } from '../../../../../renderer/screens/find/many/lookupRuns.tsx'
import { shops } from '../answers.ts'

type FindLink = Parameters<typeof getRun>[0]['find']

/** Looks each link up with its own request. */
const declineBatch = ({ texts }: { texts: string[] }) => Promise.resolve(ok(texts.map(() => null)))

test('links are looked up again once a profile has their domain', async () => {
  const { links } = findLinks('links.acme.example/On\ngo.new.example/On')
  const find = vi.fn<FindLink>(() => Promise.resolve(fail({ code: 'bug' })))
  const open = (profiles: typeof shops) =>
    getRun({
      ...{ path: '/find/twoLinks', omitted: { more: 0, cut: false } },
      ...{ links, profiles, records: links.map(() => null), find, findMany: declineBatch },
      context: { profileId: 'acme', environment: 'development' },
      isContextChosen: true,
      onFinished: () => undefined,
    })
  const run = open(shops)
  await expect.poll(() => run.state().phase).toBe('finished')
  expect(open(shops)).toBe(run)
  expect(find.mock.calls.map(([{ text }]) => text)).toEqual(['links.acme.example/On'])
  const withDomain = shops.map((shop, index) => ({
    ...shop,
    linkHosts: [...shop.linkHosts, ...(index === 0 ? ['go.new.example'] : [])],
  }))
  expect(open(withDomain)).not.toBe(run)
  await expect.poll(() => find.mock.calls.map(([{ text }]) => text)).toContain('go.new.example/On')
})
