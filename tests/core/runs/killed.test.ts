import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { startAppProcess } from '../harness/appProcess.ts'
import type { AppProcess } from '../harness/appProcess.ts'
import { storedLinks } from '../harness/links.ts'
import { prepareRun, rowsOf, titleOf } from '../harness/run.ts'

let folder: string
let app: AppProcess
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startAppProcess(folder)
})
afterEach(async () => {
  await app.kill()
  await removeFolder(folder)
})

/** More than three crashes leave unknown, of which each finds some that are written down ahead. */
const rows = 300

it('a run that is killed again and again makes each of its links, and none twice', async () => {
  const id = await prepareRun(app, { profileId: await profile(), environment: 'development' }, rows)
  await app.get('runs.start', { id, count: rows })
  await state('tried')
  for (let round = 0; round < 3; round++) {
    await app.get('runs.goOn', { id })
    await vi.waitFor(() => expect(made()).toBeGreaterThan(20 * (round + 1)), {
      timeout: 60_000,
      interval: 10,
    })
    await setTimeout(Math.random() * 100)
    await app.kill()
    app = await startAppProcess(folder)
    await state('paused')
  }
  // What was on its way when the app was killed is made certain under its own key.
  await app.get('runs.settle', { id }).catch(() => undefined)
  await app.get('runs.goOn', { id })
  await state('done')
  await app.get('runs.settle', { id })
  expect(rowsOf({ folder }, id).map((row) => row.state)).toEqual(
    Array.from({ length: rows }, () => 'created'),
  )
  const titles = storedLinks(folder).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(Array.from({ length: rows }, (_, at) => titleOf(at + 1)).toSorted())

  async function profile(): Promise<string> {
    return (await app.get('app.state', {})).profiles[0]?.id ?? ''
  }
  function made(): number {
    return rowsOf({ folder }, id).filter((row) => row.state === 'created').length
  }
  function state(wanted: string) {
    return vi.waitFor(async () => expect((await app.get('runs.get', { id })).run.state).toBe(wanted), {
      timeout: 60_000,
      interval: 50,
    })
  }
})
