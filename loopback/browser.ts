import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Command = [program: string, ...args: string[]]

/**
 * How this system opens an address in its default browser; `null` where there is nobody to show it to: no display, or no
 * program for it.
 */
export function openCommand(
  address: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Command | null {
  if (platform === 'darwin') return ['open', address]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  const shown = env['DISPLAY'] || env['WAYLAND_DISPLAY']
  const opener = (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'xdg-open'))
    .find(existsSync)
  return shown && opener ? [opener, address] : null
}

/** Opens an address in the default browser, if there is one. Whether that works out is seen by the person alone. */
export function openBrowser(address: string): void {
  const command = openCommand(address, process.platform, process.env)
  if (!command) return
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
