import type { CommandLine } from 'electron'
import { assertArgument, isText } from './strict.ts'

/** The switches of the process. Electron adds one for an environment variable. */
const switches = new Set(
  process.argv
    .filter((argument) => argument.startsWith('--'))
    .map((argument) => argument.slice(2).split('=')[0]),
)
if (process.env['ELECTRON_DISABLE_SANDBOX'] !== undefined) switches.add('no-sandbox')

/** `app.commandLine`. */
export const commandLine = {
  hasSwitch: (name: string): boolean => {
    assertArgument(isText(name), 'hasSwitch takes the name of a switch')
    return switches.has(name)
  },
} satisfies Pick<CommandLine, 'hasSwitch'>

/** Whether Chromium can start processes for pages. */
let startsPages = true

/**
 * Removes the switch as `app.enableSandbox()` does (electron_api_app.cc). On Linux the zygote has started without a sandbox by then,
 * and fails to start sandboxed processes: the window stays white, or the app crashes (mattermost/desktop#1804).
 */
export function forgetNoSandbox(): void {
  if (switches.delete('no-sandbox') && process.platform === 'linux') startsPages = false
}

/** Returns whether Chromium can still start a process for a page. */
export function canStartPages(): boolean {
  return startsPages
}
