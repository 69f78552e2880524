import type { Page } from 'playwright'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { startCuttableProxy } from '../core/harness/cuttableProxy.ts'
import { connectAnother, goTo, pasteText, tryLocal } from './userActions.ts'
import { startRemoteService } from './remoteService.ts'

/** Rows for a service whose requests are paced. */
const pacedRowCount = 60

describe.each(screenHosts())('in the $name', (host) => {
  let app: App
  beforeEach(async () => {
    app = await openApp(host)
    await tryLocal(app.page)
  })
  afterEach(() => app.close())

  test('120 rows as a marketer has them become links in six presses, three of which fix a cause', async () => {
    const { page } = app
    const { profiles } = (await callApp(page, 'app.state', {})) as { profiles: { id: string }[] }
    const rules = { campaign: { presence: 'required' }, source: { values: sources } }
    await callApp(page, 'rules.save', { profileId: profiles[0]?.id, rules })
    await goTo(page, 'Bulk')
    await page.getByRole('button', { name: 'Start with your rows' }).waitFor()
    await pasteText(page, marketersTable())
    await page.getByText('Used by their values: Placement as Source, Wording as Title.').waitFor()
    const presses = [/^Apply the rules to all 4/, /^Fill in all 3/, /^Fix all 5/, /^Continue with 119 links/]
    for (const name of [...presses, 'Create the first link', 'Looks right: create the other 118'])
      await page.getByRole('button', { name }).click()
    await page.getByText('119 links were created; 1 repeats another row.').waitFor()
  })

  test('a run survives a network outage and creates every link', async () => {
    const { page } = app
    const service = await startRemoteService()
    const proxy = await startCuttableProxy(service.origin)
    await connectAnother(page, { name: 'Acme', baseUrl: proxy.origin, key: service.key })
    await goTo(page, 'Bulk')
    await page.getByRole('button', { name: 'Start with your rows' }).press('Enter')
    await page.getByRole('heading', { name: 'Paste your rows' }).waitFor()
    await pasteText(
      page,
      ['Title', ...Array.from({ length: pacedRowCount }, (_, index) => `Sale ${String(index + 1)}`)].join(
        '\n',
      ),
    )
    await page.getByRole('button', { name: 'Check 60 rows' }).press('Enter')
    await page.getByRole('button', { name: 'Continue with 60 links' }).press('Enter')
    await startRun(page, '60')
    const createOthers = page.getByRole('button', { name: 'Looks right: create the other 59' })
    await createOthers.waitFor()
    await proxy.disconnect()
    await createOthers.press('Enter')
    await page.getByRole('button', { name: 'Try now' }).waitFor()
    await proxy.reconnect()
    await page.getByText('All 60 links were created.').waitFor({ timeout: 120_000 })
    await proxy.disconnect()
    await service.stop()
  })
})

const sources = ['newsletter', 'instagram', 'facebook', 'google']
const mediums = ['email', 'social', 'social', 'cpc']

/** A table of 120 rows with own column names, four typos, three rows without a campaign, five spaces and an equal row. */
function marketersTable(): string {
  const cells = (row: number) => {
    const source = sources[row % 4] ?? ''
    const address = `https://shop.example.com/${row % 24 === 3 ? 'red shoes ' : ''}${String(row)}`
    return [
      row % 40 === 7 ? '' : 'spring-sale',
      row % 30 === 5 ? source.slice(0, -1) : source,
      ...[mediums[row % 4], address, `Red shoes no. ${String(row)}`, 'spring, shoes'],
    ]
  }
  const rows = Array.from({ length: 119 }, (_, index) => cells(index + 1))
  return [['Campaign', 'Placement', 'Medium', 'Address', 'Wording', 'Tags'], ...rows, cells(119)]
    .map((row) => row.join('\t'))
    .join('\n')
}

/** Starts a run. A slow machine shows the page with its button later; in production it asks for the number of links. */
async function startRun(page: Page, links: string): Promise<void> {
  const start = page.getByRole('button', { name: /^Create the first link/ })
  await start.waitFor()
  const confirmation = page.getByLabel(/^These links go live/)
  if (await confirmation.isVisible()) await confirmation.fill(links)
  await start.press('Enter')
}
