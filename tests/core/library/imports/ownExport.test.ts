import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FieldName } from '../../../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import type { InvalidRow } from '../../../../contract/app/library/imports.ts'
import { maxSavedViews } from '../../../../contract/service/rules/viewLimits.ts'
import { libraryView } from '../../../../contract/app/library/view.ts'
import { createExporting } from '../../../../core/library/exporting/exporting.ts'
import { openHere } from '../../harness/openHere.ts'
import { createImports } from '../../../../core/library/imports/imports.ts'
import { createStagedFiles } from '../../../../core/library/imports/stagedFiles.ts'
import { createRecords } from '../../../../core/library/records.ts'
import { createSavedViews } from '../../../../core/library/savedViews.ts'
import { linkTextWith, allFieldsRequest } from '../../../contract/service/link/everyField.ts'
import { addLinks } from '../../harness/damage.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { writeOwnExport, readWholeRows } from '../../harness/ownExport.ts'

const folders: string[] = []
const opened: TestLibrary[] = []
const openTestLibrary = async () => {
  const folder = await temporaryFolder()
  folders.push(folder)
  const library = testLibrary(folder)
  opened.push(library)
  return { ...library, folder, sql: library.database.sql }
}
type Library = Awaited<ReturnType<typeof openTestLibrary>>

let original: Library
beforeEach(async () => {
  original = await openTestLibrary()
})
afterEach(async () => {
  for (const { database } of opened.splice(0)) database.sql.close()
  for (const folder of folders.splice(0)) await removeFolder(folder)
})

async function importExport(file: string, library: Library) {
  const imports = createImports(library.database, createStagedFiles(library.folder), openHere)
  const id = randomUUID()
  imports.begin(id)
  imports.append(id, Buffer.from(file).toString('base64'))
  const target = { profiles: [], profileId: 'p', environment: 'production' } as const
  expect((await imports.open(id, target)).kind).toBe('linkwright')
  const counts = { new: 0, known: 0, foreign: 0, invalid: 0 }
  const errors: InvalidRow[] = []
  for (let isLast = false; !isLast;) {
    const batch = await imports.next(id, true)
    for (const name of ['new', 'known', 'foreign', 'invalid'] as const) counts[name] += batch.counts[name]
    errors.push(...batch.errors)
    isLast = batch.isLast
  }
  return { counts, errors }
}

/** Generates requests with some of the fields and any title. */
const requests = fc
  .tuple(fc.subarray(Object.keys(allFieldsRequest) as FieldName[]), fc.string({ unit: 'grapheme' }))
  .map(([names, text]): GenerateRequest => {
    const request = Object.fromEntries(names.map((name) => [name, allFieldsRequest[name]])) as GenerateRequest
    return 'title' in request ? { ...request, title: text } : request
  })

describe('our own export', () => {
  it('our own export is imported unchanged: every field, state, mark and number, and the search finds it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            request: requests,
            answer: fc.option(
              fc.constant(`{"link":${linkTextWith({}).replace(/}$/, ',"id":9223372036854775807}')}}`),
            ),
            state: fc.constantFrom('created', 'failed', 'unknown'),
            mark: fc.record({
              starred: fc.boolean(),
              archived: fc.boolean(),
              note: fc.string(),
              tag: fc.string(),
            }),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (entries) => {
          const destination = await openTestLibrary()
          for (const { request, answer, state, mark } of entries) {
            const id = original.keep(request, answer === null ? {} : { answer })
            const tags = mark.tag.trim() === '' ? null : JSON.stringify({ added: [mark.tag], removed: [] })
            original.sql
              .prepare(
                `UPDATE links SET state = ?1, settles_by_itself = ?1 <> 'unknown', starred = ?, archived = ?, note = ?,
                   tag_changes = ? WHERE id = ?`,
              )
              .run(state, mark.starred ? 1 : 0, mark.archived ? 1 : 0, mark.note || null, tags, id)
          }
          const rows = readWholeRows(original.sql)
          const { counts } = await importExport(writeOwnExport(rows), destination)
          expect(counts).toEqual({ new: rows.length, known: 0, foreign: 0, invalid: 0 })
          expect(readWholeRows(destination.sql)).toEqual(rows)
          expect(destination.ids({ archived: 'all' }).toSorted()).toEqual(rows.map(({ id }) => id))
        },
      ),
      { numRuns: 15 },
    )
  })

  it('our own export of a list or a selection keeps the order of links that were created at the same time', async () => {
    const ids = Array.from({ length: 6 }, () => {
      const id = randomUUID()
      return original.keep({ title: 'Sale' }, { id, createdAt: '2026-01-01T00:00:00.000Z' })
    }).toReversed()
    expect(original.ids()).toEqual(ids)
    for (const which of [{ view: libraryView.parse({}) }, { ids }]) {
      const destination = await openTestLibrary()
      const file = join(destination.folder, 'links.json')
      const exporting = createExporting(original.database)
      const id = randomUUID()
      await exporting.begin({ id, file, which, format: { kind: 'json' }, app: '1.2.3', qrStyles: {} })
      while ((await exporting.step(id)).next !== null);
      await importExport(readFileSync(file, 'utf8'), destination)
      expect(destination.ids()).toEqual(ids)
    }
  })

  it('our own export can be searched to its last link, however large it is', async () => {
    const ids = addLinks(original.sql, 2_600)
    const destination = await openTestLibrary()
    expect((await importExport(writeOwnExport(readWholeRows(original.sql)), destination)).counts.new).toBe(
      ids.length,
    )
    await destination.database.backfill.finish()
    expect(destination.database.backfill.isDone()).toBe(true)
    expect(destination.ids({ search: 'title' }, 200).toSorted()).toEqual(ids.toSorted())
  })

  it('our own export does not change existing links, so that it can be imported again', async () => {
    const ids = [original.keep({ title: 'One' }), original.keep({ title: 'Two' })]
    const file = writeOwnExport(readWholeRows(original.sql))
    original.sql.prepare('UPDATE links SET note = ? WHERE id = ?').run('later', ids[0] ?? '')
    original.sql.prepare('DELETE FROM links WHERE id = ?').run(ids[1] ?? '')
    expect((await importExport(file, original)).counts).toEqual({ new: 1, known: 1, foreign: 0, invalid: 0 })
    expect(
      readWholeRows(original.sql)
        .map(({ note }) => note)
        .toSorted(),
    ).toEqual(['later', null])
  })

  it.each(['pending', 'unknown'])(
    'our own export with a create that was %s has it as unknown, and does not settle it unasked',
    async (state) => {
      const id = original.keep({ title: 'One' })
      original.sql
        .prepare(`UPDATE links SET state = ?, problem = '{"code":"create_unknown"}' WHERE id = ?`)
        .run(state, id)
      const destination = await openTestLibrary()
      await importExport(writeOwnExport(readWholeRows(original.sql)), destination)
      expect(readWholeRows(destination.sql)).toMatchObject([
        { id, state: 'unknown', problem: '{"code":"create_unknown"}', settles_by_itself: 0 },
      ])
    },
  )

  it('our own export restores its presets and keeps existing ones', async () => {
    const preset = { id: 'a', name: 'Mail', form: { title: 'x' }, savedAt: '2026-01-01T00:00:00.000Z' }
    await importExport(writeOwnExport([], { presets: [{ ...preset, defaultOf: ['p'] }] }), original)
    await importExport(writeOwnExport([], { presets: [{ ...preset, name: 'Other' }] }), original)
    expect(original.sql.prepare('SELECT * FROM presets').all()).toEqual([
      { id: 'a', name: 'Mail', form: '{"title":"x"}', saved_at: '2026-01-01T00:00:00.000Z' },
    ])
    expect(original.sql.prepare('SELECT * FROM preset_defaults').all()).toEqual([
      { profile_id: 'p', preset_id: 'a' },
    ])
  })

  it('our own export restores its saved views up to the limit and keeps existing ones', async () => {
    const view = { id: randomUUID(), name: 'Mine', query: 'q=is%3Astarred' }
    const others = Array.from({ length: maxSavedViews }, (_, at) => ({
      id: randomUUID(),
      name: `View ${at}`,
      query: '',
    }))
    await importExport(writeOwnExport([], { views: [view] }), original)
    const { errors } = await importExport(
      writeOwnExport([], { views: [{ ...view, name: 'Other' }, ...others] }),
      original,
    )
    expect(errors).toEqual([
      { row: expect.any(Number) as number, error: 'too_many_views', text: others.at(-1)?.name },
    ])
    const views = createSavedViews(original.database).list()
    expect(views).toHaveLength(maxSavedViews)
    expect(views).toContainEqual(view)
  })

  it('our own export is imported without its damaged or missing lines, which are reported', async () => {
    const destination = await openTestLibrary()
    for (let count = 0; count < 3; count++) original.keep({ title: `Sale ${count}` })
    const lines = writeOwnExport(readWholeRows(original.sql)).split('\n')
    lines[2] = `${lines[2]?.slice(0, 40)}`
    lines.splice(4)
    const { counts, errors } = await importExport(lines.join('\n'), destination)
    expect(counts).toEqual({ new: 2, known: 0, foreign: 0, invalid: 2 })
    expect(errors.map(({ row, error }) => [row, error])).toEqual([
      [3, 'damaged'],
      [5, 'cut_off'],
    ])
  })

  it('our own export is imported with an entry whose request is damaged, of which the rest is shown', async () => {
    original.keep({ title: 'One' })
    const [row] = readWholeRows(original.sql)
    if (!row) throw new Error('There is no row.')
    const broken = { ...row, id: randomUUID(), request: 'no JSON' }
    const destination = await openTestLibrary()
    expect((await importExport(writeOwnExport([broken, row]), destination)).counts).toMatchObject({
      new: 2,
      invalid: 0,
    })
    const imported = createRecords(destination.database)
    expect(imported.get(broken.id)).toMatchObject({ link: row.link, request: null, damaged: ['request'] })
    expect(imported.get(row.id)?.damaged).toBeUndefined()
  })
})
