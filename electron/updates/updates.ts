import { app, autoUpdater, dialog } from 'electron'
import type { Core } from '../../core/core.ts'
import type { Policy } from '../../core/policy/policy.ts'
import { readPolicy } from '../../core/policy/read.ts'
import { showMessageBox } from '../messageBox.ts'
import { installOnExit } from '../shutdown.ts'
import { createUpdateCheck, type Question } from './check.ts'
import { canReplaceImage, hasOwnInstaller, readUpdateResources } from './feed.ts'
import { createExitInstaller, createSquirrelInstaller } from './installer.ts'
import { findUpdateObstacle, type Installation } from './eligibility.ts'
import { offerMove } from './moveOffer.ts'
import { isTeamSigned } from './signature.ts'

/** The facts that determine whether this installation can update itself, except for the policy. */
export type CurrentInstallation = Omit<Installation, 'forbidden' | 'repository'>

/** Returns facts about this installation. Reads its signature if needed. */
export async function readCurrentInstallation(): Promise<CurrentInstallation> {
  const { platform, env, resourcesPath, execPath } = process
  const resources = readUpdateResources(resourcesPath)
  const usesSignature = platform === 'darwin' && app.isPackaged && resources.feed !== null
  const signed = !usesSignature || (await isTeamSigned(execPath))
  const ownInstaller = platform !== 'win32' || hasOwnInstaller(execPath)
  const replaceable = platform !== 'linux' || canReplaceImage(env['APPIMAGE'] ?? '')
  return {
    platform,
    env,
    packaged: app.isPackaged,
    ...resources,
    ownInstaller,
    replaceable,
    signed,
  }
}

/** Returns why this installation can't update itself, as a sentence; `null` if it can. */
export function explainUpdateObstacle(installation: CurrentInstallation, policy: Policy): string | null {
  return findUpdateObstacle({
    ...installation,
    repository: policy.updates === 'repository',
    forbidden: readPolicyBan(policy),
  })
}

/**
 * Returns the action of *Check for Updates…*; `null` if this installation can't update itself and has no such menu
 * item. Nothing else checks for updates, and the library is loaded only then.
 */
export function createMenuUpdateCheck(
  { connect, longWork, reportBug }: Pick<Core, 'connect' | 'longWork' | 'reportBug'>,
  installation: CurrentInstallation,
): (() => void) | null {
  if (findUpdateObstacle({ ...installation, repository: false, forbidden: null }) !== null) return null
  const load = async () => (await import('electron-updater')).autoUpdater
  const isMac = installation.platform === 'darwin'
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

function readPolicyBan({ updates }: Policy): string | null {
  return updates === false ? 'Updates are turned off by your administrator.' : null
}

async function ask({ message, detail, agree }: Question): Promise<boolean> {
  const buttons = agree === null ? ['OK'] : ['Not Now', agree]
  const choice = { buttons, defaultId: buttons.length - 1, cancelId: 0 }
  const response = await showMessageBox({ type: 'info', message, detail, ...choice })
  return agree !== null && response === 1
}
