import { afterEach, beforeEach, expect, it } from 'vitest'
import { latestBackup } from '../../../core/library/backup.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { openConnectedApp } from '../harness/connectedApp.ts'
import { addLinks } from '../harness/damage.ts'
import { uploadText, waitForJob } from '../harness/imports.ts'
import { readWholeRows, writeOwnExport } from '../harness/ownExport.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { prepareRun, waitForRunState } from '../harness/run.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
let service: StoringService
let target: ProfileTarget
beforeEach(async () => {
  ;({ folder, app, service, target } = await openConnectedApp(startStoringService))
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

it('the links of a run are in the backup that is made when the app closes', async () => {
  const id = await prepareRun(app, target, 5)
  await app.get('runs.move', { event: 'start', id, count: 5 })
  await waitForRunState(app, id, 'tried')
  await app.get('runs.move', { event: 'resume', id })
  await waitForRunState(app, id, 'done')
  await app.core.close()
  expect(latestBackup(folder)?.links).toBe(5)
})

it('imported links are in the backup that is made when the app closes', async () => {
  const otherFolder = await temporaryFolder()
  const { sql } = openLibrary(otherFolder, createNotices())
  addLinks(sql, 3)
  const file = await uploadText(app, writeOwnExport(readWholeRows(sql)))
  sql.close()
  await removeFolder(otherFolder)
  const { job } = await app.get('imports.run', { id: file, ...target, keepReferences: false })
  await waitForJob(app, job)
  await app.core.close()
  expect(latestBackup(folder)?.links).toBe(3)
})
