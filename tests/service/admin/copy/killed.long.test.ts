import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAction } from '../../../../service/admin/auditLog.ts'
import { createProject } from '../../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../../service/settings/database.ts'
import type { LinkRow } from '../../../../service/store/links/links.ts'
import { openStore } from '../../../../service/store/open.ts'
import type { Store } from '../../../../service/store/store.ts'
import { countNames } from '../../../../service/store/visits/visits.ts'
import { bareEnv } from '../../../bareEnv.ts'
import { engines } from '../../store/engines.ts'
import type { Databases } from '../../store/engines.ts'
import { createReferrals } from '../../store/referrals.ts'
import { sampleLink } from '../../store/sample.ts'
import { entry, runAdminProcess } from '../admin.ts'
import { setLinkActive } from '../../setLinkActive.ts'

/** More than a batch of links. */
const linkCount = 700
/** Each run is killed this many times later than the one before it. */
const growth = 1.4
const preload = fileURLToPath(new URL('./killAtStatement.ts', import.meta.url))
/** Later than every change of the source. */
const targetTime = Date.UTC(2998, 0, 1)
const noRows = { projects: 0, keys: 0, project_rules: 0, links: 0, link_changes: 0, operator_acts: 0 }
const nothingMissing = { ...noRows, visit_counts: 0, visit_referrers: 0 }

const openUrl = (url: string) => openStore(readDatabaseUrl('url', url))

/** Kills a copy before the given statement. Returns whether it had finished. */
function copyUntil(statement: number, from: string, to: string): boolean {
  const env = { ...bareEnv, KILL_AT_STATEMENT: String(statement) }
  const args = ['--import', preload, entry, 'copy', '--from', from, '--to', to]
  const { status, signal, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  if (signal === null) expect([status, stderr]).toEqual([0, expect.not.stringContaining('Missing')])
  return signal === null
}

async function visit({ visits }: Store, writer: string, ids: number[], count: number): Promise<void> {
  const links = ids.toSorted((a, b) => a - b)
  await visits.add({
    ...{ writer, number: 1, sentAt: 1, hour: 490_000 },
    links: Float64Array.from(links),
    counts: Int32Array.from(links.flatMap(() => countNames.map(() => count))),
    referrers: createReferrals(links.map((link) => ({ link, host: `${writer}.example`, visits: count }))),
  })
}

/** Returns the paths of the links. */
async function fill(url: string): Promise<string[]> {
  const store = await openUrl(url)
  const { project } = await createProject(store, 'Shop')
  await createProject(store, 'Second shop')
  await store.rules.put({ project, content: '{}', setAt: 1 })
  const links = Array.from({ length: linkCount }, () => sampleLink({ project }))
  await store.putLinks(links)
  const ids = links.map(({ id }) => id)
  await visit(store, 'source', ids, 1)
  for (const { path } of links.slice(0, 50)) await setLinkActive(store, path, false)
  for (let number = 0; number < 20; number++) await recordAction(store, 'test', { number })
  await store.close()
  return links.map(({ path }) => path)
}

/** Changes one of the last copied links and its visits. Returns the link as it must stay; `null` if there is none. */
async function changeTarget(url: string, round: number): Promise<LinkRow | null> {
  const store = await openUrl(url)
  const copied = (await store.scanLinks(-1, linkCount)).at(-round)
  if (copied) {
    await setLinkActive(store, copied.path, !copied.active, targetTime)
    await visit(store, `target${round}`, [copied.id], 10)
  }
  const link = copied && (await store.scanLinks(copied.id - 1, 1))[0]
  await store.close()
  return link ?? null
}

describe.each(engines)('service:admin copy into $name', ({ missing, start }) => {
  let databases: Databases | undefined
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-copy-'))
    if (missing === null) databases = await start()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await databases?.remove()
  })

  it.skipIf(missing !== null)('service:admin copy completes a copy that was killed many times', async () => {
    const source = `sqlite://${join(folder, 'complete.sqlite')}`
    const target = (await databases?.create()) ?? ''
    await fill(source)
    let kills = 0
    for (let statement = 1; !copyUntil(statement, source, target); kills++)
      statement = Math.ceil(statement * growth)
    const { status, lines } = runAdminProcess({}, 'copy', '--from', source, '--to', target)
    expect([status, lines]).toMatchObject([0, [{ equal: true, from: { links: linkCount } }]])
    expect(kills).toBeGreaterThan(5)
  })

  it.skipIf(missing !== null)(
    'service:admin copy keeps what is newer in the target if it was killed',
    async () => {
      const source = `sqlite://${join(folder, 'newer.sqlite')}`
      const target = (await databases?.create()) ?? ''
      const paths = await fill(source)
      const changed = new Map<number, LinkRow>()
      let statement = 1
      for (let round = 1; !copyUntil(statement, source, target); round++) {
        statement = Math.ceil(statement * growth)
        const link = await changeTarget(target, round)
        if (link) changed.set(link.id, link)
        const store = await openUrl(source)
        await setLinkActive(store, paths[50 + round] ?? '', false)
        await store.close()
      }
      const { status, lines } = runAdminProcess({}, 'copy', '--from', source, '--to', target)
      const report = {
        missing: nothingMissing,
        kept: { links: changed.size, visit_counts: 2 * changed.size },
      }
      expect([status, lines]).toMatchObject([0, [report]])
      const store = await openUrl(target)
      for (const link of changed.values()) expect(await store.scanLinks(link.id - 1, 1)).toEqual([link])
      await store.close()
      expect(changed.size).toBeGreaterThan(0)
      const back = runAdminProcess({}, 'copy', '--from', target, '--to', source)
      expect([back.status, back.lines]).toMatchObject([0, [{ equal: true, kept: nothingMissing }]])
    },
  )
})
