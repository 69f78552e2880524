import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { LongWork } from '../../core/longWork.ts'
import { UpdateExecutor, type Connect } from './executor.ts'
import type { Installer } from './installer.ts'

/** A message with details that the user may agree to. */
export interface Question {
  message: string
  detail: string
  /** The action to agree to; `null` if the message is only informational. */
  agree: string | null
}

interface Parts {
  version: string
  /** The library's updater; loaded only when needed. */
  load: () => Promise<AppUpdater>
  /** Opens its connections. */
  connect: Connect
  installer: Installer
  /** Shows the message. Returns whether the user agrees. */
  ask: (question: Question) => Promise<boolean>
  longWork: Pick<LongWork, 'during' | 'quitWarning'>
  reportBug: (call: string, error: unknown) => void
  /** Shorter for tests. */
  stallMs?: number
}

/** Maximum time without an answer or progress, in milliseconds. Requests of the library have no timeout. */
const defaultStallMs = 120_000

const restartNotice = 'It is installed when you choose to restart Linkwright.'

/**
 * Returns a function that checks for a newer version, one check at a time, and shows the result, or that the download is
 * still running. Nothing is downloaded or installed without consent.
 */
export function createUpdateCheck(parts: Parts): () => Promise<void> {
  const { version, installer, ask, longWork, reportBug, stallMs = defaultStallMs } = parts
  let isRunning = false
  let downloadingVersion: string | null = null
  let readyUpdate: { version: string; updater: AppUpdater } | null = null
  const showMessage = (message: string, detail: string) => ask({ message, detail, agree: null })
  const checkForUpdate = async () => {
    const updater = await prepareUpdater(parts)
    const result = await unlessStalled(stallMs, () => updater.checkForUpdates())
    if (!result?.isUpdateAvailable) {
      await showMessage('You have the latest version', `This is Linkwright ${version}.`)
      return
    }
    const { updateInfo } = result
    const newVersion = updateInfo.version
    const detail = `You have ${version}. ${formatSize(updateInfo)}${restartNotice}`
    if (!(await ask({ message: `Linkwright ${newVersion} is available`, detail, agree: 'Download' }))) return
    downloadingVersion = newVersion
    await longWork.during('download', (reportProgress) =>
      download(updater, { installer, stallMs, reportProgress }),
    )
    downloadingVersion = null
    readyUpdate = { version: newVersion, updater }
    await offerRestart(readyUpdate)
  }
  const offerRestart = async (update: { version: string; updater: AppUpdater }) => {
    const message = `Linkwright ${update.version} is ready`
    const detail = 'Restart Linkwright to install it. To install it later, choose Check for Updates… again.'
    if (!(await ask({ message, detail, agree: 'Restart and Install' }))) return
    const loss = longWork.quitWarning()
    if (loss === null) installer.installAndRestart(update.updater)
    else await showMessage(loss.message, 'Wait until it finishes, then choose Check for Updates… again.')
  }
  return async () => {
    if (downloadingVersion !== null) {
      const message = `Linkwright ${downloadingVersion} is being downloaded`
      await showMessage(message, 'When it’s ready, you can choose when to restart.')
      return
    }
    if (isRunning) return
    isRunning = true
    try {
      await (readyUpdate === null ? checkForUpdate() : offerRestart(readyUpdate))
    } catch (error) {
      downloadingVersion = null
      reportBug('updates', error)
      await showMessage(
        'The update didn’t work',
        `${explainError(error)} Nothing was changed. Try again later.`,
      )
    } finally {
      isRunning = false
    }
  }
}

async function prepareUpdater({ load, connect, installer }: Parts): Promise<AppUpdater> {
  const updater = await load()
  // Its type hides the property, but the library's requests all go through it.
  Object.assign(updater, { httpExecutor: new UpdateExecutor(connect) })
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = installer.stagesDownload
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  updater.logger = null
  // The library would generate an id for this computer and send it with every request. Instead, all computers send this
  // one.
  updater.requestHeaders = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }
  // Every error also rejects the request. Without this listener, the `error` event would throw.
  if (updater.listenerCount('error') === 0) updater.on('error', () => undefined)
  return updater
}

/** Rejects if the work takes longer than `stallMs` after its start or the last call of `refresh`. */
async function unlessStalled<T>(stallMs: number, work: (refresh: () => void) => Promise<T>): Promise<T> {
  const stalled = Promise.withResolvers<never>()
  const timer = setTimeout(() => stalled.reject(new Error(`Nothing within ${stallMs} ms.`)), stallMs)
  return await Promise.race([work(() => timer.refresh()), stalled.promise]).finally(() => clearTimeout(timer))
}

interface DownloadOptions {
  installer: Installer
  stallMs: number
  reportProgress: (done: number) => void
}

/** Downloads an update and waits until the system has accepted it. */
async function download(
  updater: AppUpdater,
  { installer, stallMs, reportProgress }: DownloadOptions,
): Promise<void> {
  const staging = installer.untilStaged()
  // The download may reject first with the same error.
  staging.catch(() => undefined)
  await unlessStalled(stallMs, (refresh) => {
    const onProgress = ({ percent }: ProgressInfo) => {
      refresh()
      reportProgress(percent / 100)
    }
    updater.on('download-progress', onProgress)
    return updater.downloadUpdate().finally(() => updater.off('download-progress', onProgress))
  })
  await staging
}

const installers = /\.(AppImage|exe|zip)$/

/** The feed lists the installers of every architecture; the library chooses by their names. */
function formatSize({ files }: UpdateInfo): string {
  const candidates = files.filter(({ url }) => installers.test(url))
  const size = (candidates.find(({ url }) => url.includes(process.arch)) ?? candidates[0])?.size
  return size ? `The download is ${Math.max(1, Math.round(size / 1_000_000))} MB. ` : ''
}

const diskFull = 'The disk is full.'
const sentences: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'The download doesn’t match the update feed, so it was deleted.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The download isn’t signed by the makers of this app, so it was deleted.',
  ENOSPC: diskFull,
  EDQUOT: diskFull,
}

function explainError(error: unknown): string {
  // Electron adds the domain of macOS's error (`AutoUpdater::OnError`).
  if (error instanceof Error && 'domain' in error)
    return 'macOS couldn’t unpack the update or verify its signature.'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? 'The update server couldn’t be reached, or its response was invalid.'
}
