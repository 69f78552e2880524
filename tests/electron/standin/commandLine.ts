import { demand, strict } from './strict.ts'

/** The switches that the process was started with; Electron adds one for a variable of the environment. */
const switches = new Set(
  process.argv
    .filter((argument) => argument.startsWith('--'))
    .map((argument) => argument.slice(2).split('=')[0]),
)
if (process.env['ELECTRON_DISABLE_SANDBOX'] !== undefined) switches.add('no-sandbox')

export const commandLine = strict('app.commandLine', {
  hasSwitch: (name: unknown): boolean => {
    demand(typeof name === 'string', 'commandLine.hasSwitch takes a string')
    return switches.has(name)
  },
})

/** As `app.enableSandbox()` does in Electron: from then on nobody can tell how the process was started. */
export function forgetNoSandbox(): void {
  switches.delete('no-sandbox')
}
