import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'

it('a missing database of the embedded service is reported at startup', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => removeFolder(folder))
  const first = await startApp(folder)
  await first.get('profiles.tryLocal', {})
  expect((await first.get('app.state', {})).notices).toEqual([])
  await first.core.close()
  renameSync(join(folder, 'links.sqlite'), join(folder, 'elsewhere.sqlite'))
  const second = await startApp(folder)
  onTestFinished(() => second.core.close())
  await second.get('embedded.state', {})
  expect((await second.get('app.state', {})).notices).toMatchObject([
    { title: 'The links made on this computer are gone' },
  ])
})
