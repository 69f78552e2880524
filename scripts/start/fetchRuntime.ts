import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FetchOptions {
  /** Electron's own installer, `node_modules/electron/install.js`. It has no time limit. */
  installer: string
  /** How long nothing may arrive before it is given up, in milliseconds. */
  patience: number
  /** Told the bytes that have arrived, once a second. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Runs Electron's installer for as long as bytes keep arriving. They are counted in a temporary folder of its own, which
 * is removed however it ends. Gives `null` when the runtime is there, otherwise why not in a few words.
 */
export async function fetchRuntime({
  installer,
  patience,
  onProgress,
  signal,
}: FetchOptions): Promise<string | null> {
  const temporary = mkdtempSync(join(tmpdir(), 'linkwright-runtime-'))
  const grown = [temporary, join(installer, '..', 'dist')]
  const places = { TMPDIR: temporary, TMP: temporary, TEMP: temporary }
  const env = { ...process.env, ...places, ELECTRON_GET_NO_PROGRESS: '1' }
  const child = spawn(process.execPath, [installer], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return await new Promise<string | null>((settle) => {
    const errors: string[] = []
    let given: string | null = null
    const giveUp = (why: string) => {
      given ??= why
      child.kill('SIGKILL')
    }
    const watch = watchGrowth(grown, {
      patience,
      onProgress,
      onStill: () => giveUp('nothing arrived any more'),
    })
    const onStop = () => giveUp('it was stopped')
    if (signal.aborted) onStop()
    signal.addEventListener('abort', onStop, { once: true })
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
    child.once('error', (error) => giveUp(error.message))
    child.once('close', (code) => {
      clearInterval(watch)
      rmSync(temporary, { recursive: true, force: true })
      settle(given ?? (code === 0 ? null : firstLine(errors.join(''))))
    })
  })
}

interface Growth {
  patience: number
  onProgress: (bytes: number) => void
  onStill: () => void
}

function watchGrowth(folders: string[], { patience, onProgress, onStill }: Growth): NodeJS.Timeout {
  let size = 0
  let grewAt = Date.now()
  return setInterval(
    () => {
      const now = folders.reduce((sum, folder) => sum + folderSize(folder), 0)
      if (now !== size) [size, grewAt] = [now, Date.now()]
      onProgress(size)
      if (Date.now() - grewAt > patience) onStill()
    },
    Math.min(1_000, patience),
  )
}

/** The bytes below a folder; what vanishes while it is counted counts nothing. */
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
