import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxChecksPerLink } from '../../../contract/app/link/check.ts'
import type { App } from '../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../harness/connectedApp.ts'
import { startChangingService } from '../harness/changingService.ts'
import type { ChangingService } from '../harness/changingService.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json } from '../harness/server.ts'

let folder: string
let app: App
let service: ChangingService
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, service, target } = await openConnectedApp(startChangingService))
})
afterEach(() => closeConnectedApp({ folder, app, service }))

const make = async (request: object = { title: 'Sale', tracking_campaign: 'spring' }) => {
  const { id, path } = await app.get('links.create', createInput(target, request))
  return {
    id,
    path: path ?? '',
    now: (fields: object) => service.links.set(path ?? '', { ...service.links.get(path ?? ''), ...fields }),
  }
}
const rows = async (view: object) => (await app.get('library.search', { view })).rows.map(({ id }) => id)

describe('checking a link', () => {
  it('all checks of an unchanged link share one entry', async () => {
    const { id } = await make()
    for (let times = 1; times <= 3; times++) {
      const { check, record } = await app.get('checks.one', { id })
      expect(check).toMatchObject({ outcome: 'same', changes: [], times })
      expect(record).toMatchObject({ lastCheck: 'same', checkedAt: check.lastAt, differences: [] })
    }
    const history = await app.get('checks.history', { id })
    expect(history).toHaveLength(1)
    expect(Date.parse(history[0]?.lastAt ?? '')).toBeGreaterThanOrEqual(Date.parse(history[0]?.firstAt ?? ''))
  })

  it('a check of a changed link names the fields that differ from the last lookup, not from the request', async () => {
    const { id, now } = await make()
    now({ tracking_campaign: 'summer', tags: ['a'], desktop_custom_redirect: { url: 'https://n.example/' } })
    const { check, record } = await app.get('checks.one', { id })
    expect(check.outcome).toBe('changed')
    expect(check.changes).toEqual([
      { field: 'tags', before: '', now: 'a' },
      { field: 'desktop_custom_redirect.url', before: '', now: 'https://n.example/' },
      { field: 'tracking_campaign', before: 'spring', now: 'summer' },
    ])
    expect(record.differences).toEqual([
      { field: 'tracking_campaign', requested: 'spring', stored: 'summer' },
    ])
    expect(record.stored?.tracking_campaign).toBe('summer')
    // The link differs from the request, but hasn't changed since the last check.
    expect((await app.get('checks.one', { id })).check.outcome).toBe('same')
    const outcomes = (await app.get('checks.history', { id })).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['same', 'changed'])
  })

  it('a check whose response is older than what was saved meanwhile keeps the newer version', async () => {
    const { id, path, now } = await make()
    await app.get('checks.one', { id })
    const older = { ...service.links.get(path) }
    const [asked, newerSaved] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    service.instead.push((response) => {
      asked.resolve(undefined)
      void newerSaved.promise.then(() => json(response, 200, { link: older }))
    })
    const first = app.get('checks.one', { id })
    await asked.promise
    // So that the second check is later, even with a coarse clock.
    await setTimeout(2)
    now({ tracking_campaign: 'summer', updated_at: '2026-11-21T08:33:00.000Z' })
    expect((await app.get('checks.one', { id })).check.outcome).toBe('changed')
    newerSaved.resolve(undefined)
    const { check, record } = await first
    expect(check).toMatchObject({ outcome: 'same', changes: [] })
    expect(record.stored?.tracking_campaign).toBe('summer')
    // The service was reset to an older version.
    now(older)
    expect((await app.get('checks.one', { id })).check.outcome).toBe('changed')
  })

  it('a check ignores the visit counts of the service', async () => {
    const { id, now } = await make()
    now({ updated_at: '2026-11-23T00:00:00.000Z', clicks: 17 })
    expect((await app.get('checks.one', { id })).check).toMatchObject({ outcome: 'same', changes: [] })
  })

  it('a check of a link that was switched off marks it as inactive, until it is switched on', async () => {
    const { id, now } = await make()
    now({ active: false })
    expect((await app.get('checks.one', { id })).check).toMatchObject({
      outcome: 'inactive',
      changes: [{ field: 'active', before: 'yes', now: 'no' }],
    })
    expect((await app.get('checks.one', { id })).check).toMatchObject({ outcome: 'inactive', times: 2 })
    expect(await rows({ search: 'is:inactive' })).toEqual([id])
    now({ active: true })
    expect((await app.get('checks.one', { id })).check).toMatchObject({
      outcome: 'changed',
      changes: [{ field: 'active', before: 'no', now: 'yes' }],
    })
    expect(await rows({ search: 'is:inactive' })).toEqual([])
    expect(await rows({ search: 'is:changed' })).toEqual([id])
  })

  it('a check of a missing link keeps the service’s last values', async () => {
    const { id, path } = await make()
    service.links.delete(path)
    const { check, record } = await app.get('checks.one', { id })
    expect(check).toMatchObject({ outcome: 'gone', changes: [] })
    expect(record).toMatchObject({ state: 'created', lastCheck: 'gone', stored: { title: 'Sale' } })
    expect(await rows({ search: 'is:gone' })).toEqual([id])
    expect(await rows({ checks: ['gone', 'changed'] })).toEqual([id])
    expect(await rows({ search: '-is:gone' })).toEqual([])
    const facets = await app.get('library.facets', { of: 'check', view: {} })
    expect(facets.values).toEqual([{ value: 'gone', count: 1 }])
  })

  it('a check without an answer marks the link as not checked, and keeps its history', async () => {
    const { id } = await make()
    const recordBefore = await app.get('links.get', { id })
    service.instead.push((response) => response.destroy())
    expect(await app.problem('checks.one', { id })).toMatchObject({ code: 'connection_lost' })
    service.instead.push((response) => response.writeHead(404).end('<html>Not here</html>'))
    expect(await app.problem('checks.one', { id })).toMatchObject({ code: 'not_the_service' })
    expect(await app.get('links.get', { id })).toEqual(recordBefore)
    expect(await app.get('checks.history', { id })).toEqual([])
  })

  it('a check uses the link’s own profile and environment, whatever the window has selected', async () => {
    const { id, path } = await make()
    const other = await startChangingService()
    const otherTarget = await connectProfile(app, other.origin)
    await app.get('profiles.use', { id: otherTarget.profileId, environment: 'production' })
    const lookupsBefore = service.countLookups(path)
    await app.get('checks.one', { id })
    expect(service.countLookups(path)).toBe(lookupsBefore + 1)
    expect(other.requests).toEqual([])
    const { current } = await app.get('app.state', {})
    expect(current).toEqual({ profileId: otherTarget.profileId, environment: 'production' })
    await other.stop()
  })

  it('only a link’s latest checks are kept, and they are removed and restored with the link', async () => {
    const { id, now } = await make()
    for (let at = 1; at <= maxChecksPerLink + 3; at++) {
      now({ title: `Sale ${at}` })
      await app.get('checks.one', { id })
    }
    const history = await app.get('checks.history', { id })
    expect(history).toHaveLength(maxChecksPerLink)
    expect(history[0]?.changes).toEqual([
      { field: 'title', before: `Sale ${maxChecksPerLink + 2}`, now: `Sale ${maxChecksPerLink + 3}` },
    ])
    const { undo } = await app.get('library.remove', { which: { ids: [id] } })
    expect(await app.problem('checks.one', { id })).toMatchObject({ code: 'link_not_in_library' })
    await app.get('library.undo', { changeId: undo })
    expect(await app.get('checks.history', { id })).toEqual(history)
    expect(await rows({ search: 'is:changed' })).toEqual([id])
  })
})
