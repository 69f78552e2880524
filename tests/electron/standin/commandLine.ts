import type { CommandLine } from 'electron'
import { beforeReady, journal } from './state.ts'
import { demand, isText } from './strict.ts'

/** The switches that the process was started with; Electron adds one for a variable of the environment. */
const switches = new Set(
  process.argv
    .filter((argument) => argument.startsWith('--'))
    .map((argument) => argument.slice(2).split('=')[0]),
)
if (process.env['ELECTRON_DISABLE_SANDBOX'] !== undefined) switches.add('no-sandbox')

/** `app.commandLine`. Chromium reads most switches when the app becomes ready, so taking one away later changes nothing. */
export const commandLine = {
  hasSwitch: (name: string): boolean => {
    demand(isText(name), 'hasSwitch takes the name of a switch')
    return switches.has(name)
  },
  removeSwitch: (name: string): void => {
    beforeReady('app.commandLine.removeSwitch()')
    demand(isText(name) && name !== '', 'removeSwitch takes the name of a switch')
    switches.delete(name)
    journal.removedSwitches.push(name)
  },
} satisfies Pick<CommandLine, 'hasSwitch' | 'removeSwitch'>

/** As `app.enableSandbox()` does in Electron: from then on nobody can tell how the process was started. */
export function forgetNoSandbox(): void {
  switches.delete('no-sandbox')
}
