import type { Result } from '../../contract/app/problems/result.ts'
import { boot } from '../electron/standin/boot.ts'
import type { Sender } from '../electron/standin/ipcMain.ts'
import type { HostKind } from './host.ts'

const origin = 'app://linkwright'

/** The built main process of the desktop app under the stand-in, called through its IPC channel. */
export const electronHost: HostKind = {
  name: 'the desktop host',
  start: async (dataFolder) => {
    const desktop = boot(dataFolder)
    await desktop.ask('untilLoaded')
    const callAs = (sender: Sender) => async (name: string, input: unknown) =>
      (await desktop.ask('invoke', sender, [name, input])) as Result<unknown>
    return {
      call: callAs({ origin, main: true }),
      otherCallers: {
        'a frame inside the window': callAs({ origin, main: false }),
        'a window of another origin': callAs({ origin: 'https://example.com', main: true }),
        'a window whose origin only looks alike': callAs({ origin: 'app://linkwright.example', main: true }),
        'a frame that is gone': callAs(null),
      },
      fetch: (path) => desktop.ask('load', origin + path),
      output: desktop.output,
      end: async () => {
        desktop.signal('SIGTERM')
        return (await desktop.exited).code
      },
      kill: async () => {
        desktop.signal('SIGKILL')
        await desktop.exited
      },
    }
  },
}
