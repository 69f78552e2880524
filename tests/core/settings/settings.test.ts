import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

describe('the settings', () => {
  it('the settings are kept across a restart, in a file for the user alone', async () => {
    const settings = openSettings(folder, createNotices())
    await settings.change((old) => ({ ...old, appearance: 'dark' }))
    expect(openSettings(folder, createNotices()).get().appearance).toBe('dark')
    expect((await stat(join(folder, 'settings.json'))).mode & 0o777).toBe(0o600)
  })

  it('the settings always have a current profile if there is one', async () => {
    const profile = {
      kind: 'remote',
      name: 'A',
      linkHosts: [],
      environmentValues: { production: 'p', development: 'd' },
    }
    const profiles = [
      { ...profile, id: 'damaged', kind: 'unknown' },
      { ...profile, id: 'good', baseUrl: 'https://s.example/api/v1/sdk' },
    ]
    const current = { profileId: 'damaged', environment: 'production' }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, profiles, current }))
    const settings = openSettings(folder, createNotices())
    expect(settings.get()).toMatchObject({ profiles: [{ id: 'good' }], current: { profileId: 'good' } })
    // Another window removed the profile meanwhile.
    await settings.change((all) => ({ ...all, current: { profileId: 'gone', environment: 'production' } }))
    expect(settings.get().current).toEqual({ profileId: 'good', environment: 'development' })
    await settings.change((all) => ({ ...all, profiles: [] }))
    expect(settings.get().current).toBeNull()
  })

  it('the settings store each of many simultaneous changes', async () => {
    const settings = openSettings(folder, createNotices())
    const ports = Array.from({ length: 30 }, () =>
      settings.change((old) => ({ ...old, embedded: { ...old.embedded, port: old.embedded.port + 1 } })),
    )
    await Promise.all(ports)
    expect(openSettings(folder, createNotices()).get().embedded.port).toBe(30)
  })

  it.each([
    ['truncated', '{"version":1,"profiles":[{"id"'],
    ['empty', ''],
    ['of another shape', '{"version":1,"profiles":{}}'],
    ['binary', '\0\0\0'],
  ])('the settings start over when the file is %s, which is set aside and reported', async (_, text) => {
    await writeFile(join(folder, 'settings.json'), text)
    const app = await startApp(folder)
    const { notices, profiles } = await app.get('app.state', {})
    expect(profiles).toEqual([])
    expect(notices).toHaveLength(1)
    const quarantinedFile =
      (await readdir(folder)).find((name) => /^settings\.damaged-.*\.json$/.test(name)) ?? ''
    expect(notices[0]?.text).toContain(quarantinedFile)
    expect(await readFile(join(folder, quarantinedFile), 'utf8')).toBe(text)
    await app.get('app.dismissNotice', { id: notices[0]?.id ?? '' })
    expect((await app.get('app.state', {})).notices).toEqual([])
    await app.core.close()
  })

  it('the settings of a newer version are set aside under a name that shows it', async () => {
    await writeFile(join(folder, 'settings.json'), '{"version":2,"profiles":[]}')
    const notices = createNotices()
    openSettings(folder, notices)
    expect(notices.list()[0]?.title).toBe('The settings are from a newer version')
    expect((await readdir(folder)).some((name) => name.startsWith('settings.newer-'))).toBe(true)
  })

  it('the settings report a failed write and stay unchanged', async () => {
    const app = await startApp(folder)
    await app.get('app.setPreferences', { appearance: 'light' })
    await removeFolder(folder)
    expect(await app.problem('app.setPreferences', { appearance: 'dark' })).toMatchObject({
      code: 'storage_failed',
    })
    expect(await app.get('app.state', {})).toMatchObject({ appearance: 'light' })
    await app.core.close()
  })
})
