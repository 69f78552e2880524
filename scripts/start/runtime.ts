import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from './readText.ts'

/** Whether the desktop app can run: now, only after a download, or not at all. */
export type Runtime =
  | { state: 'ready'; executable: string }
  | { state: 'fetchable'; reason: string }
  | { state: 'impossible'; reason: string }

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** The user id; `undefined` on Windows. */
  uid: number | undefined
}

/** Checks Electron's runtime without starting it: executable, version, and whether there is a display. */
export function findRuntime(root: string, { platform, env, uid }: Machine): Runtime {
  const impossible = (reason: string): Runtime => ({ state: 'impossible', reason })
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return impossible('there is no display for a desktop window')
  if (platform === 'linux' && uid === 0)
    return impossible('the desktop app does not run as root, because it would have no sandbox')
  const packageFolder = join(root, 'node_modules', 'electron')
  if (!existsSync(packageFolder)) return impossible('the electron package is not installed')
  const manifest = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(packageFolder, 'dist')
  const executable = join(dist, executableName(platform))
  const installedVersion = readText(join(dist, 'version')).replace(/^v/, '')
  if (existsSync(executable) && installedVersion === version) return { state: 'ready', executable }
  return { state: 'fetchable', reason: `version ${version} of Electron's runtime is not installed yet` }
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}
