import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { createEmbedded } from '../../../core/embedded/embedded.ts'
import type { Embedded } from '../../../core/embedded/embedded.ts'
import { openSettings } from '../../../core/settings/settings.ts'
import type { SettingsFile } from '../../../core/settings/settings.ts'
import { startEmbedded } from '../../../service/embedded/embedded.ts'

let folder: string
let settings: SettingsFile
let embedded: Embedded
let isDamaged: boolean
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-embedded-'))
  settings = openSettings(folder, createNotices())
  isDamaged = false
  const start = async (options: { folder: string; port: number }) => {
    const service = await startEmbedded(options)
    const rotateKey = (project: string) =>
      isDamaged ? Promise.reject(new Error('The database is damaged.')) : service.rotateKey(project)
    return { ...service, rotateKey }
  }
  const onLost = (error: Error) => expect.unreachable(error.message)
  embedded = createEmbedded({
    host: { dataFolder: folder, startEmbedded: start },
    ...{ settings, notices: createNotices(), onLost },
  })
})
afterEach(async () => {
  await embedded.stop()
  rmSync(folder, { recursive: true })
})

const project = () => settings.get().embedded.project

it("the embedded service keeps its project if the database can't create a new key", async () => {
  expect((await embedded.createNewKey()).ok).toBe(true)
  const first = project()
  isDamaged = true
  expect(await embedded.createNewKey()).toMatchObject({ ok: false })
  expect(project()).toBe(first)
  isDamaged = false
  expect((await embedded.createNewKey()).ok).toBe(true)
  expect(project()).toBe(first)
})

it('the embedded service creates a new project if its own is missing', async () => {
  await settings.change((old) => ({ ...old, embedded: { ...old.embedded, project: 'prj_none' } }))
  expect((await embedded.createNewKey()).ok).toBe(true)
  expect(project()).toMatch(/^prj_(?!none)/)
})
