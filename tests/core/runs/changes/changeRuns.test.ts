import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectProfile, createInput } from '../../harness/profile.ts'
import { waitForRunState } from '../../harness/run.ts'
import { json, startServer } from '../../harness/server.ts'
import { byState, idsOf, nth, startChangeBench } from './harness.ts'
import type { ChangeBench } from './harness.ts'

let bench: ChangeBench
beforeEach(async () => {
  bench = await startChangeBench()
})
afterEach(() => bench.stop())

const newAddress = 'https://example.com/new'
const readDestination = async (record: Parameters<ChangeBench['stored']>[0]) =>
  (await bench.stored(record))['desktop_custom_redirect']

/** Prepares a run that gives each of these links the same new address. */
const prepareMove = (links: Parameters<typeof idsOf>[0]) =>
  bench.prepare({ kind: 'same', which: { ids: idsOf(links) }, change: { address: newAddress } })

/** Returns the id of a link's latest change that isn't applied. */
const openChange = async (link: string) => (await bench.app.get('changes.open', { link }))?.id

describe('a run that changes links', () => {
  it('a run that changes links shows the difference of each row, and changes nothing before it is started', async () => {
    const links = await bench.createLinks(3)
    await bench.changeElsewhere(nth(links, 2), { desktop_custom_redirect: { url: newAddress } })
    const run = await prepareMove(links)
    const rows = await bench.rows(run)
    expect(byState(rows)).toEqual(['1 ready', '2 existing', '3 ready'])
    expect(rows[0]).toMatchObject({
      linkId: links[0]?.id,
      link: links[0]?.link,
      fields: {
        desktop_custom_redirect: { from: { url: 'https://example.com/old/1' }, to: { url: newAddress } },
      },
    })
    expect(bench.proxy.changes).toEqual([])
    expect(await bench.history(nth(links, 1))).toEqual([])
  })

  it('a run that changes links changes each link once, in the library too', async () => {
    const links = await bench.createLinks(40)
    const run = await prepareMove(links)
    expect(await bench.send(run)).toMatchObject({
      state: 'done',
      problem: null,
      counts: { created: 40, failed: 0, unknown: 0 },
    })
    for (const link of links) {
      expect(await readDestination(link)).toMatchObject({ url: newAddress })
      expect(await bench.history(link)).toHaveLength(1)
    }
    const { rows } = await bench.app.get('library.search', { view: {}, limit: 200 })
    expect(new Set(rows.map(({ destination }) => destination))).toEqual(new Set([newAddress]))
    const after = await bench.app.get('links.get', { id: nth(links, 1).id })
    expect(after).toMatchObject({
      differences: [],
      request: { desktop_custom_redirect: { url: newAddress } },
    })
  })

  it('a run that changes links reports why a row cannot be changed, and keeps every row', async () => {
    const links = await bench.createLinks(2)
    const otherTarget = { ...bench.target, environment: 'production' as const }
    const other = await bench.app.get('links.create', createInput(otherTarget))
    const which = { ids: [...idsOf(links), other.id] }
    const change = { patch: { active: true, active_until: '2001-01-01T00:00:00Z' } }
    await bench.changeElsewhere(nth(links, 1), { active: false })
    const run = await bench.prepare({ kind: 'same', which, change })
    const rows = await bench.rows(run)
    expect(rows.map(({ state, errors }) => [state, ...errors.map(({ text }) => text)])).toEqual([
      ['faulty', expect.stringContaining('has passed')],
      ['ready'],
      ['faulty', 'This link is in production, and this run changes links in development.'],
    ])
  })

  it('a run that switches links on removes the end dates that have passed', async () => {
    const links = await bench.createLinks(2)
    await bench.changeElsewhere(nth(links, 1), { active_until: '2001-01-01T00:00:00Z' })
    await bench.changeElsewhere(nth(links, 2), { active: false, active_until: '2999-01-01T00:00:00Z' })
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { patch: { active: true } },
    })
    expect(byState(await bench.rows(run))).toEqual(['1 ready', '2 ready'])
    expect(await bench.send(run)).toMatchObject({ state: 'done', counts: { created: 2, failed: 0 } })
    const changed = await Promise.all(
      links.map(async ({ id }) => (await bench.app.get('links.get', { id })).stored),
    )
    expect(changed.map((stored) => stored && [stored.active, stored.extra['active_until']])).toEqual([
      [true, 'null'],
      [true, '"2999-01-01T00:00:00.000Z"'],
    ])
  })

  it('a change that no link can have is rejected, and no run is created', async () => {
    const links = await bench.createLinks(1)
    const id = randomUUID()
    const source = {
      kind: 'same' as const,
      which: { ids: idsOf(links) },
      change: { address: 'javascript:alert(1)', patch: { title: 'x'.repeat(500) } },
    }
    const problem = await bench.app.problem('runs.prepare', { id, ...bench.target, source })
    expect(problem.code).toBe('invalid_input')
    expect(Object.keys(problem.fields ?? {})).toEqual(['source.change.address', 'source.change.patch.title'])
    expect(await bench.app.problem('runs.get', { id })).toEqual({ code: 'run_not_found' })
  })

  it('a run that changes links is checked by the rules of the profile for the tracking values that it changes', async () => {
    const links = await bench.createLinks(1, { tracking_source: 'Old Name' })
    await bench.app.get('rules.save', {
      profileId: bench.target.profileId,
      rules: { medium: { values: ['email'] }, source: { forbidden: ['Old Name'] } },
    })
    const which = { ids: idsOf(links) }
    const change = { patch: { tracking_medium: 'pigeon' } }
    const run = await bench.prepare({ kind: 'same', which, change })
    expect(byState(await bench.rows(run))).toEqual(['1 faulty'])
  })

  it('a run that changes links never overwrites what someone else changed since the dry run, and can be looked up again', async () => {
    const links = await bench.createLinks(3)
    const run = await prepareMove(links)
    await bench.changeElsewhere(nth(links, 2), { title: 'Theirs' })
    const done = await bench.send(run)
    expect(done).toMatchObject({ state: 'done', conflicts: 1, counts: { created: 2, failed: 1 } })
    expect(await bench.rows(run, 'conflict')).toMatchObject([
      { number: 2, state: 'failed', problem: { code: 'link_changed' } },
    ])
    expect(await readDestination(nth(links, 2))).toMatchObject({ url: 'https://example.com/old/2' })
    const secondPlan = await bench.app.get('runs.plan', { id: run })
    expect(secondPlan).toMatchObject({
      state: 'preparing',
      checked: true,
      conflicts: 0,
      counts: { ready: 1, created: 2 },
    })
    expect(await bench.send(run)).toMatchObject({ state: 'done', counts: { created: 3, failed: 0 } })
    expect(await bench.stored(nth(links, 2))).toMatchObject({
      title: 'Theirs',
      desktop_custom_redirect: { url: newAddress },
    })
  })

  it('a run that changes links reports the rows that the service rejects, and changes the others', async () => {
    const links = await bench.createLinks(2)
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { patch: { title: 'New' } },
    })
    await bench.app.core.close()
    const sql = new DatabaseSync(join(bench.app.folder, 'library.db'))
    sql
      .prepare(`UPDATE run_rows SET request = ? WHERE run = ? AND number = 1`)
      .run('{"title":"' + 'x'.repeat(999) + '"}', run)
    sql.close()
    await bench.restart()
    expect(await bench.send(run)).toMatchObject({
      state: 'done',
      conflicts: 0,
      counts: { created: 1, failed: 1 },
    })
    expect(await bench.rows(run, 'failed')).toMatchObject([
      { number: 1, problem: { code: 'request_refused' } },
    ])
  })

  it('a run that changes links leaves out the rows that a user skips', async () => {
    const links = await bench.createLinks(2)
    const run = await prepareMove(links)
    expect(await bench.app.get('runs.skip', { id: run, which: [1, 2], skip: true })).toMatchObject({
      counts: { skipped: 2, ready: 0 },
    })
    expect(await bench.app.get('runs.skip', { id: run, which: [2], skip: false })).toMatchObject({
      counts: { skipped: 1, ready: 1 },
    })
    expect(await bench.send(run)).toMatchObject({ counts: { skipped: 1, created: 1 } })
    expect(await bench.history(nth(links, 1))).toEqual([])
  })

  it('a run that changes links is not listed among runs that create links, nor changed by their calls', async () => {
    const links = await bench.createLinks(1)
    const run = await prepareMove(links)
    expect((await bench.app.get('runs.list', {})).runs).toEqual([])
    expect((await bench.app.get('runs.list', { kind: 'change' })).runs.map(({ id }) => id)).toEqual([run])
    const mapping = { columns: [], template: {} }
    for (const problem of [
      await bench.app.problem('runs.map', { id: run, mapping }),
      await bench.app.problem('runs.change', { id: run, environment: 'production' }),
      await bench.app.problem('runs.move', { event: 'retry', id: run }),
      await bench.app.problem('runs.move', { event: 'reopen', id: run }),
      await bench.app.problem('runs.repeat', { id: run, as: randomUUID() }),
      await bench.app.problem('runs.export', { id: run, what: 'results', format: 'csv' }),
    ])
      expect(problem.code).toBe('run_not_now')
    expect((await bench.app.get('runs.get', { id: run })).run).toMatchObject({
      environment: 'development',
      checked: true,
    })
  })

  it('a run that changes links is not offered for a service that does not announce changes', async () => {
    const other = await startServer((request, response) => {
      if (request.method === 'POST') json(response, 200, { link: 'https://l.example/One1' })
      else json(response, 200, { link: { path: 'One1', access_path: 'https://l.example/One1' } })
    })
    const target = await connectProfile(bench.app, other.origin)
    const link = await bench.app.get('links.create', createInput(target))
    const source = { kind: 'same' as const, which: { ids: [link.id] }, change: { address: newAddress } }
    expect(await bench.app.problem('runs.prepare', { id: randomUUID(), ...target, source })).toEqual({
      code: 'changes_not_offered',
    })
    expect(other.requests.every((line) => !line.startsWith('PATCH'))).toBe(true)
    await other.stop()
  })
})

describe('a run whose answers are lost', () => {
  it('a run whose answers are lost settles each unknown change with its idempotency key, and applies it once', async () => {
    const links = await bench.createLinks(6)
    const run = await prepareMove(links)
    // The attempts of all rows, then the requests that settle them.
    bench.proxy.behave(...Array.from({ length: 40 }, () => 'swallow' as const), 'pass')
    await bench.send(run)
    bench.proxy.behave('pass')
    const { run: now } = await bench.app.get('runs.get', { id: run })
    if (now.state === 'paused') {
      await bench.app.get('runs.move', { event: 'resume', id: run })
      await waitForRunState(bench.app, run, 'done')
    }
    await bench.app.get('runs.settle', { id: run })
    expect((await bench.app.get('runs.get', { id: run })).run.counts).toMatchObject({
      created: 6,
      unknown: 0,
    })
    for (const link of links) expect(await bench.history(link)).toHaveLength(1)
  })

  it('a run follows an unknown change that is settled or dismissed at its link, and still settles the dismissed one', async () => {
    const links = await bench.createLinks(2)
    const run = await prepareMove(links)
    bench.proxy.behave('swallow')
    await bench.send(run)
    const [first, second] = await Promise.all(links.map(({ id: link }) => openChange(link)))
    await bench.app.get('changes.dismiss', { id: second ?? '' })
    expect(await bench.app.get('changes.open', { link: nth(links, 2).id })).toBeNull()
    bench.proxy.behave('pass')
    await bench.app.get('changes.settle', { id: first ?? '' })
    expect(byState(await bench.rows(run))).toEqual(['1 created', '2 unknown'])
    expect(await bench.app.get('runs.settle', { id: run })).toMatchObject({ settled: 1 })
    expect(byState(await bench.rows(run))).toEqual(['1 created', '2 created'])
    for (const link of links) expect(await bench.history(link)).toHaveLength(1)
  })

  it('a run whose unknown links were removed from the library reports that, not that links would be created', async () => {
    const links = await bench.createLinks(1)
    const run = await prepareMove(links)
    bench.proxy.behave('swallow')
    await bench.send(run)
    await bench.app.get('library.remove', { which: { ids: idsOf(links) } })
    expect(await bench.app.problem('runs.settle', { id: run })).toMatchObject({ code: 'link_not_in_library' })
  })

  it('a run still counts a conflict that is dismissed at its link', async () => {
    const links = await bench.createLinks(1)
    const run = await prepareMove(links)
    await bench.changeElsewhere(nth(links, 1), { title: 'Theirs' })
    await bench.send(run)
    expect(await bench.rows(run, 'conflict')).toHaveLength(1)
    await bench.app.get('changes.dismiss', { id: (await openChange(nth(links, 1).id)) ?? '' })
    expect(await bench.app.get('changes.open', { link: nth(links, 1).id })).toBeNull()
    expect((await bench.app.get('runs.get', { id: run })).run).toMatchObject({
      conflicts: 1,
      counts: { failed: 1 },
    })
  })

  it('a run that changes links continues where it was after a restart, and repeats nothing', async () => {
    const links = await bench.createLinks(80)
    const run = await prepareMove(links)
    await bench.app.get('runs.move', { event: 'start', id: run, count: 80 })
    await expect.poll(() => bench.proxy.changes.length).toBeGreaterThan(10)
    await bench.restart()
    const { run: paused } = await bench.app.get('runs.get', { id: run })
    expect(paused.state).toBe('paused')
    expect((await bench.app.get('app.state', {})).notices).toMatchObject([{ run }])
    await bench.app.get('runs.move', { event: 'resume', id: run })
    expect(await waitForRunState(bench.app, run, 'done')).toMatchObject({
      counts: { created: 80, unknown: 0 },
    })
    for (const link of links) expect(await bench.history(link)).toHaveLength(1)
  })
})
