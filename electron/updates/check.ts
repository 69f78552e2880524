import type { AppUpdater, ProgressInfo, UpdateInfo } from 'electron-updater'
import type { LongWork } from '../../core/longWork.ts'

/** A box with a sentence, and what is behind it; gives whether the person agrees. */
export interface Question {
  message: string
  detail: string
  /** What the person may agree to; `null` where there is only something to know. */
  agree: string | null
}

interface Parts {
  version: string
  /** The library's own updater; loaded only when it is needed. */
  load: () => Promise<AppUpdater>
  ask: (question: Question) => Promise<boolean>
  longWork: Pick<LongWork, 'during'>
  reportBug: (call: string, error: unknown) => void
}

/**
 * A function that looks for a newer version, once at a time, and tells what there is. Nothing is fetched before the person
 * agrees; what was fetched is proven by the library and installed on quit.
 */
export function createUpdateCheck({ version, load, ask, longWork, reportBug }: Parts): () => Promise<void> {
  let running = false
  let ready: string | null = null
  const tell = (message: string, detail: string) => ask({ message, detail, agree: null })
  const look = async () => {
    const updater = await prepared(load)
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) {
      await tell('You have the latest version', `This is Linkwright ${version}.`)
      return
    }
    const { updateInfo } = found
    const next = updateInfo.version
    const detail = `You have ${version}. ${sizeOf(updateInfo)}It is installed when you quit Linkwright.`
    if (!(await ask({ message: `Linkwright ${next} is available`, detail, agree: 'Download' }))) return
    await longWork.during('download', (reach) => download(updater, reach))
    ready = next
    await sayReady(next)
  }
  const sayReady = (next: string) =>
    tell(`Linkwright ${next} is ready`, 'It is installed when you quit Linkwright.')
  return async () => {
    if (running) return
    running = true
    try {
      await (ready === null ? look() : sayReady(ready))
    } catch (error) {
      reportBug('updates', error)
      await tell('The update didn’t work', `${why(error)} Nothing was changed. Try again later.`)
    } finally {
      running = false
    }
  }
}

async function prepared(load: () => Promise<AppUpdater>): Promise<AppUpdater> {
  const updater = await load()
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  updater.disableWebInstaller = true
  updater.logger = null
  // The library makes up a name for this computer and sends it with every request; everybody is called the same.
  updater.requestHeaders = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' }
  // Every fault rejects what was asked for as well; an `error` without a listener would be one more.
  if (updater.listenerCount('error') === 0) updater.on('error', () => undefined)
  return updater
}

async function download(updater: AppUpdater, reach: (done: number) => void): Promise<void> {
  const onProgress = ({ percent }: ProgressInfo) => reach(percent / 100)
  updater.on('download-progress', onProgress)
  await updater.downloadUpdate().finally(() => updater.off('download-progress', onProgress))
}

const installers = /\.(AppImage|exe|zip)$/

function sizeOf({ files }: UpdateInfo): string {
  const size = files.find(({ url }) => installers.test(url))?.size
  return size ? `The download is ${Math.max(1, Math.round(size / 1_000_000))} MB. ` : ''
}

const sentences: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'What was downloaded isn’t what the feed announces, so it was thrown away.',
  ERR_UPDATER_INVALID_SIGNATURE:
    'What was downloaded isn’t signed by the makers of this app, so it was thrown away.',
}

function why(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? 'The place for updates could not be reached, or did not answer as it should.'
}
