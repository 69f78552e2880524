import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listResponse } from '../../../contract/service/lookup/linkList.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { engines } from '../store/engines.ts'
import type { Databases } from '../store/engines.ts'
import { runSql } from '../store/runSql.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

const dayMs = 86_400_000

describe.each(engines)('the list of links on $name, while the clock is set back', ({ missing, start }) => {
  let databases: Databases | undefined
  let service: TestService
  let url: string
  beforeAll(async () => {
    if (missing !== null) return
    databases = await start()
    url = await databases.create()
    service = await startTestService({ store: await openStore(readDatabaseUrl('url', url)) })
  })
  afterAll(async () => {
    if (missing === null) await service.stop()
    await databases?.remove()
  })
  const test = it.skipIf(missing !== null)

  /** Reads the list as a program that follows it: from the start if its cursor isn't valid any more. */
  async function follow(cursor: string) {
    const response = await service.ask(`/links?after=${cursor}`)
    if (response.status === 410) return await follow(beginning)
    expect(response.status).toBe(200)
    const { links, cursor: next } = listResponse.parse(await response.json())
    return { paths: links.map(({ path }) => path), cursor: next }
  }
  const beginning = '1-0-0'

  test('what is written then is listed to who has read everything before', async () => {
    const early = await service.create({ title: 'Before' })
    await makeListable()
    const first = await follow(beginning)
    expect(first.paths).toEqual([early])
    // As if the first link had been written tomorrow, and read there.
    await runSql(url, `UPDATE links SET stamp = stamp + ${dayMs}`)
    const [, stamp = '', id = ''] = first.cursor.split('-')
    const cursor = `1-${(Number.parseInt(stamp, 36) + dayMs).toString(36)}-${id}`
    const late = await service.create({ title: 'After' })
    await makeListable()
    expect((await follow(cursor)).paths).toContain(late)
  })

  /** PostgreSQL lists links after ten seconds. Moves all that were written now to a minute ago. */
  async function makeListable() {
    if (url.startsWith('sqlite')) return
    await runSql(url, `UPDATE links SET stamp = stamp - 60000 WHERE stamp < ${Date.now() + dayMs / 2}`)
  }
})
