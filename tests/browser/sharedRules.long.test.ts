import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApp } from './app.ts'
import type { App } from './app.ts'
import { findAxeViolations } from './axe.ts'
import { callApp } from './callApp.ts'
import { screenHosts } from './hosts.ts'
import { tryLocal } from './userActions.ts'

const content = (sections: object) =>
  JSON.stringify({ format: 'linkwright-rules', version: 1, ...sections }, null, 2)

describe.each(screenHosts())('shared rules, in the $name', (host) => {
  let app: App
  let folder: string
  let file: string
  let profileId: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-shared-'))
    file = join(folder, 'team-rules.json')
    app = await openApp(host)
    await tryLocal(app.page)
    const { current } = (await callApp(app.page, 'app.state', {})) as { current: { profileId: string } }
    ;({ profileId } = current)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const readRules = async () => await callApp(app.page, 'rules.get', { profileId })
  const openRules = async (page: Page) => {
    await page.evaluate((id) => (location.hash = `#/profiles/${id}/rules`), profileId)
    await page.getByRole('heading', { name: 'Share with your team' }).waitFor()
  }
  const readFileOf = async (page: Page) => {
    const chooser = page.waitForEvent('filechooser')
    await button('Read a file…').click()
    await (await chooser).setFiles(file)
  }
  const button = (name: string) => app.page.getByRole('button', { name, exact: true })

  test('a file that is read offers each change, which can be applied and undone', async () => {
    await writeFile(
      file,
      content({
        rules: {
          source: { lowerCase: true, values: ['newsletter', 'twitter', 'facebook'] },
          medium: { dependent: { on: 'source', lists: [{ value: 'newsletter', values: ['email'] }] } },
        },
        presets: [{ name: 'Newsletter', form: { tracking_source: 'newsletter', tags: ['mail', 'team'] } }],
        views: [{ name: 'Newsletter links', query: 'source=newsletter&profile=this' }],
      }),
    )
    const { page } = app
    await callApp(page, 'rules.save', { profileId, rules: { source: { values: ['newsletter', 'twiter'] } } })
    await openRules(page)
    await page.reload()
    await readFileOf(page)
    await page.getByText('has 4 differences.').waitFor()
    expect(await findAxeViolations(page, 'shared rules')).toEqual([])
    await button('Keep mine: View “Newsletter links”').click()
    await page.getByText('has 3 differences.').waitFor()
    await button('Accept all').click()
    await page.getByText('has no other differences.').waitFor()
    expect(await readRules()).toMatchObject({
      rules: { source: { values: ['newsletter', 'twitter', 'facebook'] } },
    })
    await page.keyboard.press('Control+z')
    await page.getByText('has 3 differences.').waitFor()
    expect(await readRules()).toMatchObject({ rules: { source: { values: ['newsletter', 'twiter'] } } })
  })

  test('an invalid file is reported with the place of its error', async () => {
    const { page } = app
    await writeFile(file, '{\n<<<<<<< HEAD\n')
    await readFileOf(page)
    await page.getByText(/Git conflict markers.*\(line 2, column 1\)/).waitFor()
    expect(await findAxeViolations(page, 'a broken file of shared rules')).toEqual([])
    await button('Close').click()
  })

  test('the rules are saved as a file without the profile’s id', async () => {
    const { page } = app
    const download = page.waitForEvent('download')
    await button('Save as file…').click()
    const saved = await readFile(await (await download).path(), 'utf8')
    expect(JSON.parse(saved)).toMatchObject({ format: 'linkwright-rules', version: 1 })
    expect(saved).not.toContain(profileId)
  })

  test('two windows that save rules at the same time show both versions, and nothing is lost', async () => {
    const { page } = app
    const values = page.getByLabel('One per line').first()
    await values.fill('mine')
    await callApp(page, 'rules.save', { profileId, rules: { source: { values: ['other window'] } } })
    await button('Save rules').click()
    await page.getByText('These rules were changed elsewhere while you edited them').waitFor()
    expect(await findAxeViolations(page, 'a conflict of rules')).toEqual([])
    expect(await readRules()).toMatchObject({ rules: { source: { values: ['other window'] } } })
    await button('Keep mine: Rules for source').click()
    await button('Save rules').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await readRules()).toMatchObject({ rules: { source: { values: ['mine'] } } })
  })
})
