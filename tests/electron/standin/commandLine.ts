import { beforeReady, journal } from './state.ts'
import { demand } from './strict.ts'

/** `app.commandLine`. Chromium reads most switches when the app becomes ready, so taking one away later changes nothing. */
export const commandLine = {
  removeSwitch: (name: unknown): void => {
    beforeReady('app.commandLine.removeSwitch()')
    demand(typeof name === 'string' && name !== '', 'removeSwitch takes the name of a switch')
    journal.removedSwitches.push(name)
  },
}
