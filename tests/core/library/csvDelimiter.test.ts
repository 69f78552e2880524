import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import { startApp } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { closeConnectedApp, openConnectedApp } from '../harness/connectedApp.ts'
import { createPage, exportTo } from '../harness/exports.ts'
import { uploadText, waitForJob } from '../harness/imports.ts'
import type { ProfileTarget } from '../harness/profile.ts'

let folder: string
let app: App
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, target } = await openConnectedApp())
})
afterEach(() => closeConnectedApp({ folder, app }))

const known = async () => (await app.get('app.state', {})).csvDelimiter
const readFile = async (name: string, text: string) => ({
  kind: 'file' as const,
  file: await uploadText(app, text),
  name,
})
const prepare = (source: CallInput<'runs.prepare'>['source']) =>
  app.get('runs.prepare', { id: randomUUID(), ...target, source })
const exportLinks = (delimiter: ',' | ';') =>
  exportTo(app, { which: { everything: true }, format: { kind: 'csv', columns: ['title'], delimiter } })

/** Exports a run's results and returns their first line. */
async function headerOfResults(id: string): Promise<string> {
  const order = { id, what: 'results', format: 'csv', delimiter: ';' } as const
  const { job } = await app.get('runs.export', order)
  await waitForJob(app, job)
  const [header = ''] = (await (await createPage(app)(`/export/${job}`)).text()).split('\r\n')
  return header.replace('\ufeff', '')
}

it('the delimiter of an exported table is remembered for the next one, even after a restart', async () => {
  expect(await known()).toBeNull()
  await exportLinks(';')
  expect(await known()).toBe(';')
  await exportLinks(',')
  await app.core.close()
  app = await startApp(folder)
  expect(await known()).toBe(',')
})

it('the delimiter of an imported table with semicolons is remembered', async () => {
  const text = 'Link;Title\nhttps://elsewhere.example/a;Sale\n'
  const { job } = await app.get('imports.run', { id: await uploadText(app, text), ...target })
  await waitForJob(app, job)
  expect(await known()).toBe(';')
})

it('the delimiter of a run’s table does not replace the user’s choice', async () => {
  await exportLinks(',')
  await prepare(await readFile('sale.csv', 'Title;Address\nSale;https://example.com/\n'))
  expect(await known()).toBe(',')
})

it('the delimiter of a table with commas is not remembered', async () => {
  await prepare(await readFile('sale.csv', 'Title,Address\nSale,https://example.com/\n'))
  expect(await known()).toBeNull()
})

it('results of a CSV file keep its delimiter; those of pasted rows have the requested one', async () => {
  const commas = await prepare(await readFile('sale.csv', 'Title,Address\nSale,https://example.com/\n'))
  expect(await headerOfResults(commas.id)).toBe('Title,Address,Link,Outcome,Reason')
  const pasted = await prepare({ kind: 'pasted', text: 'Title\tAddress\nSale\thttps://example.com/\n' })
  expect(await headerOfResults(pasted.id)).toBe('Title;Address;Link;Outcome;Reason')
})

it('the template table has the requested delimiter', async () => {
  const { job } = await app.get('runs.template', { format: 'csv', delimiter: ';' })
  await waitForJob(app, job)
  expect(await (await createPage(app)(`/export/${job}`)).text()).toContain('Title;')
})
