import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallInput, CallName } from '../../../contract/app/calls/calls.ts'
import { guessMapping } from '../../../contract/app/runs/mapping/guess.ts'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

type Row = { [N in CallName]: [name: N, input: (known: Known) => CallInput<N>] }[CallName]

interface Known {
  /** A link of the library. */
  id: string
  /** A link whose creation is unknown. */
  unknown: string
  /** A run that was being sent when the newer version ended. */
  run: string
  profileId: string
}

const target = ({ profileId }: Known) => ({ profileId, environment: 'production' }) as const
const form = { values: { title: 'Typed' } }

/** Every call that would write to the library. */
const writing: Row[] = [
  ['drafts.save', () => ({ id: 'd', form })],
  ['drafts.remove', () => ({ id: 'd' })],
  ['presets.save', () => ({ id: 'p', name: 'Preset', form })],
  ['presets.remove', () => ({ id: 'p' })],
  ['links.create', (known) => ({ id: randomUUID(), ...target(known), request: { title: 'New' } })],
  ['links.settle', ({ unknown }) => ({ id: unknown })],
  ['library.mark', ({ id }) => ({ which: { ids: [id] }, change: { starred: true } })],
  ['library.mark', () => ({ which: { view: {} }, change: { archived: true } })],
  ['library.remove', ({ id }) => ({ which: { ids: [id] } })],
  ['library.remove', () => ({ which: { view: {} } })],
  ['library.undo', () => ({ changeId: randomUUID() })],
  ['presets.setDefault', ({ profileId }) => ({ profileId, presetId: null })],
  ['library.add', (known) => ({ ...target(known), path: 'elsewhere' })],
  ['runs.move', ({ run }) => ({ id: run, event: 'resume' as const })],
  ['backups.restore', () => ({ backup: '2026-01-01T00-00-00-000Z-library-by-hand.db' })],
]

/** With this header, a service announces that it recognizes a repeated create. */
const announcement = { 'Link-Service': 'linkwright/1.0.0' }

describe('a library from a newer version', () => {
  let folder: string
  let app: App
  let service: TestServer
  let known: Known
  let methods: string[]
  beforeAll(async () => {
    folder = await temporaryFolder()
    methods = []
    service = await startServer((request, response) => {
      methods.push(request.method ?? '')
      json(response, 200, { link: { id: 1, title: 'Elsewhere', path: 'elsewhere' } }, announcement)
    })
    app = await startApp(folder)
    const profile = { name: 'Test', baseUrl: service.origin }
    const { id: profileId } = await app.get('profiles.save', { profile })
    await app.core.close()
    const newerMigrations = [...migrations, 'ALTER TABLE links ADD COLUMN later TEXT']
    const { sql } = openLibrary(folder, createNotices(), newerMigrations)
    const [id = ''] = addLinks(sql, 3)
    const unknown = randomUUID()
    sql
      .prepare(
        `INSERT INTO links (id, state, profile_id, profile_name, environment, request, created_at)
         VALUES (?, 'unknown', ?, 'Test', 'production', '{"title":"Unsure title"}', ?)`,
      )
      .run(unknown, profileId, new Date().toISOString())
    sql
      .prepare(`INSERT OR REPLACE INTO services (profile_id, base_url, idempotent) VALUES (?, ?, 1)`)
      .run(profileId, service.origin)
    const run = randomUUID()
    sql
      .prepare(
        `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, created_at)
         VALUES (?, 'Rows', 'running', ?, 'Test', 'production', '{"kind":"csv","name":"rows.csv"}', '[]', ?, ?)`,
      )
      .run(run, profileId, JSON.stringify(guessMapping([], [])), new Date().toISOString())
    sql.close()
    app = await startApp(folder)
    known = { id, unknown, run, profileId }
    await enterKey()
  })
  /** Without a key store, a key is kept until the app is closed. */
  const enterKey = () =>
    app.get('keys.replace', {
      ...target(known),
      key: 'pk_test_0123456789',
      unproven: true,
    })
  afterAll(async () => {
    await app.core.close()
    await service.stop()
    await removeFolder(folder)
  })

  const bytes = () => readFileSync(join(folder, 'library.db'))

  it.each(writing)(
    'a library from a newer version refuses %s with a message, and stays identical byte for byte',
    async (name, input) => {
      const bytesBefore = bytes()
      const posts = () => methods.filter((method) => method === 'POST').length
      const postsBefore = posts()
      expect(await app.problem(name, input(known) as never)).toEqual({ code: 'library_newer' })
      // A create that can't be stored isn't sent either.
      expect(posts()).toBe(postsBefore)
      expect(bytes().equals(bytesBefore)).toBe(true)
      expect(readdirSync(folder)).not.toContain('errors.log')
    },
  )

  it('links in a library from a newer version can be shown, searched and looked up', async () => {
    expect((await app.get('app.state', {})).notices).toMatchObject([
      { title: 'The library is from a newer version' },
    ])
    expect((await app.get('links.list', {})).total).toBe(4)
    expect((await app.get('library.search', { view: { search: 'title' } })).rows).toHaveLength(4)
    expect(await app.get('links.get', { id: known.id })).toMatchObject({ id: known.id })
    expect(await app.get('drafts.list', {})).toEqual([])
    expect(await app.get('backups.list', {})).toEqual([])
    await app.core.close()
    app = await startApp(folder)
    expect((await app.get('links.list', {})).total).toBe(4)
    expect(readdirSync(folder)).not.toContain('errors.log')
  })

  it('an interrupted run in a library from a newer version can be shown, and is paused', async () => {
    expect((await app.get('runs.list', {})).runs).toMatchObject([{ id: known.run, state: 'paused' }])
    expect(await app.get('runs.get', { id: known.run })).toMatchObject({ run: { state: 'paused' } })
  })

  it('a library from a newer version repeats no create, because the outcome could not be stored', async () => {
    await enterKey()
    await app.get('links.find', { ...target(known), text: 'elsewhere' })
    await app.core.close()
    expect(methods).toContain('GET')
    expect(methods).not.toContain('POST')
    expect(readdirSync(folder)).not.toContain('errors.log')
  })
})
