import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localChange } from '../../../contract/app/calls/links/library.ts'
import type { LibraryViewInput } from '../../../contract/app/library/view.ts'
import { linkTextWith } from '../../contract/service/link/everyField.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App | null = null
let server: TestServer | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app?.core.close()
  await server?.stop()
  app = server = null
  await removeFolder(folder)
})

/** The app on a library whose links have these tags. */
async function appWith(...tags: string[]): Promise<{ app: App; ids: string[] }> {
  const { keep, database } = testLibrary(folder)
  const ids = tags.map((tag) => keep({ title: `Link ${tag}`, tags: JSON.stringify([tag, 'all']) }))
  database.sql.close()
  app = await startApp(folder)
  return { app, ids }
}

const rowsOf = async (instance: App, view: LibraryViewInput = {}) =>
  (await instance.get('library.search', { view, limit: 200 })).rows

const tagsOf = async (instance: App): Promise<Record<string, string[]>> =>
  Object.fromEntries((await rowsOf(instance)).map(({ title, tags }) => [title ?? '', tags.toSorted()]))

describe('a change of many links', () => {
  it('a change of many links is undone link by link, even after a restart', async () => {
    const { app, ids } = await appWith('a', 'b', 'c')
    const [a = ''] = ids
    await app.get('library.mark', { which: { ids: [a] }, change: { addTags: ['mine'] } })
    const tagsBefore = await tagsOf(app)
    const changeId = randomUUID()
    const change = { removeTags: ['all', 'mine'], addTags: ['b'] }
    expect(await app.get('library.mark', { which: { view: {} }, change, changeId })).toEqual({ links: 3 })
    expect(await tagsOf(app)).toEqual({ 'Link a': ['a', 'b'], 'Link b': ['b'], 'Link c': ['b', 'c'] })
    await app.core.close()
    const restarted = await startApp(folder)
    const { changes } = await restarted.get('library.changes', {})
    expect(changes[0]).toMatchObject({ id: changeId, kind: 'mark', links: 3, undoneAt: null, change })
    expect(await restarted.get('library.undo', { changeId })).toEqual({ links: 3 })
    expect(await tagsOf(restarted)).toEqual(tagsBefore)
    expect((await restarted.get('library.changes', {})).changes[0]?.undoneAt).not.toBeNull()
    expect(await restarted.get('library.undo', { changeId })).toEqual({ links: 0 })
    await restarted.core.close()
  })

  it('undoing a change of many links keeps later changes', async () => {
    const { app, ids } = await appWith('a', 'b')
    const changeId = randomUUID()
    await app.get('library.mark', { which: { ids }, change: { archived: true }, changeId })
    const since = { starred: true, note: 'since', addTags: ['since'] }
    await app.get('library.mark', { which: { ids }, change: since })
    await app.get('library.undo', { changeId })
    const rows = await rowsOf(app)
    expect(rows.map(({ archived, starred, note }) => [archived, starred, note])).toEqual([
      [false, true, 'since'],
      [false, true, 'since'],
    ])
    expect(rows[0]?.tags).toContain('since')
  })

  it('the removal of many links can be undone from the history', async () => {
    const { app, ids } = await appWith('a', 'b')
    const { undo } = await app.get('library.remove', { which: { ids } })
    expect((await app.get('library.changes', {})).changes).toMatchObject([
      { id: undo, kind: 'remove', links: 2, change: null },
    ])
    expect(await app.get('library.undo', { changeId: undo })).toEqual({ links: 2 })
    expect(await rowsOf(app)).toHaveLength(2)
    expect((await app.get('library.changes', {})).changes[0]?.undoneAt).not.toBeNull()
  })
})

describe('the history of one link', () => {
  const versionsOf = async (instance: App, id: string) =>
    (await instance.get('library.versions', { id })).versions

  it('the history of one link has its notes, tags, star and archive as they were, newest first', async () => {
    const { app, ids } = await appWith('a', 'b')
    const [id = '', other = ''] = ids
    expect(await versionsOf(app, id)).toEqual([])
    const which = { ids: [id] }
    await app.get('library.mark', { which, change: { note: 'Printed in May' } })
    await app.get('library.mark', { which: { ids }, change: { addTags: ['new'], removeTags: ['all'] } })
    await app.get('library.mark', { which, change: { starred: true, note: null } })
    const start = { starred: false, archived: false, note: null, tags: ['a', 'all'] }
    const versions = await versionsOf(app, id)
    expect(versions).toEqual([
      { since: expect.any(String) as string, starred: true, archived: false, note: null, tags: ['a', 'new'] },
      { ...start, since: expect.any(String) as string, note: 'Printed in May', tags: ['a', 'new'] },
      { ...start, since: expect.any(String) as string, note: 'Printed in May' },
      { ...start, since: null },
    ])
    expect(await versionsOf(app, other)).toHaveLength(2)
  })

  it('the history of one link combines all saves of a typed note, and has no entry if the note ends unchanged', async () => {
    const { app, ids } = await appWith('a')
    const [id = ''] = ids
    const type = (note: string | null, changeId: string) =>
      app.get('library.mark', { which: { ids: [id] }, change: { note }, changeId })
    const first = randomUUID()
    await type('Ask', first)
    await type('Ask Kim', first)
    expect((await versionsOf(app, id)).map(({ note }) => note)).toEqual(['Ask Kim', null])
    expect((await app.get('library.changes', {})).changes).toMatchObject([{ id: first, links: 1 }])
    const second = randomUUID()
    await type('Ask Kim first', second)
    await type('Ask Kim', second)
    expect((await versionsOf(app, id)).map(({ note }) => note)).toEqual(['Ask Kim', null])
  })

  it('the history of one link can undo a note unless a later one was written', async () => {
    const { app, ids } = await appWith('a')
    const [id = ''] = ids
    const [first, second] = [randomUUID(), randomUUID()]
    const noteNow = async () => (await rowsOf(app))[0]?.note
    await app.get('library.mark', { which: { ids }, change: { note: 'one', starred: true }, changeId: first })
    await app.get('library.mark', { which: { ids }, change: { note: 'two' }, changeId: second })
    await app.get('library.undo', { changeId: first })
    expect(await rowsOf(app)).toMatchObject([{ note: 'two', starred: false }])
    await app.get('library.undo', { changeId: second })
    expect(await noteNow()).toBe('one')
    expect(await versionsOf(app, id)).toEqual([])
  })

  it('the history keeps the newest 1,000 changes and none older than 30 days, with their links', async () => {
    const { database, keep, collection } = testLibrary(folder)
    const { sql } = database
    const ids = [keep({}), keep({})]
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000).toISOString()
    const add = sql.prepare('INSERT INTO local_changes (id, made_at, links) VALUES (?, ?, 2)')
    const addLink = sql.prepare('INSERT INTO local_change_links (change, link, before) VALUES (?, ?, ?)')
    for (let count = 0; count < 1_001; count++) {
      add.run(`change ${count}`, count === 500 ? longAgo : new Date().toISOString())
      for (const id of ids) addLink.run(`change ${count}`, id, '{"starred":false}')
    }
    await collection.mark({ ids }, localChange.parse({ note: 'new' }), 'last')
    const readIds = (table: string, column: string) =>
      sql
        .prepare(`SELECT DISTINCT ${column} AS id FROM ${table}`)
        .all()
        .map(({ id }) => String(id))
        .toSorted()
    const kept = readIds('local_changes', 'id')
    expect(kept).toHaveLength(999)
    expect(kept).toContain('last')
    expect(kept).not.toContain('change 500')
    expect(readIds('local_change_links', 'change')).toEqual(kept)
    sql.close()
  })

  it('a change that changes nothing has no entry', async () => {
    const { app, ids } = await appWith('a', 'b')
    await app.get('library.mark', { which: { ids }, change: { starred: false, addTags: ['all'] } })
    expect((await app.get('library.changes', {})).changes).toEqual([])
    await app.get('library.mark', { which: { ids }, change: { addTags: ['a'] } })
    expect((await app.get('library.changes', {})).changes).toMatchObject([{ links: 1 }])
  })
})

describe('marks', () => {
  it('marks are kept across a restart, for selected links and for all links of a view', async () => {
    const { app, ids } = await appWith('a', 'b', 'c')
    const [a = '', b = ''] = ids
    const change = { starred: true, note: 'Ask Kim first' }
    expect(await app.get('library.mark', { which: { ids: [a, a, randomUUID()] }, change })).toEqual({
      links: 1,
    })
    expect(
      await app.get('library.mark', {
        which: { view: { tags: { any: ['b'] } } },
        change: { archived: true },
      }),
    ).toEqual({ links: 1 })
    await app.core.close()
    const restarted = await startApp(folder)
    expect(await rowsOf(restarted, { starred: true })).toMatchObject([{ id: a, note: 'Ask Kim first' }])
    expect(await rowsOf(restarted, { search: 'note:kim' })).toMatchObject([{ id: a }])
    expect(await rowsOf(restarted)).toHaveLength(2)
    for (const view of [{ archived: 'only' }, { search: 'is:archived' }] as const) {
      expect(await rowsOf(restarted, view)).toMatchObject([{ id: b, archived: true }])
    }
    expect(await restarted.get('links.get', { id: a })).toMatchObject({
      local: { starred: true, archived: false, note: 'Ask Kim first', tags: ['a', 'all'] },
    })
    await restarted.get('library.mark', { which: { ids: [a] }, change: { starred: false, note: null } })
    expect(await rowsOf(restarted, { search: 'kim' })).toEqual([])
    await restarted.core.close()
  })

  it('marks change tags only in the library, and can be undone', async () => {
    const { app, ids } = await appWith('a', 'b')
    const which = { ids }
    await app.get('library.mark', { which, change: { addTags: ['new', 'a'], removeTags: ['all'] } })
    expect((await rowsOf(app)).map(({ tags }) => tags)).toEqual([
      ['b', 'new', 'a'],
      ['a', 'new'],
    ])
    expect(await rowsOf(app, { tags: { all: ['new'], none: ['b'] } })).toHaveLength(1)
    expect(await rowsOf(app, { search: 'tag:all' })).toEqual([])
    expect(await app.get('links.get', { id: ids[0] ?? '' })).toMatchObject({
      request: { tags: '["a","all"]' },
    })
    await app.get('library.mark', { which, change: { addTags: ['all'], removeTags: ['new', 'a'] } })
    expect((await rowsOf(app)).map(({ tags }) => tags)).toEqual([['b', 'all'], ['all']])
  })

  it('marks remove a tag as the service spells it, with outer spaces or long', async () => {
    const tags = [' outer ', '💥'.repeat(60), 'x'.repeat(300)]
    const { app, ids } = await appWith(...tags)
    await app.get('library.mark', { which: { ids }, change: { removeTags: tags } })
    expect((await rowsOf(app)).map((row) => row.tags)).toEqual([['all'], ['all'], ['all']])
  })
})

describe('removed links', () => {
  it('removed links are visible nowhere and are restored unchanged', async () => {
    const { app, ids } = await appWith('a', 'b', 'c')
    const listBefore = await app.get('links.list', {})
    await app.get('library.mark', { which: { ids }, change: { note: 'n' } })
    const removed = await app.get('library.remove', { which: { view: { search: 'is:created' } } })
    expect(removed.links).toBe(3)
    expect(await rowsOf(app)).toEqual([])
    expect((await app.get('links.list', {})).total).toBe(0)
    expect(await app.problem('links.get', { id: ids[0] ?? '' })).toEqual({ code: 'link_not_in_library' })
    expect(await app.get('library.undo', { changeId: removed.undo })).toEqual({ links: 3 })
    expect(await rowsOf(app, { search: 'note:n' })).toHaveLength(3)
    const after = await app.get('links.list', {})
    expect(after.records.map(({ id, request }) => ({ id, request }))).toEqual(
      listBefore.records.map(({ id, request }) => ({ id, request })),
    )
    expect(await app.get('library.undo', { changeId: removed.undo })).toEqual({ links: 0 })
  })

  it('removed links are restored after a restart too, and an emptied library is not reported as lost', async () => {
    const { app, ids } = await appWith('a', 'b')
    const { undo } = await app.get('library.remove', { which: { ids } })
    await app.core.close()
    const restarted = await startApp(folder)
    expect((await restarted.get('app.state', {})).notices).toEqual([])
    expect(await restarted.get('library.undo', { changeId: undo })).toEqual({ links: 2 })
    expect(await rowsOf(restarted, { search: 'link' })).toHaveLength(2)
    await restarted.core.close()
  })

  it('removed links are not created a second time with their id', async () => {
    server = await startServer((_, response) => json(response, 503, 'busy'))
    app = await startApp(folder, {}, { pause: instantPause })
    const input = createInput(await connectProfile(app, server.origin))
    expect(await app.get('links.create', input)).toMatchObject({ state: 'unknown' })
    const posts = () => server?.requests.filter((line) => line.startsWith('POST')).length
    const postsBefore = posts()
    const { undo } = await app.get('library.remove', { which: { ids: [input.id] } })
    expect(await app.problem('links.create', input)).toEqual({ code: 'link_not_in_library' })
    expect(posts()).toBe(postsBefore)
    await app.get('library.undo', { changeId: undo })
    expect(await app.get('links.create', input)).toMatchObject({ state: 'unknown' })
    expect(posts()).toBe(postsBefore)
  })

  it('removed links never include those that are being created', async () => {
    const { database, keep, collection } = testLibrary(folder)
    const id = keep({ title: 'x' })
    database.sql.exec(`UPDATE links SET state = 'pending'`)
    expect((await collection.remove({ ids: [id] }, 'undo')).links).toBe(0)
    database.sql.close()
  })

  it('removed links are deleted after 30 days, when others are removed', async () => {
    const { database, keep, collection } = testLibrary(folder)
    const [old, recentId] = [keep({}), keep({})]
    await collection.remove({ ids: [old] }, 'first')
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000).toISOString()
    database.sql.prepare('UPDATE removed_links SET removed_at = ?').run(longAgo)
    await collection.remove({ ids: [recentId] }, 'second')
    expect(await collection.unremove('first')).toEqual({ links: 0, next: null })
    expect(await collection.unremove('second')).toEqual({ links: 1, next: null })
    expect(database.sql.prepare('SELECT id FROM links').all()).toMatchObject([{ id: recentId }])
    database.sql.close()
  })

  it('a lost library file is reported even if links were removed before', async () => {
    const { app, ids } = await appWith('a', 'b')
    await app.get('library.remove', { which: { ids: ids.slice(1) } })
    await app.core.close()
    await rm(join(folder, 'library.db'))
    const again = await startApp(folder)
    expect((await again.get('app.state', {})).notices).toMatchObject([{ title: 'The library is empty' }])
    await again.core.close()
  })
})

describe('a link that was created elsewhere', () => {
  const link = linkTextWith({ id: 9_007, path: 'abc', access_path: 'https://l.example/abc' })
  const answer = `{"link":${link.replace('9007', '9223372036854775807')}}`

  it('a link that was created elsewhere is added once, with the answer as the service spelled it', async () => {
    server = await startServer((_, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(answer)
    })
    app = await startApp(folder)
    const target = await connectProfile(app, server.origin)
    // Even after a double click.
    const { get } = app
    const add = () => get('library.add', { ...target, path: 'abc' })
    const [added, addedAgain] = await Promise.all([add(), add()])
    expect(addedAgain).toEqual(added)
    expect(added).toMatchObject({ state: 'created', request: null, answer, added: true, path: 'abc' })
    expect(added.stored?.id).toBe('9223372036854775807')
    expect(await add()).toEqual(added)
    expect(await rowsOf(app, { search: 'is:added "The title"' })).toMatchObject([
      { id: added.id, added: true, title: 'The title', link: 'https://l.example/abc' },
    ])
  })

  it('a link that was created elsewhere is not added if the service does not have it', async () => {
    server = await startServer((_, response) => json(response, 404, { error: 'No.' }))
    app = await startApp(folder)
    const target = await connectProfile(app, server.origin)
    expect(await app.problem('library.add', { ...target, path: 'abc' })).toMatchObject({
      code: 'link_not_found',
    })
    expect(await rowsOf(app)).toEqual([])
  })
})
