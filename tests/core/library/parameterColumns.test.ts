import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import type { App } from '../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../harness/connectedApp.ts'
import { readCsv } from '../harness/csv.ts'
import { exportAsText } from '../harness/exports.ts'
import { createInput, type ProfileTarget } from '../harness/profile.ts'
import { startStoringService, type StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
let service: StoringService
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, service, target } = await openConnectedApp(startStoringService))
  await app.get('rules.save', {
    profileId: target.profileId,
    rules: trackingRules.parse({
      '?creative': { label: 'Advert', position: 1 },
      '?utm_content': { position: 2 },
    }),
  })
  for (const query of ['creative=blue&utm%5Fcontent=top', 'creative=red&utm_content=top', 'creative=blue']) {
    const address = { url: `https://shop.example/?${query}` }
    await app.get('links.create', createInput(target, { title: query, desktop_custom_redirect: address }))
  }
})
afterEach(() => closeConnectedApp({ folder, app, service }))

it('the parameters that profiles list have their names for people', async () => {
  await app.get('rules.save', {
    profileId: 'another',
    rules: trackingRules.parse({ '?creative': { position: 1 }, '?ref': { label: 'Partner', position: 2 } }),
  })
  expect((await app.get('rules.parameters', {})).toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: '?creative', label: 'Advert' },
    { field: '?ref', label: 'Partner' },
    { field: '?utm_content', label: 'Content' },
  ])
})

it('an exported table has a column for each chosen parameter, and Bulk finds the parameter by that name', async () => {
  const columns = ['title', '?creative', '?utm_content', '?ref'] as const
  const text = await exportAsText(app, {
    which: { everything: true },
    format: { kind: 'csv', columns: [...columns] },
  })
  const [head = [], ...rows] = readCsv(text)
  expect(head).toEqual(['Title', 'Advert', 'Content', 'Referrer'])
  expect(rows.map(([, ...values]) => values).toSorted()).toEqual([
    ['blue', '', ''],
    ['blue', 'top', ''],
    ['red', 'top', ''],
  ])
  expect(await app.get('exports.columns', {})).toEqual(columns)
  const id = randomUUID()
  await app.get('runs.prepare', { id, ...target, source: { kind: 'pasted', text } })
  const { run } = await app.get('runs.get', { id })
  expect(run.mapping.columns).toEqual([
    { to: 'field', field: 'title' },
    { to: 'field', field: '?creative' },
    { to: 'field', field: '?utm_content' },
    // No profile lists it, so its name could mean anything.
    { to: 'nothing' },
  ])
})

it('links are filtered by each parameter, and its values are counted', async () => {
  const view = { parameter: ['creative=blue', 'creative=red', 'utm_content=top'] }
  const { rows } = await app.get('library.search', { view, limit: 10 })
  expect(rows.map(({ title }) => title).toSorted()).toEqual([
    'creative=blue&utm%5Fcontent=top',
    'creative=red&utm_content=top',
  ])
  const { values } = await app.get('library.facets', { of: 'parameter', view: {}, prefix: 'creative=' })
  expect(values).toEqual([
    { value: 'creative=blue', count: 2 },
    { value: 'creative=red', count: 1 },
  ])
})

it('the columns of the list that were chosen are remembered', async () => {
  const layout = { columns: ['?creative', 'tags'], density: 'compact', widths: { '?creative': 200 } } as const
  await app.get('views.setLayout', { ...layout, columns: [...layout.columns] })
  expect(await app.get('views.layout', {})).toEqual(layout)
})
