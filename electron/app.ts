import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { app, Menu, shell } from 'electron'
import { beginCore } from '../core/core.ts'
import { findDataFolder, openDataFolder } from '../core/folder/place.ts'
import { withExports } from '../core/page/exports.ts'
import { createPage } from '../core/page/page.ts'
import { readPolicy } from '../core/policy/read.ts'
import { findChromiumLicences, withChromiumLicences } from './chromiumLicences.ts'
import { offerContextMenus } from './contextMenu.ts'
import { endWith } from './ending.ts'
import { endOnFault } from './fault.ts'
import { giveUp, leaveNoProfile } from './giveUp.ts'
import { electronHost } from './host.ts'
import { answerCalls } from './ipc.ts'
import { denyPermissions, lockDown, openOutside } from './lockdown.ts'
import { menuTemplate } from './menu.ts'
import { closeNetwork } from './network.ts'
import { claimDeepLinks, hearOutside } from './openings.ts'
import type { Openings } from './openings.ts'
import { watchSleep } from './power.ts'
import { introduce } from './product.ts'
import { keepProgressShown } from './progress.ts'
import { declareScheme, servePage } from './protocol.ts'
import { askBeforeQuitting, quitUnasked } from './question.ts'
import { removeForeignSwitches } from './switches.ts'
import { withPlainPage } from './recovery/plainPage.ts'
import { recoverPages } from './recovery/recovery.ts'
import { readThisCopy, updateCheck, whyNoUpdatesHere } from './updates/updates.ts'
import { openWindow, showWindow } from './window.ts'

const surroundings = { platform: process.platform, env: process.env, home: homedir() }
const dataFolder = resolve(namedFolder(process.argv) || findDataFolder(surroundings))

// Electron also sets the switch for `ELECTRON_DISABLE_SANDBOX`. Read here because `lockDown` removes it, except on Linux.
const sandboxed = !app.commandLine.hasSwitch('no-sandbox')

// Programs of the system are asked for it, so that is begun before Electron is ready.
const policyRead = readPolicy()

try {
  begin()
} catch (error) {
  leaveNoProfile()
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
  const openings = hearOutside()
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => start(openings))
      .catch((error: unknown) => giveUp(error, openings.take()))
  else app.quit()
}

async function start(openings: Openings): Promise<void> {
  const licences = findChromiumLicences(app.getPath('exe'), process.resourcesPath)
  const [copy, policy] = await Promise.all([readThisCopy(), policyRead])
  const desktop = {
    sandboxed,
    chromiumLicences: licences !== null,
    noUpdates: whyNoUpdatesHere(copy, policy),
  }
  const core = await beginCore(electronHost(dataFolder, desktop, policy))
  endWith(core)
  endOnFault(core)
  askBeforeQuitting(core.longWork)
  watchSleep(core.sleep)
  keepProgressShown()
  denyPermissions()
  closeNetwork()
  const page = withExports(createPage(join(import.meta.dirname, '..', 'renderer')), core.exported)
  servePage(withPlainPage(withChromiumLicences(page, licences), dataFolder))
  recoverPages({ dataFolder, reportBug: core.reportBug })
  answerCalls(core)
  introduce()
  setMenu(openings, updateCheck(core, copy))
  offerContextMenus()
  openings.begin()
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') quitUnasked()
  })
  openWindow(core.opened)
  claimDeepLinks()
  await core.opened
}

function setMenu({ open }: Openings, checkForUpdates: (() => void) | null): void {
  const showDataFolder = () => void shell.openPath(dataFolder)
  const facts = { mac: process.platform === 'darwin', packaged: app.isPackaged }
  const template = menuTemplate({ ...facts, showDataFolder, checkForUpdates, open, browse: openOutside })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
