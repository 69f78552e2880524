import { expect, test, vi } from 'vitest'
import type { FoundLink } from '../../../../../contract/app/calls/links/links.ts'
import { findLinks } from '../../../../../contract/service/address/pastedLinks.ts'
import { fail, ok } from '../../../../../contract/app/problems/result.ts'
import type { Result } from '../../../../../contract/app/problems/result.ts'
import { startLookupRun } from '../../../../../renderer/screens/find/many/lookupRun.ts'
import type { SavedProfile } from '../../../../../renderer/session/currentProfile.ts'

const profile = {
  id: 'acme',
  linkHosts: ['links.acme.example'],
  defaults: 'unknown',
} as unknown as SavedProfile
const foundLink = { path: 'On', defaults: 'unknown' } as unknown as FoundLink

test('the answer of a cancelled request does not replace that of a repeated one', async () => {
  const first = Promise.withResolvers<Result<FoundLink>>()
  const find = vi.fn(() => Promise.resolve(ok(foundLink)))
  find.mockReturnValueOnce(first.promise)
  const finished = Promise.withResolvers<unknown>()
  const { links } = findLinks('links.acme.example/On')
  const run = startLookupRun({
    ...{ links, profiles: [profile], records: links.map(() => null), find, findMany: vi.fn<never>() },
    context: { profileId: profile.id, environment: 'development' },
    isContextChosen: true,
    onFinished: finished.resolve,
  })
  await vi.waitFor(() => expect(find).toHaveBeenCalledOnce())
  run.cancel()
  run.resume()
  await finished.promise
  expect(run.state().lookups[0]?.result).toEqual(ok(foundLink))
  const changes = vi.fn()
  run.subscribe(changes)
  first.resolve(fail({ code: 'connection_lost' }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(changes).not.toHaveBeenCalled()
  expect(run.state().lookups[0]?.result).toEqual(ok(foundLink))
})
