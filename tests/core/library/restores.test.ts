import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { appendFileSync, copyFileSync, readdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupHandlers } from '../../../core/handlers/backups.ts'
import { createInFlight } from '../../../core/inFlight.ts'
import { createJobs } from '../../../core/jobs.ts'
import { createLongWork } from '../../../core/longWork.ts'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { mergeLibrary } from '../../../core/library/mergeLibrary.ts'
import { createRestores } from '../../../core/library/restores.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { addLinks, damagePage } from '../harness/damage.ts'

const linkCount = 1_300

let folder: string
let ids: string[]
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
  const { sql } = openLibrary(folder, createNotices())
  ids = addLinks(sql, linkCount)
  sql.close()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

/** Works on the library's file, which the running app locks. */
const whileClosed = async <T>(work: (sql: DatabaseSync) => T): Promise<T> => {
  await app.core.close()
  const sql = new DatabaseSync(join(folder, 'library.db'))
  try {
    return work(sql)
  } finally {
    sql.close()
    app = await startApp(folder)
  }
}
const backUp = async () => (await app.get('backups.make', {})).backup?.name ?? 'none'
const total = async () => (await app.get('links.list', { limit: 1 })).total
const all = { view: {} }

test('a manual backup is listed, and what it would add is shown before anything is added', async () => {
  await app.get('drafts.save', { id: 'd', form: { values: { title: 'Draft' } } })
  await app.get('presets.save', { id: 'p', name: 'Preset', form: { values: {} } })
  const view = { id: randomUUID(), name: 'View', query: 'q=sale' }
  await app.get('views.save', view)
  const name = await backUp()
  const findBackup = async () => (await app.get('backups.list', {})).find((backup) => backup.name === name)
  expect(await findBackup()).toMatchObject({ links: linkCount, adds: 0 })
  await app.get('library.remove', { which: { ids: ids.slice(-3) } })
  await app.get('drafts.remove', { id: 'd' })
  await app.get('views.remove', { id: view.id })
  expect(await findBackup()).toMatchObject({ links: linkCount, adds: 3 })
  const preview = await app.get('backups.preview', { backup: name })
  expect(preview).toMatchObject({ links: 3, drafts: 1, presets: 0, views: 1, runs: 0 })
  expect(preview.newest.map(({ id }) => id)).toEqual(ids.slice(-3).reverse())
  expect(preview.newest[0]).toMatchObject({
    title: `Title ${linkCount - 1}`,
    link: `https://l.example/p${linkCount - 1}`,
  })
  expect(await total()).toBe(linkCount - 3)
  await app.get('backups.restore', { backup: name })
  expect(await app.get('views.list', {})).toEqual([view])
})

test('the preview of a backup shows the titles that its links had last', async () => {
  await whileClosed((sql) =>
    sql
      .prepare('UPDATE links SET answer = ? WHERE id = ?')
      .run('{"link":{"title":"Renamed"}}', ids.at(-1) ?? ''),
  )
  const backup = await backUp()
  await app.get('library.remove', { which: { ids: ids.slice(-1) } })
  const { newest } = await app.get('backups.preview', { backup })
  expect(newest.map(({ title }) => title)).toEqual(['Renamed'])
})

test('a restore leaves existing links unchanged, and restored links can be found', async () => {
  const name = await backUp()
  const [keptId = ''] = ids
  const removedId = ids[400] ?? ''
  await app.get('library.mark', { which: { ids: [keptId] }, change: { note: 'written since' } })
  await app.get('library.remove', { which: { ids: ids.slice(400) } })
  expect(await app.get('backups.restore', { backup: name })).toEqual({ links: linkCount - 400 })
  expect((await app.get('links.get', { id: keptId })).local?.note).toBe('written since')
  expect((await app.get('links.get', { id: removedId })).local?.note).toBeNull()
  expect(await app.get('library.count', all)).toMatchObject({ total: linkCount })
  const { rows } = await app.get('library.search', { view: { search: '"Title 1299"' } })
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(-1))
  expect(await app.get('backups.restore', { backup: name })).toEqual({ links: 0 })
})

test('a restore brings back rules, runs of changes, edits and checks, and not the recent changes', async () => {
  const [link = ''] = ids
  const time = '2026-11-20T08:00:00.000Z'
  const tables = ['tracking_rules', 'runs', 'run_rows', 'link_changes', 'checks', 'local_changes']
  const countAll = () =>
    whileClosed((sql) => tables.map((name) => sql.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.['n']))
  await app.get('library.mark', { which: { ids: [link] }, change: { starred: true } })
  await whileClosed((sql) => {
    sql.exec(`
      INSERT INTO tracking_rules (profile_id, rules) VALUES ('p', '{"source":{"values":["news"]}}');
      INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, created_at)
        VALUES ('run', 'Changes', 'running', 'p', 'P', 'production', '{"kind":"links","name":""}', '[]',
          '{"columns":[],"template":{}}', '${time}');
      INSERT INTO run_rows (run, number, cells, state, change_id) VALUES ('run', 1, '[]', 'created', 'change');
      INSERT INTO link_changes (id, link, patch, version, state, made_at, run)
        VALUES ('change', '${link}', '{}', '1', 'applied', '${time}', 'run');
      INSERT INTO checks (link, first_at, last_at, times, outcome, changes)
        VALUES ('${link}', '${time}', '${time}', 1, 'same', '[]');`)
  })
  const name = await backUp()
  expect(await countAll()).toEqual([1, 1, 1, 1, 1, 1])
  await whileClosed((sql) => sql.exec(tables.map((table) => `DELETE FROM ${table};`).join('')))
  expect(await app.get('backups.preview', { backup: name })).toMatchObject({ links: 0, runs: 1, rules: 1 })
  await app.get('backups.restore', { backup: name })
  expect(await app.get('backups.preview', { backup: name })).toMatchObject({ runs: 0, rules: 0 })
  expect(await countAll()).toEqual([1, 1, 1, 1, 1, 0])
})

test('a restored create that was pending is not settled unasked, because its row may have been sent again', async () => {
  const folders = [await temporaryFolder(), await temporaryFolder()] as const
  const [{ sql: source }, { sql: target }] = [
    openLibrary(folders[0], createNotices()),
    openLibrary(folders[1], createNotices()),
  ]
  addLinks(source, 1)
  source.exec(`UPDATE links SET state = 'pending', link = NULL, path = NULL`)
  source.close()
  mergeLibrary(join(folders[0], 'library.db'), target)
  expect(target.prepare('SELECT state, settles_by_itself FROM links').all()).toEqual([
    { state: 'unknown', settles_by_itself: 0 },
  ])
  target.close()
  for (const each of folders) await removeFolder(each)
})

test('five manual backups are kept beside the daily ones', async () => {
  for (let count = 0; count < 7; count++) await backUp()
  const names = readdirSync(join(folder, 'backups'))
  expect(names.filter((name) => name.includes('by-hand')).length).toBeLessThanOrEqual(6)
  expect(names.filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a library without links is not backed up', async () => {
  await app.get('library.remove', { which: { view: {} } })
  expect(await app.get('backups.make', {})).toEqual({ backup: null, cancelled: false })
})

test('a new backup is kept although older ones are from the future, because the clock was set back', async () => {
  const first = await backUp()
  const file = (name: string) => join(folder, 'backups', name)
  const futureName = (day: number) => first.replace(/^.{10}/, `2099-01-0${day}`)
  for (const day of [1, 2, 3, 4, 5]) copyFileSync(file(first), file(futureName(day)))
  // The copy with the most data is kept in any case.
  appendFileSync(file(futureName(1)), Buffer.alloc(16_777_216))
  await app.get('library.remove', { which: { ids: ids.slice(0, 900) } })
  const { backup, cancelled } = await app.get('backups.make', {})
  expect([backup?.links, cancelled]).toEqual([linkCount - 900, false])
  expect(readdirSync(join(folder, 'backups'))).toContain(backup?.name)
})

test('a damaged or missing backup is not restored', async () => {
  const name = await backUp()
  damagePage(join(folder, 'backups', name), 0)
  for (const backup of [name, 'none.db', '../library.db']) {
    expect(await app.problem('backups.preview', { backup })).toEqual({ code: 'backup_not_usable' })
    expect(await app.problem('backups.restore', { backup })).toEqual({ code: 'backup_not_usable' })
  }
  expect(await app.get('backups.list', {})).toContainEqual(
    expect.objectContaining({ name, links: null, adds: null }),
  )
})

test('the list of backups does not read every page; damage that it misses is found when the backup is previewed', async () => {
  const name = await backUp()
  const file = join(folder, 'backups', name)
  const copy = new DatabaseSync(file)
  const page = copy
    .prepare("SELECT pageno FROM dbstat WHERE name = 'links' AND pagetype = 'leaf' LIMIT 1 OFFSET 3")
    .get()
  copy.close()
  damagePage(file, Number(page?.['pageno']) - 1)
  expect(await app.get('backups.list', {})).toContainEqual(
    expect.objectContaining({ name, links: linkCount, adds: 0 }),
  )
  for (const call of ['backups.preview', 'backups.restore'] as const)
    expect(await app.problem(call, { backup: name })).toEqual({ code: 'backup_not_usable' })
})

test('a backup that a new one replaces while backups are listed is not listed as unreadable', async () => {
  const [older, newer] = [await backUp(), await backUp()]
  await app.core.close()
  const database = openLibrary(folder, createNotices())
  const listed = createRestores(database, folder).list()
  rmSync(join(folder, 'backups', older))
  const names = (await listed).map(({ name }) => name)
  expect([names.includes(newer), names.includes(older)]).toEqual([true, false])
  database.sql.close()
  app = await startApp(folder)
})

test('a backup of a newer version is not restored in part', async () => {
  const name = await backUp()
  const copy = new DatabaseSync(join(folder, 'backups', name))
  copy.exec('PRAGMA user_version = 999')
  copy.close()
  await app.get('library.remove', { which: { ids: ids.slice(-3) } })
  expect(await app.get('backups.list', {})).toContainEqual(
    expect.objectContaining({ name, links: null, adds: null }),
  )
  expect(await app.problem('backups.preview', { backup: name })).toEqual({ code: 'backup_not_usable' })
  expect(await app.problem('backups.restore', { backup: name })).toEqual({ code: 'backup_not_usable' })
  expect(await total()).toBe(linkCount - 3)
})

test('a restore that is cancelled in the middle keeps complete links, and the next one adds the rest', async () => {
  const name = await backUp()
  await app.get('library.remove', { which: { ids: ids.slice(400) } })
  await app.core.close()
  const database = openLibrary(folder, createNotices())
  const restores = createRestores(database, folder)
  const restore = await restores.begin(name)
  const { links } = restores.step(restore?.id ?? '')
  restores.end(restore?.id ?? '')
  expect(() => restores.step(restore?.id ?? '')).toThrow('no longer running')
  database.sql.close()
  app = await startApp(folder)
  const countLinks = async () => (await app.get('library.count', all)).total
  expect(links).toBeLessThan(linkCount - 400)
  expect(await countLinks()).toBe(400 + links)
  expect(await total()).toBe(400 + links)
  expect(await app.get('backups.restore', { backup: name })).toEqual({ links: linkCount - 400 - links })
  expect(await countLinks()).toBe(linkCount)
})

test('a backup is offered until all of it was restored, even if no links are missing', async () => {
  const notices = createNotices()
  const backup = { name: 'backup', madeAt: '2026-11-20T08:00:00.000Z', links: 3 }
  notices.add('The library is empty', '', { backup })
  const inFlight = createInFlight(() => Promise.resolve())
  const jobs = createJobs({ longWork: createLongWork(), inFlight, reportBug: () => undefined })
  let isCancelled = true
  const step = () => {
    if (isCancelled) for (const { id } of jobs.list()) jobs.cancel(id)
    return Promise.resolve({ links: 0, next: isCancelled ? 0 : null })
  }
  const begin = () => Promise.resolve({ id: 'restore', links: 0 })
  const restores = { begin, step, end: () => Promise.resolve() }
  const settings = { get: () => ({ offers: [] }), change: () => Promise.resolve() }
  const parts = { jobs, notices, restores, settings, reloadServices: () => Promise.resolve() }
  const handlers = backupHandlers(parts as unknown as Parameters<typeof backupHandlers>[0])
  await handlers['backups.restore']({ backup: 'backup' })
  expect(notices.list()).toHaveLength(1)
  isCancelled = false
  await handlers['backups.restore']({ backup: 'backup' })
  expect(notices.list()).toEqual([])
})
