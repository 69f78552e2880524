import { app } from 'electron'
import type { Core } from '../../core/core.ts'
import { showBox } from '../box.ts'
import { forbiddenBy, policyFile } from './administrator.ts'
import { createUpdateCheck } from './check.ts'
import type { Question } from './check.ts'
import { namedIn } from './feed.ts'
import { whyNoUpdates } from './possible.ts'

/** Why this copy of the app cannot update itself, in a sentence; `null` where it can. */
export function whyNoUpdatesHere(): string | null {
  return whyNoUpdates({ ...thisCopy(), forbidden: forbiddenHere() })
}

/**
 * What *Check for Updates…* does; `null` where this copy cannot update itself, and so has no such entry.
 * Nothing else looks for updates, and the library is not even loaded before.
 */
export function updateCheck({
  longWork,
  reportBug,
}: Pick<Core, 'longWork' | 'reportBug'>): (() => void) | null {
  if (whyNoUpdates({ ...thisCopy(), forbidden: null }) !== null) return null
  const load = async () => (await import('electron-updater')).autoUpdater
  const check = createUpdateCheck({ version: app.getVersion(), load, ask, longWork, reportBug })
  return () => {
    // Asked each time: an administrator need not wait for the app to be started again.
    const why = forbiddenHere()
    void (why === null ? check() : ask({ message: 'Updates are off', detail: why, agree: null }))
  }
}

function thisCopy() {
  const { platform, env, resourcesPath } = process
  return { platform, env, packaged: app.isPackaged, ...namedIn(resourcesPath) }
}

function forbiddenHere(): string | null {
  return forbiddenBy(policyFile(process.platform, process.env))
}

async function ask({ message, detail, agree }: Question): Promise<boolean> {
  const buttons = agree === null ? ['OK'] : ['Not Now', agree]
  const choice = { buttons, defaultId: buttons.length - 1, cancelId: 0 }
  const response = await showBox({ type: 'info', message, detail, ...choice })
  return agree !== null && response === 1
}
