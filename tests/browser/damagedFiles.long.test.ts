import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { screenHosts } from './hosts.ts'
import { create, createForm, goTo, tryLocal } from './userActions.ts'

const garbage = 'not what this file should hold'

describe.each(screenHosts())('in the $name', (host) => {
  test('damaged files are set aside and reported, and the app works', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linkwright-damaged-'))
    await writeFile(join(folder, 'settings.json'), garbage)
    await writeFile(join(folder, 'library.db'), garbage.repeat(1_000))
    const app = await host.open(folder, {})
    try {
      const notices = app.page.getByRole('status')
      await notices.filter({ hasText: 'The settings couldn’t be read' }).waitFor()
      await app.page.getByRole('button', { name: 'Show 1 more' }).click()
      await notices.filter({ hasText: 'The library couldn’t be read' }).waitFor()
      const damagedNames = (await readdir(folder)).filter((name) => /damaged/.test(name))
      for (const file of ['settings', 'library']) {
        const name = damagedNames.find((found) => found.startsWith(file)) ?? `no ${file}`
        expect(await notices.filter({ hasText: name }).count(), `a notice names ${name}`).toBe(1)
      }

      await tryLocal(app.page)
      await app.page.getByRole('button', { name: /^Dismiss: The settings/ }).click()
      await notices.filter({ hasText: 'The settings couldn’t be read' }).waitFor({ state: 'hidden' })
      await createForm(app.page).getByLabel('Title', { exact: true }).fill('After the damage')
      await create(app.page)
      await goTo(app.page, 'Links')
      await app.page.getByRole('row', { name: /After the damage/ }).waitFor()
      expect(app.errors()).toEqual([])
    } finally {
      await app.end('in order')
      await rm(folder, { recursive: true, force: true })
    }
  })
})
