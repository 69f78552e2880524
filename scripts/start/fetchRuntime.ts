import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

export interface FetchOptions {
  /** The manifest of the package `electron`. Its installer has no short timeout and shows no progress for 30 seconds. */
  manifest: string
  /** Maximum milliseconds without data. */
  stallMs: number
  /** Called with the number of received bytes. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/**
 * Downloads Electron's runtime into the cache of its installer, then runs the installer. Resolves to `null` if the
 * runtime is installed, otherwise to a short reason.
 */
export async function fetchRuntime(options: FetchOptions): Promise<string | null> {
  const { manifest, stallMs, onProgress, signal } = options
  const stallController = new AbortController()
  const timer = setTimeout(() => stallController.abort(), stallMs)
  const onBytes = (bytes: number) => {
    timer.refresh()
    onProgress(bytes)
  }
  try {
    await download(manifest, AbortSignal.any([signal, stallController.signal]), onBytes)
    clearTimeout(timer)
    const installer = createRequire(manifest).resolve('./install.js')
    await promisify(execFile)(process.execPath, [installer], { signal })
    return null
  } catch (error) {
    if (signal.aborted) return 'it was cancelled'
    return stallController.signal.aborted ? 'the download stalled' : firstLine(error)
  } finally {
    clearTimeout(timer)
  }
}

async function download(manifest: string, signal: AbortSignal, onProgress: (bytes: number) => void) {
  signal.throwIfAborted()
  // Loaded only for a download.
  const { downloadArtifact } = await import('@electron/get')
  const require = createRequire(manifest)
  const { version } = require(manifest) as { version: string }
  const checksums = require('./checksums.json') as Record<string, string>
  const cacheRoot = process.env['electron_config_cache']
  await downloadArtifact({
    version,
    artifactName: 'electron',
    checksums,
    ...(cacheRoot !== undefined && { cacheRoot }),
    downloadOptions: {
      quiet: true,
      signal,
      getProgressCallback: ({ transferred }: { transferred: number }) => {
        onProgress(transferred)
        return Promise.resolve()
      },
    },
  })
}

/** Returns the first line of what the installer printed, or of the download's error with its cause. */
function firstLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  const [line = ''] = text.trim().split('\n')
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${line.replace(/^\w*Error: /, '')}${cause}`.slice(0, 200) || 'the installer failed'
}
