import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../core/harness/app.ts'
import { prepareRun, waitForRunState } from '../core/harness/run.ts'
import type { OpenedApp } from './app.ts'
import { screenHosts } from './hosts.ts'
import { goTo } from './userActions.ts'

/** Links at the top of the list, and older ones: enough that a check of all is killed before its end. */
const [newestCount, olderCount] = [4, 3_000]
const count = newestCount + olderCount

/** Creates links with the local service, then changes one, deactivates one and deletes one there. */
async function createLibrary(folder: string): Promise<void> {
  const app = await startApp(folder)
  const { id: profileId } = await app.get('profiles.tryLocal', {})
  const id = await prepareRun(app, { profileId, environment: 'production' }, olderCount)
  await app.get('runs.move', { event: 'start', id, count: olderCount })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await waitForRunState(app, id, 'done')
  for (let index = newestCount - 1; index >= 0; index--) {
    const request = { title: `Sale ${index}`, tracking_campaign: 'spring' }
    await app.get('links.create', { id: randomUUID(), profileId, environment: 'production', request })
  }
  await app.core.close()
  const sql = new DatabaseSync(join(folder, 'links.sqlite'))
  sql.exec(`
    UPDATE links SET tracking_campaign = 'summer' WHERE title = 'Sale 1';
    UPDATE links SET active = 0 WHERE title = 'Sale 2';
    DELETE FROM links WHERE title = 'Sale 3';
  `)
  sql.close()
}

describe.each(screenHosts())('in the $name', (host) => {
  let folder: string
  let app: OpenedApp
  beforeEach(async () => {
    folder = await temporaryFolder()
    await createLibrary(folder)
    app = await host.open(folder, {})
  })
  afterEach(async () => {
    await app.end('in order')
    expect(app.errors()).toEqual([])
    await removeFolder(folder)
  })

  const strip = () => app.page.getByRole('region', { name: 'Notices' })

  test(
    'one or many links can be checked again, and a crash during the check loses none',
    { timeout: 240_000 },
    async () => {
      await goTo(app.page, 'Links')
      await app.page.getByRole('link', { name: 'Sale 1', exact: true }).click()
      await app.page.getByRole('button', { name: 'Check for changes' }).click()
      await app.page.getByText('The link has changed').waitFor()
      await app.page.getByRole('row', { name: 'Campaign spring summer' }).first().waitFor()
      await app.page.getByRole('button', { name: 'Close' }).click()

      await app.page.getByRole('checkbox', { name: 'Select Sale 0' }).click()
      await app.page.getByRole('button', { name: `Select all ${count.toLocaleString('en')}` }).click()
      await app.page.getByRole('button', { name: 'More', exact: true }).click()
      await app.page.getByRole('menuitem', { name: 'Check for changes' }).click()
      await strip()
        .getByText(/^[1-9][\d,]* of 3,004$/)
        .waitFor()
      // The check continues while the window shows another screen.
      await goTo(app.page, 'Activity')
      await strip()
        .getByText(/^[1-9][\d,]* of 3,004$/)
        .waitFor()

      await app.end('killed')
      app = await host.open(folder, {})
      await strip()
        .getByText(/^[\d,]+ links still need to be checked\.$/)
        .waitFor()
      await strip().getByRole('button', { name: 'Resume' }).click()
      await strip()
        .getByText(/^[\d,]+ links checked: /)
        .waitFor({ timeout: 60_000 })

      await goTo(app.page, 'Links')
      const readTitles = () => app.page.getByRole('link', { name: /^Sale/ }).allTextContents()
      const search = app.page.getByLabel('Search your links')
      await search.fill('is:inactive')
      await expect.poll(readTitles).toEqual(['Sale 2'])
      await search.fill('is:gone')
      await expect.poll(readTitles).toEqual(['Sale 3'])
      await app.page.getByRole('row', { name: 'Sale 3' }).getByText('Gone', { exact: true }).waitFor()
    },
  )
})
