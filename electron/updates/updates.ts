import { app, autoUpdater, dialog } from 'electron'
import type { Core } from '../../core/core.ts'
import type { Policy } from '../../core/policy/policy.ts'
import { readPolicy } from '../../core/policy/read.ts'
import { showMessageBox } from '../messageBox.ts'
import { installOnExit } from '../shutdown.ts'
import { createUpdateCheck, type Question } from './check.ts'
import { createExitInstaller, createSquirrelInstaller } from './installer.ts'
import { findUpdateObstacle } from './eligibility.ts'
import { offerMove } from './moveOffer.ts'

/** Returns why this installation can't update itself, whatever the policy forbids; `null` if it can. */
export async function findObstacle({ updates }: Policy): Promise<string | null> {
  const { platform, env, execPath: executable, resourcesPath: resources } = process
  const repository = updates === 'repository'
  return await findUpdateObstacle({
    ...{ platform, env, executable, resources, repository },
    packaged: app.isPackaged,
  })
}

/**
 * Returns the action of *Check for Updates…*. Nothing else checks for updates, and the library is loaded only then.
 */
export function createMenuUpdateCheck({
  connect,
  longWork,
  reportBug,
}: Pick<Core, 'connect' | 'longWork' | 'reportBug'>): () => void {
  const load = async () => (await import('electron-updater')).autoUpdater
  const isMac = process.platform === 'darwin'
  const installer = isMac
    ? createSquirrelInstaller(autoUpdater)
    : createExitInstaller(installOnExit, showInstallFailure)
  const check = createUpdateCheck({
    version: app.getVersion(),
    load,
    connect,
    installer,
    ask,
    longWork,
    reportBug,
  })
  const checkIfAllowed = async () => {
    // Read each time, so that a changed policy needs no restart.
    const reason = readPolicyBan(await readPolicy())
    if (reason !== null) await ask({ message: 'Updates are off', detail: reason, agree: null })
    else if (isMac && !app.isInApplicationsFolder()) await offerMove({ app, ask, longWork })
    else await check()
  }
  return () => void checkIfAllowed()
}

function showInstallFailure(): void {
  const text = 'Linkwright couldn’t be replaced. Open it again, or download the new version if it’s missing.'
  dialog.showErrorBox('The update didn’t work', text)
}

/** Returns why the policy forbids updates; `null` if it doesn't. */
export function readPolicyBan({ updates }: Policy): string | null {
  return updates === false ? 'Updates are turned off by your administrator.' : null
}

async function ask({ message, detail, agree }: Question): Promise<boolean> {
  const buttons = agree === null ? ['OK'] : ['Not Now', agree]
  const choice = { buttons, defaultId: buttons.length - 1, cancelId: 0 }
  const response = await showMessageBox({ type: 'info', message, detail, ...choice })
  return agree !== null && response === 1
}
