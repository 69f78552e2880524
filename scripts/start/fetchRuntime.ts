import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FetchOptions {
  /** Electron's installer, `node_modules/electron/install.js`. It has no timeout. */
  installer: string
  /** Maximum milliseconds without data. */
  stallMs: number
  /** Called once a second with the number of received bytes. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Runs Electron's installer while bytes keep arriving. Counts them in a temporary folder, which is always removed.
 * Resolves to `null` if the runtime is installed, otherwise to a short reason.
 */
export async function fetchRuntime({
  installer,
  stallMs,
  onProgress,
  signal,
}: FetchOptions): Promise<string | null> {
  const temporary = mkdtempSync(join(tmpdir(), 'linkwright-runtime-'))
  const grown = [temporary, join(installer, '..', 'dist')]
  const places = { TMPDIR: temporary, TMP: temporary, TEMP: temporary }
  const env = { ...process.env, ...places, ELECTRON_GET_NO_PROGRESS: '1' }
  const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ending = new AbortController()
  const stop = (why: string) => {
    ending.abort(why)
    child.kill('SIGKILL')
  }
  const watch = watchGrowth(grown, { stallMs, onProgress, onStill: () => stop('the download stalled') })
  if (signal.aborted) stop('it was cancelled')
  signal.addEventListener('abort', () => stop('it was cancelled'), { once: true })
  child.once('error', (error) => stop(error.message))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part))
  const code = await new Promise<number | null>((settle) => child.once('close', settle))
  clearInterval(watch)
  rmSync(temporary, { recursive: true, force: true })
  if (ending.signal.aborted) return String(ending.signal.reason)
  return code === 0 ? null : firstLine(errors)
}

interface Growth {
  stallMs: number
  onProgress: (bytes: number) => void
  onStill: () => void
}

function watchGrowth(folders: string[], { stallMs, onProgress, onStill }: Growth): NodeJS.Timeout {
  let size = 0
  let grewAt = Date.now()
  return setInterval(
    () => {
      const now = folders.reduce((sum, folder) => sum + folderSize(folder), 0)
      if (now !== size) [size, grewAt] = [now, Date.now()]
      onProgress(size)
      if (Date.now() - grewAt > stallMs) onStill()
    },
    Math.min(1_000, stallMs),
  )
}

/** Returns the bytes below a folder; files that disappear meanwhile count as 0. */
function folderSize(path: string): number {
  try {
    const found = statSync(path)
    if (!found.isDirectory()) return found.size
    return readdirSync(path).reduce((sum, name) => sum + folderSize(join(path, name)), 0)
  } catch {
    return 0
  }
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.replace(/^\w*Error: /, '').slice(0, 200) || 'the installer failed'
}
