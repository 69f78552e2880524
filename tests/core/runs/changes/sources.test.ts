import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInput } from '../../harness/profile.ts'
import { byState, idsOf, nth, startChangeBench } from './harness.ts'
import type { ChangeBench } from './harness.ts'

let bench: ChangeBench
beforeEach(async () => {
  bench = await startChangeBench()
})
afterEach(() => bench.stop())

const newAddress = 'https://example.com/new'
const paste = (text: string) => ({ kind: 'table' as const, table: { kind: 'pasted' as const, text } })

describe('a table of links and new addresses', () => {
  it('a table of links changes each link to the address in its row, whatever the columns are called', async () => {
    const links = await bench.createLinks(2)
    const lines = links.map(({ link }, index) => `Poster\t${newAddress}/${index + 1}\t${link}`)
    const run = await bench.prepare(paste(['Where\tNew URL\tShort link', ...lines].join('\n')))
    expect((await bench.app.get('runs.get', { id: run })).run.change).toEqual({
      kind: 'table',
      columns: { link: 2, address: 1 },
    })
    expect(await bench.send(run)).toMatchObject({ state: 'done', counts: { created: 2 } })
    for (const [index, link] of links.entries())
      expect(await bench.stored(link)).toMatchObject({
        desktop_custom_redirect: { url: `${newAddress}/${index + 1}` },
      })
  })

  it('a table of links reports the rows that cannot be changed, and changes the others', async () => {
    const links = await bench.createLinks(3)
    const [first, second, third] = links.map(({ link }) => link ?? '')
    const run = await bench.prepare(
      paste(
        [
          'link,new address',
          `${first},${newAddress}`,
          `${first},https://example.com/twice`,
          `${second},javascript:alert(1)`,
          `${third},`,
          `https://elsewhere.example/Ab3dEf7,${newAddress}`,
          `${first?.replace(/[^/]*$/, 'Nowhere1')},${newAddress}`,
          `Total,${newAddress}`,
        ].join('\n'),
      ),
    )
    const rows = await bench.rows(run)
    expect(
      rows.map(({ number, state, errors }) => [number, state, ...errors.map(({ text }) => text)]),
    ).toEqual([
      [2, 'ready'],
      [3, 'faulty', 'Row 2 already has this link.'],
      [4, 'faulty', expect.stringMatching(/javascript|https/)],
      [5, 'faulty', 'The new address is missing.'],
      [6, 'faulty', 'This link’s domain isn’t one of this profile’s link domains.'],
      [7, 'faulty', 'The service has no such link in development.'],
      [8, 'faulty', expect.any(String)],
    ])
    expect(rows.map(({ cells }) => cells.length)).toEqual(rows.map(() => 2))
    expect(await bench.send(run)).toMatchObject({ counts: { created: 1, faulty: 6 } })
  })

  it('a table of links can use other columns, and adds links to the library that only the service has', async () => {
    // The answer announces the service's features.
    await bench.createLinks(1)
    const path = await bench.service.create({ title: 'From elsewhere' }, { ENVIRONMENT: 'development' })
    const run = await bench.prepare(paste(`a,b,c\n${newAddress}/wrong,${path},${newAddress}`))
    const planned = await bench.app.get('runs.plan', { id: run, columns: { link: 1, address: 2 } })
    expect(planned).toMatchObject({ counts: { ready: 1 } })
    const [row] = await bench.rows(run)
    expect(row).toMatchObject({ title: 'From elsewhere' })
    expect(await bench.app.get('links.get', { id: row?.linkId ?? '' })).toMatchObject({ path, added: true })
    expect(await bench.send(run)).toMatchObject({ counts: { created: 1 } })
    const after = await bench.app.get('links.get', { id: row?.linkId ?? '' })
    expect(after.stored).toMatchObject({ desktop_custom_redirect: { url: newAddress } })
    expect(after.stored?.extra['created_at']).toBeDefined()
    expect(after.stored?.extra['etag']).toBeUndefined()
  })

  it('a table whose links are in production says so, and is planned there instead', async () => {
    const [here] = await bench.createLinks(1)
    const production = { ...bench.target, environment: 'production' as const }
    const request = { title: 'Live', desktop_custom_redirect: { url: 'https://example.com/live' } }
    const there = await bench.app.get('links.create', createInput(production, request))
    const run = await bench.prepare(
      paste(`link,address\n${there.link},${newAddress}/1\n${here?.link},${newAddress}/2`),
    )
    const text = 'This link is in production, and this run changes links in development.'
    expect(await bench.rows(run, 'faulty')).toMatchObject([{ title: 'Live', errors: [{ text }] }])
    expect(await bench.app.get('runs.elsewhere', { id: run })).toMatchObject({
      places: [{ profileId: bench.target.profileId, environment: 'production', rows: 1 }],
    })
    const place = { profileId: bench.target.profileId, environment: 'production' as const }
    const planned = await bench.app.get('runs.plan', { id: run, place })
    expect(planned).toMatchObject({ environment: 'production', counts: { ready: 1, faulty: 1 } })
    expect(await bench.send(run)).toMatchObject({ counts: { created: 1 } })
    expect((await bench.app.problem('runs.plan', { id: run, place })).code).toBe('run_begun')
  })

  it('a skipped row that is included again after other columns were chosen changes its link by those', async () => {
    const [link] = await bench.createLinks(1)
    const run = await bench.prepare(
      paste(`link,old address,address\n${link?.link},${newAddress}/wrong,${newAddress}`),
    )
    await bench.app.get('runs.plan', { id: run, columns: { link: 0, address: 1 } })
    await bench.app.get('runs.skip', { id: run, which: [2], skip: true })
    const planned = await bench.app.get('runs.plan', { id: run, columns: { link: 0, address: 2 } })
    expect(planned).toMatchObject({ checked: true, counts: { ready: 0, skipped: 1 } })
    await bench.app.get('runs.skip', { id: run, which: [2], skip: false })
    expect(await bench.rows(run)).toMatchObject([
      { state: 'ready', fields: { desktop_custom_redirect: { to: { url: newAddress } } } },
    ])
  })

  it('a row is planned even if a skipped row has the same link', async () => {
    const [link] = await bench.createLinks(1)
    const run = await bench.prepare(
      paste(`link,address\n${link?.link},${newAddress}/1\n${link?.link},${newAddress}/2`),
    )
    expect(byState(await bench.rows(run))).toEqual(['2 ready', '3 faulty'])
    await bench.app.get('runs.skip', { id: run, which: [2], skip: true })
    await bench.app.get('runs.plan', { id: run })
    expect(byState(await bench.rows(run))).toEqual(['2 skipped', '3 ready'])
  })
})

it('a change that wasn’t started gets another value, and then no other one', async () => {
  const links = await bench.createLinks(2)
  const change = (campaign: string) => ({ patch: { tracking_campaign: campaign } })
  const run = await bench.prepare({ kind: 'same', which: { ids: idsOf(links) }, change: change('x') })
  const refused = await bench.app.problem('runs.plan', { id: run, change: { address: 'x y', patch: {} } })
  expect(refused.code).toBe('invalid_input')
  const planned = await bench.app.get('runs.plan', { id: run, change: change('spring') })
  expect(planned).toMatchObject({ change: { change: change('spring') }, counts: { ready: 2 } })
  await bench.send(run)
  expect(await bench.stored(nth(links, 1))).toMatchObject({ tracking_campaign: 'spring' })
  expect((await bench.app.problem('runs.plan', { id: run, change: change('y') })).code).toBe('run_begun')
})

it('a text is replaced in the links that have it, and the others stay as they are', async () => {
  const links = await bench.createLinks(3)
  const replaceIn = (which: string[], part: 'domain' | 'campaign', find: string, text: string) =>
    bench.prepare({
      kind: 'same',
      which: { ids: which },
      change: { replace: { part, find, with: text }, patch: {} },
    })
  const ids = idsOf(links)
  await bench.send(
    await bench.prepare(paste(`link,address\n${nth(links, 1).link},https://old.example/a?b=c#d`)),
  )
  const run = await replaceIn(ids, 'domain', 'OLD.example', 'new.example')
  expect(byState(await bench.rows(run))).toEqual(['1 ready', '2 existing', '3 existing'])
  expect(await bench.send(run)).toMatchObject({ state: 'done' })
  expect(await bench.stored(nth(links, 1))).toMatchObject({
    desktop_custom_redirect: { url: 'https://new.example/a?b=c#d' },
  })
  const invalid = await replaceIn(ids, 'domain', 'new.example', 'not a domain')
  expect(byState(await bench.rows(invalid))).toEqual(['1 faulty', '2 existing', '3 existing'])
})

describe('a run that undoes another', () => {
  it('undoing a run restores every link that is still as the run left it, and reports the others', async () => {
    const links = await bench.createLinks(4, { title: 'Before' })
    await bench.changeElsewhere(nth(links, 4), { desktop_custom_redirect: { url: newAddress } })
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { address: newAddress, patch: { title: 'After' } },
    })
    await bench.send(run)
    await bench.changeElsewhere(nth(links, 2), { subtitle: 'Theirs' })
    const undo = await bench.prepare({ kind: 'undo', run })
    expect(byState(await bench.rows(undo))).toEqual(['1 ready', '2 faulty', '3 ready', '4 ready'])
    expect(await bench.rows(undo, 'faulty')).toMatchObject([
      { errors: [{ text: 'This link has been changed since.' }] },
    ])
    expect(nth(await bench.rows(undo), 4).fields).toEqual({ title: { from: 'After', to: 'Before' } })
    // Changed between the dry run and the run.
    await bench.changeElsewhere(nth(links, 3), { subtitle: 'Theirs too' })
    expect(await bench.send(undo)).toMatchObject({
      state: 'done',
      conflicts: 1,
      counts: { created: 2, failed: 1 },
    })
    expect(await bench.stored(nth(links, 1))).toMatchObject({
      title: 'Before',
      desktop_custom_redirect: { url: 'https://example.com/old/1' },
    })
    expect(await bench.stored(nth(links, 3))).toMatchObject({
      title: 'After',
      desktop_custom_redirect: { url: newAddress },
    })
    const again = await bench.prepare({ kind: 'undo', run: undo })
    expect(await bench.send(again)).toMatchObject({ counts: { created: 2 } })
    expect(await bench.stored(nth(links, 1))).toMatchObject({ title: 'After' })
  })

  it('undoing a run is refused while it is being sent or its last answers are awaited, and leaves no run behind', async () => {
    const links = await bench.createLinks(3)
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { patch: { active: false } },
    })
    const [arrived, proceed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const before = async () => {
      arrived.resolve(undefined)
      await proceed.promise
    }
    bench.proxy.behave({ before })
    await bench.app.get('runs.move', { event: 'start', id: run, count: 3 })
    await arrived.promise
    const undo = { id: randomUUID(), ...bench.target, source: { kind: 'undo', run } } as const
    expect(await bench.app.problem('runs.prepare', undo)).toMatchObject({ code: 'run_not_now' })
    await bench.app.get('runs.move', { event: 'cancel', id: run })
    expect(await bench.app.problem('runs.prepare', undo)).toMatchObject({ code: 'run_not_now' })
    expect(await bench.app.problem('runs.get', { id: undo.id })).toMatchObject({ code: 'run_not_found' })
    proceed.resolve(undefined)
    await expect
      .poll(async () => (await bench.app.get('runs.get', { id: run })).run.counts.pending, {
        timeout: 10_000,
      })
      .toBe(0)
    const { counts } = (await bench.app.get('runs.get', { id: run })).run
    expect(await bench.app.get('runs.prepare', undo)).toMatchObject({
      counts: { ready: counts.created },
    })
  })

  it('planning the undo of a run again leaves out what was undone meanwhile', async () => {
    const links = await bench.createLinks(2)
    const run = await bench.prepare({
      kind: 'same',
      which: { ids: idsOf(links) },
      change: { patch: { active: false } },
    })
    await bench.send(run)
    const undo = await bench.prepare({ kind: 'undo', run })
    await bench.changeElsewhere(nth(links, 1), { active: true })
    await bench.app.get('runs.plan', { id: undo })
    await bench.app.get('runs.plan', { id: undo })
    expect(byState(await bench.rows(undo))).toEqual(['1 existing', '2 ready'])
    await bench.send(undo)
    expect(await bench.stored(nth(links, 2))).toMatchObject({ active: true })
  })
})

it('a table is read with the header that was chosen for the last one with the same columns', async () => {
  await bench.createLinks(1)
  const text = 'Foo\tBar\nNom\tLien\nA\thttps://l.example/a\n'
  const prepare = async (choice: object) => {
    const run = await bench.prepare({ kind: 'table', table: { kind: 'pasted', text, choice } })
    return (await bench.app.get('runs.get', { id: run })).run
  }
  expect((await prepare({ headerRow: 2 })).header).toEqual(['Nom', 'Lien'])
  expect((await prepare({})).source.reading).toMatchObject({ headerRow: 2 })
})
