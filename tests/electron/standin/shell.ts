import type { Shell } from 'electron'
import { scenario } from './scenario.ts'
import { journal } from './state.ts'
import { demand, isText, strict } from './strict.ts'

type Used = 'openExternal' | 'openPath'

const realShell = {
  openExternal: async (url: string): Promise<void> => {
    demand(isText(url), 'openExternal takes a string')
    journal.openedOutside.push(url)
    if (scenario.browser === 'none') await Promise.reject(new Error('Failed to open'))
  },
  openPath: (path: string): Promise<string> => {
    demand(isText(path), 'openPath takes a string')
    journal.openedPaths.push(path)
    return Promise.resolve('')
  },
} satisfies Pick<Shell, Used>

export const shell = strict('shell', realShell)
