import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { trackingRules } from '../../contract/service/rules/trackingRules.ts'
import { formatForClipboard } from '../../contract/app/tables/spreadsheet.ts'
import { measureWaits, openApp } from '../core.ts'
import { formatWhole, limitedFigure, temporaryFolder, type Figure } from '../measuring.ts'
import type { Options } from '../options.ts'
import { openGeneratedLibrary } from '../seeding.ts'

const libraryLinks = 100_000
/** The days of the first 49,500 links. A run has at most 50,000. */
const manyLinks = { from: '2020-01-01', to: '2020-03-25' }
const maxWaitMs = 100

const parts = 'year market brand channel product season audience format language number'.split(' ')
/** Returns one of 2,000 names of ten parts. */
const campaign = (number: number) =>
  `2026-de-acme-mail-shoes-summer-women-video-en-${String(number % 2_000).padStart(4, '0')}`

/** Rules that are slow to compare with: a long list, and a template of many parts. `version` makes them differ. */
const slowRules = (version: number) =>
  trackingRules.parse({
    source: { values: ['newsletter', 'instagram', `version${version}`] },
    campaign: {
      values: Array.from({ length: 2_000 }, (_, index) => campaign(index)),
      builtName: { template: parts.map((part) => `{${part}}`).join('-'), lists: {} },
    },
  })

/** Measures how long a list waits while the app works on many rows and links. */
export async function* measure({ quick }: Options): AsyncGenerator<Figure> {
  const rows = quick ? 5_000 : 50_000
  await using folder = await temporaryFolder()
  cpSync(await openGeneratedLibrary(libraryLinks), folder.path, { recursive: true })
  const profileId = await adoptLinks(folder.path)
  await using app = await openApp(folder.path)
  const target = { profileId, environment: 'production' } as const
  const saveRules = (version: number) => app.get('rules.save', { profileId, rules: slowRules(version) })
  await saveRules(0)
  const text = formatForClipboard([['Title', 'URL', 'Campaign', 'Source'], ...createRows(rows)])
  const [id, changeId] = [randomUUID(), randomUUID()]
  const work: Record<string, () => Promise<unknown>> = {
    [`${formatWhole(rows)} rows are read and checked`]: () =>
      app.get('runs.prepare', { id, ...target, source: { kind: 'pasted', text } }),
    'the rules are changed': async () => {
      await saveRules(1)
      const { mapping } = (await app.get('runs.get', { id })).run
      const view = { breaksRules: true } as const
      await Promise.all([app.get('library.count', { view }), app.get('runs.map', { id, mapping })])
    },
    [`a change of ${formatWhole(49_500)} links is planned`]: () => {
      const change = { patch: { title: 'New title' } }
      const source = { kind: 'same', which: { view: manyLinks }, change } as const
      return app.get('runs.prepare', { id: changeId, ...target, source })
    },
  }
  for (const [name, task] of Object.entries(work)) {
    const { longest, seconds } = await measureWaits(app, task)
    yield limitedFigure(`longest wait of another call: ${name}`, longest, {
      ...{ limit: maxWaitMs, unit: 'ms', beside: `${seconds.toFixed(1)} s of work` },
    })
  }
}

const createRows = (rows: number) =>
  Array.from({ length: rows }, (_, index) => [
    `Product ${index}`,
    `https://shop.example/${index}`,
    // One typo away from an allowed campaign.
    campaign(index).replace('summer', 'sumner'),
    'newsletter',
  ])

/** Makes the links of a library those of a new profile, whose service runs on this computer. Returns its id. */
async function adoptLinks(folder: string): Promise<string> {
  const { id } = await (async () => {
    await using app = await openApp(folder)
    return await app.get('profiles.tryLocal', {})
  })()
  for (const [file, statement] of [
    ['library.db', 'UPDATE links SET profile_id = ?'],
    ['library-index.db', 'UPDATE entries SET profileId = ?'],
  ] as const) {
    const sql = new DatabaseSync(join(folder, file))
    sql.prepare(statement).run(id)
    sql.close()
  }
  return id
}
