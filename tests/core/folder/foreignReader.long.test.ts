import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { locksMissing, locksOn, readers } from '../../service/reliability/readers.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { startAppProcess } from '../harness/appProcess.ts'
import type { AppProcess } from '../harness/appProcess.ts'

const tables = [
  { file: 'library.db', table: 'links' },
  { file: 'links.sqlite', table: 'links' },
]

let folder: string
let running: AppProcess
const links: string[] = []
const createSome = async () => {
  for (let count = 0; count < 5; count++) links.push(await running.create())
}

beforeEach(async () => {
  folder = await temporaryFolder()
  running = await startAppProcess(folder)
  links.length = 0
})
afterEach(async () => {
  await running.kill()
  await removeFolder(folder)
})

describe.each(readers)("$name that reads the running app's databases", ({ missing, count }) => {
  it.skipIf(missing !== null)(
    'nothing is lost when the app is killed while another program reads its databases',
    async () => {
      await createSome()
      for (let round = 0; round < 2; round++) {
        for (const { file, table } of tables) {
          await expect.poll(() => count(join(folder, file), table)).toBeGreaterThanOrEqual(links.length)
        }
        await createSome()
      }
      await running.kill()

      const app = await startApp(folder)
      // Waits for the embedded service.
      await app.get('profiles.tryLocal', {})
      const { records } = await app.get('links.list', {})
      expect(new Set(records.map(({ link }) => link))).toEqual(new Set(links))
      for (const link of links) expect((await fetch(link, { redirect: 'manual' })).status).toBe(200)
      await app.core.close()
    },
  )
})

describe.skipIf(locksMissing() !== null)('the locks of the running app', () => {
  it('the locks of the running app stay on all its databases', async () => {
    await createSome()
    for (const { file } of tables) {
      expect([file, locksOn(join(folder, file), running.pid)]).not.toEqual([file, 0])
      expect([file, locksOn(join(folder, `${file}-shm`), running.pid)]).not.toEqual([file, 0])
    }
  })
})
