import { expect, it } from 'vitest'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'

const pageLinks = 30_000

it(
  'a list of more than a million links is given up, and the app stays usable',
  { timeout: 600_000 },
  async () => {
    let pages = 0
    const hostile = await startServer(({ url = '' }, response) => {
      const announcement = { 'Link-Service': 'linkwright/1; list' }
      if (!new URL(url, 'http://x').pathname.endsWith('/links')) {
        json(response, 404, { error: 'No.', code: 'link_not_found' }, announcement)
        return
      }
      const page = ++pages
      const links = Array.from({ length: pageLinks }, (_, index) => ({
        path: `${page}-${index}`,
        deleted: true,
      }))
      json(response, 200, { links, cursor: `c${page}`, more: true }, announcement)
    })
    const folder = await temporaryFolder()
    const app = await startApp(folder, {}, { pause: instantPause })
    try {
      const { profileId } = await connectProfile(app, hostile.origin, `lwk_${'h'.repeat(40)}`)
      const state = { isRead: false }
      const reading = app.get('team.read', { profileId }).finally(() => (state.isRead = true))
      let searches = 0
      for (; !state.isRead; searches++) await app.get('library.search', { view: emptyView, limit: 50 })
      expect(searches).toBeGreaterThan(20)
      expect(await reading).toMatchObject({ problem: { code: 'list_unusable' }, readAt: null })
      // Both environments have a list.
      expect(pages).toBe(2 * (Math.floor(1_000_000 / pageLinks) + 1))
    } finally {
      await app.core.close()
      await hostile.stop()
      await removeFolder(folder)
    }
  },
)
