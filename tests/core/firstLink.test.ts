import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'

let folder: string
let app: App

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

describe('the first link', () => {
  it('the first link is created on this computer, read back, found again and kept across a restart', async () => {
    const profile = await app.get('profiles.tryLocal', {})
    const target = { profileId: profile.id, environment: 'development' } as const
    const request = {
      title: 'Spring',
      data: '{"id":12345678901234567890,"screen":"sale"}',
      tags: '["spring","sale"]',
      ios_custom_redirect: { url: 'https://example.com/ios' },
      show_preview_ios: true,
    }
    const record = await app.get('links.create', { id: randomUUID(), ...target, request })
    expect(record).toMatchObject({ state: 'created', problem: null, differences: [] })
    expect(record.request?.ios_custom_redirect?.open_app_if_installed).toBe(true)

    const found = await app.get('links.find', { text: `see <${record.link}?utm=1>`, ...target })
    expect(found).toMatchObject({ path: record.path, defaults: 'ours', link: { title: 'Spring' } })
    expect(found.raw).toContain('12345678901234567890')
    expect(found.record?.id).toBe(record.id)

    await app.core.close()
    app = await startApp(folder)
    expect((await app.get('links.list', {})).records).toEqual([found.record])
    const again = await app.get('links.find', { text: record.link ?? '', ...target })
    expect(again.link.title).toBe('Spring')
  })
})
