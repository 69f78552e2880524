import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { app, Menu, shell } from 'electron'
import { createCore } from '../core/core.ts'
import { openDataFolder, usualDataFolder } from '../core/folder/place.ts'
import { createPage } from '../core/page/page.ts'
import { endWith } from './ending.ts'
import { endOnFault } from './fault.ts'
import { giveUp } from './giveUp.ts'
import { electronHost } from './host.ts'
import { answerCalls } from './ipc.ts'
import { denyPermissions, lockDown } from './lockdown.ts'
import { menuTemplate } from './menu.ts'
import { closeNetwork } from './network.ts'
import { declareScheme, servePage } from './protocol.ts'
import { removeForeignSwitches } from './switches.ts'
import { withPlainPage } from './recovery/plainPage.ts'
import { recoverPages } from './recovery/recovery.ts'
import { updateCheck } from './updates/updates.ts'
import { openWindow, showWindow } from './window.ts'

const surroundings = { platform: process.platform, env: process.env, home: homedir() }
const dataFolder = resolve(namedFolder(process.argv) || usualDataFolder(surroundings))

try {
  begin()
} catch (error) {
  void giveUp(error)
}

/** The folder of `--data-dir`; the command line holds Chromium's own switches too, which are none of ours. */
function namedFolder(argv: string[]): string {
  const options = { 'data-dir': { type: 'string', default: '' } } as const
  const named = parseArgs({ args: argv.slice(1), options, strict: false, allowPositionals: true }).values[
    'data-dir'
  ]
  return typeof named === 'string' ? named : ''
}

/** What must happen before Electron is ready. */
function begin(): void {
  removeForeignSwitches()
  lockDown()
  declareScheme()
  openDataFolder(dataFolder)
  // Chromium keeps its own things apart from the person's, and its lock makes one desktop app per data folder.
  app.setPath('userData', join(dataFolder, 'window'))
  if (app.requestSingleInstanceLock()) app.whenReady().then(start).catch(giveUp)
  else app.quit()
}

async function start(): Promise<void> {
  const core = await createCore(electronHost(dataFolder))
  endWith(core)
  endOnFault(core)
  denyPermissions()
  closeNetwork()
  servePage(withPlainPage(createPage(join(import.meta.dirname, '..', 'renderer')), dataFolder))
  recoverPages({ dataFolder, reportBug: core.reportBug })
  answerCalls(core)
  setMenu(updateCheck(core))
  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  openWindow()
}

function setMenu(checkForUpdates: (() => void) | null): void {
  const showDataFolder = () => void shell.openPath(dataFolder)
  const facts = {
    mac: process.platform === 'darwin',
    packaged: app.isPackaged,
    showDataFolder,
    checkForUpdates,
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(facts)))
}
