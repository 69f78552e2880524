import { spawn } from 'node:child_process'

/** A program with its arguments and standard input. */
interface Command {
  program: string
  args: string[]
  input?: string
}

/**
 * Returns the command that opens an address in the default browser; `null` without a display. On Linux and macOS, other
 * users can read a program's arguments. On macOS, the address is passed through a pipe instead.
 */
export function openCommand(
  address: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Command | null {
  if (platform === 'darwin') return { program: 'osascript', args: [], input: `open location "${address}"\n` }
  if (platform === 'win32') return { program: 'rundll32', args: ['url.dll,FileProtocolHandler', address] }
  const display = env['DISPLAY'] || env['WAYLAND_DISPLAY']
  return display ? { program: 'xdg-open', args: [address] } : null
}

/** Opens an address in the default browser, if there is one. Doesn't report whether that worked. */
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
