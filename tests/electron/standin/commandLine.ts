import type { CommandLine } from 'electron'
import { beforeReady, journal } from './state.ts'
import { demand, isText } from './strict.ts'

/** `app.commandLine`. Chromium reads most switches when the app becomes ready, so taking one away later changes nothing. */
export const commandLine = {
  removeSwitch: (name: string): void => {
    beforeReady('app.commandLine.removeSwitch()')
    demand(isText(name) && name !== '', 'removeSwitch takes the name of a switch')
    journal.removedSwitches.push(name)
  },
} satisfies Pick<CommandLine, 'removeSwitch'>
