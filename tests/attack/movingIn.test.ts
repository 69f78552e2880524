import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import type { RunState } from '../../contract/app/runs/run.ts'
import { removeFolder, temporaryFolder } from '../core/harness/app.ts'
import { startAppProcess } from '../core/harness/appProcess.ts'
import type { AppProcess } from '../core/harness/appProcess.ts'
import { readStoredRows } from '../core/harness/run.ts'
import { connectMovedDomain, movedHost, prepareMove, waitForPaths } from '../core/runs/movingIn.ts'
import { startTestService } from '../service/testService.ts'

const [links, collisions] = [10_000, 500]
const kills = Number(process.env['ATTACK_ROUNDS'] ?? 20)

const destination = (row: number) => `https://www.example.com/page/${row}`
const pathOf = (row: number) => `Path-${row}`
/** Every twentieth path is taken by another link. */
const isTaken = (row: number) => row % (links / collisions) === 0

it(`10,000 links with 500 taken paths move in although the app is killed ${kills} times`, async () => {
  const [folder, service] = [await temporaryFolder(), await startTestService()]
  let app: AppProcess = await startAppProcess(folder)
  try {
    const target = await connectMovedDomain(app, service, service.origin)
    const rows = Array.from({ length: links }, (_, row) => row)
    for (const row of rows.filter(isTaken))
      await service.post({
        path: pathOf(row).toLowerCase(),
        desktop_custom_redirect: { url: 'https://other.example.com/' },
      })
    const lines = rows.map((row) => `https://${movedHost}/${pathOf(row)},${destination(row)},1,2026-01-01`)
    const file = ['Short link,Destination URL,Clicks,Created at', ...lines].join('\n')
    const { id } = await prepareMove(app, target, file)
    const restart = async () => {
      await app.kill()
      app = await startAppProcess(folder)
      // Without a key store, the key is entered again.
      await app.get('keys.replace', { ...target, key: service.key, unproven: true })
    }
    const until = (...states: RunState[]) =>
      vi.waitFor(
        async () => {
          const { run } = await app.get('runs.get', { id })
          expect(states).toContain(run.state)
          return run
        },
        { timeout: 300_000, interval: 100 },
      )

    // Killed while the paths are checked, and after the choice for the taken ones.
    await app.get('runs.checkPaths', { id })
    await restart()
    await app.get('runs.checkPaths', { id })
    await waitForPaths(app, id)
    expect((await app.get('runs.paths', { id })).rows).toMatchObject({
      ready: links - collisions,
      taken: collisions,
    })
    expect(await app.get('runs.fix', { id, what: 'paths' })).toMatchObject({ changed: collisions })
    await restart()
    await waitForPaths(app, id)
    expect((await app.get('runs.paths', { id })).rows).toMatchObject({ ready: links, taken: 0 })

    await app.get('runs.move', { event: 'start', id, count: links })
    await until('tried')
    for (let kill = 2; kill < kills; kill++) {
      await app.get('runs.move', { event: 'resume', id })
      await setTimeout(Math.random() * 1_000)
      await restart()
      await until('paused', 'tried')
    }
    await app.get('runs.move', { event: 'resume', id })
    await until('done')
    // Requests that were in flight when the app was killed are settled with their own idempotency keys.
    await app.get('runs.settle', { id }).catch(() => undefined)
    await app.kill()

    const moved = readStoredRows({ folder }, id)
    const expected = rows.map((row) => `https://${movedHost}/${pathOf(row)}${isTaken(row) ? '-2' : ''}`)
    expect(moved.filter(({ state }) => state !== 'created')).toEqual([])
    expect(moved.map(({ link }) => link)).toEqual(expected)
    const stored = new DatabaseSync(service.file, { readOnly: true })
    const atService = stored
      .prepare(
        'SELECT own_path AS path, desktop_url AS url FROM links WHERE desktop_url LIKE ? ORDER BY rowid',
      )
      .all('https://www.example.com/%') as unknown as { path: string; url: string }[]
    stored.close()
    expect(atService).toHaveLength(links)
    const urls = new Map(atService.map(({ path, url }) => [`https://${movedHost}/${path}`, url]))
    expect(expected.map((link) => urls.get(link))).toEqual(rows.map(destination))
  } finally {
    await app.kill()
    await service.stop()
    await removeFolder(folder)
  }
}, 900_000)
