import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunState } from '../../../../contract/app/runs/run.ts'
import { startTestService } from '../../../service/testService.ts'
import type { TestService } from '../../../service/testService.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { startAppProcess } from '../../harness/appProcess.ts'
import type { AppProcess } from '../../harness/appProcess.ts'
import { startChangeProxy } from '../../harness/changeProxy.ts'
import type { ChangeBehavior, ChangeProxy } from '../../harness/changeProxy.ts'
import { connectProfile, createInput } from '../../harness/profile.ts'
import type { ProfileTarget } from '../../harness/profile.ts'

const development = { ENVIRONMENT: 'development' }
const oldAddress = (number: number) => `https://example.com/old/${number}`
const newAddress = (number: number) => `https://example.com/new/${number}`
const platforms = ['android_custom_redirect', 'desktop_custom_redirect', 'ios_custom_redirect']
/** The link that someone else changes after the dry run, by its row. */
const changedElsewhereRow = 3

/** Of ten changes, one is lost before the service receives it, and one after it was applied. */
function randomBehavior(): ChangeBehavior {
  const draw = Math.random()
  if (draw < 0.1) return 'swallow'
  return draw < 0.2 ? 'reset' : { before: () => setTimeout(Math.random() * 40) }
}

/** Kills the app repeatedly in the middle of a run of changes, behind a proxy that loses changes and answers. */
export function testKilledChangeRuns(kills: number, changes: number): void {
  let folder: string
  let app: AppProcess
  let service: TestService
  let proxy: ChangeProxy
  beforeEach(async () => {
    folder = await temporaryFolder()
    service = await startTestService()
    proxy = await startChangeProxy(service.origin)
    app = await startAppProcess(folder)
  })
  afterEach(async () => {
    await app.kill()
    await proxy.stop()
    await service.stop()
    await removeFolder(folder)
  })

  const createPaths = async () => {
    const paths: string[] = []
    for (let number = 1; number <= changes; number++) {
      const redirect = { url: oldAddress(number) }
      const request = Object.fromEntries(platforms.map((name) => [name, redirect]))
      paths.push(await service.create(request, development))
    }
    return paths
  }
  const prepare = async (target: ProfileTarget, paths: readonly string[]) => {
    // The answer to a create announces the service's features.
    await app.get('links.create', createInput(target))
    const id = randomUUID()
    const text = ['link\taddress', ...paths.map((path, index) => `${path}\t${newAddress(index + 1)}`)].join(
      '\n',
    )
    const source = { kind: 'table' as const, table: { kind: 'pasted' as const, text } }
    const run = await app.get('runs.prepare', { id, ...target, source })
    expect(run.counts.ready).toBe(changes)
    return id
  }
  const changeElsewhere = async (path: string) => {
    const found = await service.ask(`/link/${path}`, { headers: development })
    const headers = { ...development, 'If-Match': found.headers.get('etag') ?? '' }
    const body = JSON.stringify({ title: 'Theirs' })
    expect((await service.ask(`/link/${path}`, { method: 'PATCH', headers, body })).status).toBe(200)
  }
  const until = (id: string, state: RunState) =>
    vi.waitFor(async () => expect((await app.get('runs.get', { id })).run.state).toBe(state), {
      timeout: 240_000,
      interval: 50,
    })
  const restart = async (target: ProfileTarget) => {
    app = await startAppProcess(folder)
    // Without a key store, the key is entered again.
    await app.get('keys.replace', { ...target, key: service.key, unproven: true })
  }

  it(`a run of ${changes} changes that is killed ${kills} times changes each link completely and once`, async () => {
    const paths = await createPaths()
    const target = await connectProfile(app, proxy.origin, service.key)
    const id = await prepare(target, paths)
    await changeElsewhere(paths[changedElsewhereRow - 1] ?? '')
    proxy.behave(...Array.from({ length: changes * 10 }, randomBehavior), 'pass')
    await app.get('runs.move', { event: 'start', id, count: changes })
    let doubtful = 0
    for (let kill = 1; kill <= kills; kill++) {
      // About fifty rows are pending at a time, so a kill leaves up to that many to be settled.
      const minimum = proxy.changes.length + Math.random() * 10
      await vi.waitFor(() => expect(proxy.changes.length).toBeGreaterThan(minimum), {
        timeout: 120_000,
        interval: 5,
      })
      await app.kill()
      doubtful += countRows(folder, id, 'pending')
      expect(countRows(folder, id, 'ready') + countRows(folder, id, 'pending')).toBeGreaterThan(0)
      await restart(target)
      await until(id, 'paused')
      await app.get('runs.move', { event: 'resume', id })
    }
    // A bad connection pauses a run.
    for (let state = await settledState(id); state === 'paused'; state = await settledState(id))
      await app.get('runs.move', { event: 'resume', id })
    proxy.behave('pass')
    await app.get('runs.settle', { id })
    expect(doubtful).toBeGreaterThan(0)
    const { run } = await app.get('runs.get', { id })
    expect(run).toMatchObject({ state: 'done', conflicts: 1 })
    expect(run.counts).toMatchObject({ created: changes - 1, failed: 1, unknown: 0, pending: 0, ready: 0 })
    for (const [index, path] of paths.entries()) await expectChanged(path, index + 1)
    const failed = await app.get('runs.rows', { id, show: 'failed' })
    expect(failed.rows.map(({ cells, problem }) => [cells[0], problem?.code])).toEqual([
      [paths[changedElsewhereRow - 1], 'link_changed'],
    ])
    const moved = await app.get('library.count', { view: { search: 'to:example.com/new' } })
    expect(moved.total).toBe(changes - 1)
  }, 600_000)

  async function settledState(id: string): Promise<RunState> {
    return await vi.waitFor(
      async () => {
        const { state } = (await app.get('runs.get', { id })).run
        expect(['paused', 'done']).toContain(state)
        return state
      },
      { timeout: 240_000, interval: 50 },
    )
  }

  async function expectChanged(path: string, number: number): Promise<void> {
    const response = await service.ask(`/link/${path}/history`, { headers: development })
    const { history } = (await response.json()) as { history: { fields: Record<string, { to: unknown }> }[] }
    expect(history).toHaveLength(1)
    const fields = history[0]?.fields ?? {}
    if (number === changedElsewhereRow) {
      expect(Object.keys(fields)).toEqual(['title'])
      return
    }
    expect(Object.keys(fields).toSorted()).toEqual(platforms)
    for (const { to } of Object.values(fields)) expect(to).toMatchObject({ url: newAddress(number) })
  }
}

function countRows(folder: string, id: string, state: string): number {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  try {
    const count = 'SELECT count(*) AS rows FROM run_rows WHERE run = ? AND state = ?'
    return Number(sql.prepare(count).get(id, state)?.['rows'])
  } finally {
    sql.close()
  }
}
