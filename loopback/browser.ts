import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program with its arguments, and what it reads from its standard input. */
interface Command {
  program: string
  args: string[]
  input?: string
}

/**
 * Returns how this system opens an address in its default browser; `null` if there is no display or no program for it.
 * On Linux every user can read the arguments, here and those of the browser. Windows shows them to their owner alone.
 * On macOS they are readable as well, so the address goes through a pipe, and from there to the browser as an event.
 */
export function openCommand(
  address: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Command | null {
  if (platform === 'darwin') return { program: 'osascript', args: [], input: `open location "${address}"\n` }
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', address] }
  const display = env['DISPLAY'] || env['WAYLAND_DISPLAY']
  const opener = (env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'xdg-open'))
    .find(existsSync)
  return display && opener ? { program: opener, args: [address] } : null
}

/** Opens an address in the default browser, if there is one. Only the person sees whether that works. */
export function openBrowser(address: string): void {
  const command = openCommand(address, process.platform, process.env)
  if (!command) return
  const child = spawn(command.program, command.args, {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end(command.input ?? '')
  child.unref()
}
