import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { app, Menu, shell, dialog } from 'electron'
import { beginCore, type Core } from '../core/core.ts'
import { findDataFolder, openDataFolder, openSubfolder } from '../core/folder/dataFolder.ts'
import { withExports } from '../core/page/exports.ts'
import { createPage } from '../core/page/page.ts'
import { readPolicy } from '../core/policy/read.ts'
import { watchUncaughtErrors } from '../core/watchUncaughtErrors.ts'
import { findChromiumLicences, addChromiumLicences } from './chromiumLicences.ts'
import { enableContextMenus } from './contextMenu.ts'
import { handleDownloads } from './downloads.ts'
import { fatalExit, useTemporaryChromiumProfile } from './fatalExit.ts'
import { createElectronHost } from './host.ts'
import { handleCalls } from './ipc.ts'
import { denyPermissions, lockDown, openExternal, restrictNetwork } from './lockdown.ts'
import { menuTemplate } from './menu.ts'
import { showMessageBox } from './messageBox.ts'
import { listenForOpenRequests, type OpenRequests } from './openRequests.ts'
import { watchSleep } from './power.ts'
import { setAppIdentity } from './product.ts'
import { restoreProgressOnNewWindows } from './progress.ts'
import { declareScheme, servePage } from './protocol.ts'
import { askBeforeQuitting } from './quitQuestion.ts'
import { recoverPages } from './recovery.ts'
import { quitWithoutAsking, registerShutdown, shutDownAfterError } from './shutdown.ts'
import { offerCommands } from './systemMenus.ts'
import { createMenuUpdateCheck, findObstacle, readPolicyBan } from './updates/updates.ts'
import { goInHistory, openWindow, showWindow } from './window.ts'

const platformInfo = { platform: process.platform, env: process.env, home: homedir() }
const dataFolder = resolve(parseDataFolder(process.argv) || findDataFolder(platformInfo))

// Electron also sets the switch for `ELECTRON_DISABLE_SANDBOX`. Read here because `lockDown` removes it, except on Linux.
const sandboxed = !app.commandLine.hasSwitch('no-sandbox')

// Started before Electron is ready, because reading the policy runs system programs.
const policyRead = readPolicy()

try {
  prepareApp()
} catch (error) {
  useTemporaryChromiumProfile()
  void fatalExit(error)
}

/** Returns the folder of `--data-dir`; the command line also contains Chromium's switches, which are ignored. */
function parseDataFolder(argv: string[]): string {
  const options = { 'data-dir': { type: 'string', default: '' } } as const
  const folder = parseArgs({ args: argv.slice(1), options, strict: false, allowPositionals: true }).values[
    'data-dir'
  ]
  return typeof folder === 'string' ? folder : ''
}

/** Runs what must happen before Electron is ready. */
function prepareApp(): void {
  lockDown()
  declareScheme()
  openDataFolder(dataFolder)
  // Separates Chromium's files from the user's data. Chromium's lock allows one desktop app per data folder. If it can't
  // be written, Electron reports that another app has it, and this one would quit without a word.
  const chromiumFolder = join(dataFolder, 'window')
  openSubfolder(chromiumFolder)
  app.setPath('userData', chromiumFolder)
  const openRequests = listenForOpenRequests()
  if (app.requestSingleInstanceLock())
    app
      .whenReady()
      .then(() => start(openRequests))
      .catch((error: unknown) => fatalExit(error, openRequests.take()))
  else app.quit()
}

async function start(openRequests: OpenRequests): Promise<void> {
  const licences = findChromiumLicences(app.getPath('exe'), process.resourcesPath)
  const policy = await policyRead
  const updateObstacle = await findObstacle(policy)
  const desktop = {
    sandboxed,
    chromiumLicences: licences !== null,
    noUpdates: updateObstacle ?? readPolicyBan(policy),
  }
  const core = await beginCore(createElectronHost(dataFolder, desktop, policy, openRequests))
  registerShutdown(core)
  shutDownOnUncaughtError(core)
  askBeforeQuitting(core.longWork)
  watchSleep(core.sleep)
  restoreProgressOnNewWindows()
  denyPermissions()
  restrictNetwork()
  handleDownloads()
  const page = withExports(createPage(join(import.meta.dirname, '..', 'renderer')), core.exported)
  servePage(addChromiumLicences(page, licences))
  recoverPages({ dataFolder, reportBug: core.reportBug })
  handleCalls(core)
  setAppIdentity()
  // A copy that can't update itself has no such menu item.
  setMenu(openRequests, updateObstacle === null ? createMenuUpdateCheck(core) : null)
  offerCommands(openRequests.open)
  enableContextMenus()
  openRequests.startDelivery()
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') quitWithoutAsking()
  })
  openWindow(core.opened)
  await core.opened
}

function setMenu({ open }: OpenRequests, checkForUpdates: (() => void) | null): void {
  const facts = { mac: process.platform === 'darwin', packaged: app.isPackaged }
  const actions = {
    showDataFolder: () => void showDataFolder(),
    checkForUpdates,
    open,
    go: goInHistory,
    browse: openExternal,
  }
  const template = menuTemplate({ ...facts, ...actions })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Opens the data folder in the system's file manager; shows its path if there is none. */
async function showDataFolder(): Promise<void> {
  const error = await shell.openPath(dataFolder)
  if (error === '') return
  await showMessageBox({
    type: 'info',
    message: 'The data folder couldn’t be opened',
    detail: `It is ${dataFolder}.`,
    buttons: ['OK'],
  })
}

/**
 * Ends the app after an uncaught exception. Saves everything first and shows a message only then, because the user may
 * be away. Electron's default would show the stack and continue.
 */
function shutDownOnUncaughtError(core: Core): void {
  const text =
    'Your links and drafts are kept. Open Linkwright again, and it shows a report of what went wrong, which you can keep or delete.'
  watchUncaughtErrors(core.recordUncaughtError, () =>
    shutDownAfterError(core, () => dialog.showErrorBox('Linkwright closed because of a bug', text)),
  )
}
