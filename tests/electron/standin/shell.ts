import type { Shell } from 'electron'
import { scenario } from './scenario.ts'
import { journal } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'

type Used = 'openExternal' | 'openPath'

const realShell = {
  openExternal: async (url: string): Promise<void> => {
    assertArgument(isText(url), 'openExternal takes a string')
    journal.openedOutside.push(url)
    if (scenario.browser === 'none') await Promise.reject(new Error('Failed to open'))
  },
  openPath: (path: string): Promise<string> => {
    assertArgument(isText(path), 'openPath takes a string')
    journal.openedPaths.push(path)
    return Promise.resolve(scenario.browser === 'none' ? 'Failed to open path' : '')
  },
} satisfies Pick<Shell, Used>

export const shell = createStrict('shell', realShell)
