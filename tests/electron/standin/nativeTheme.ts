import type { NativeTheme } from 'electron'
import { journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

let currentSource: NativeTheme['themeSource'] = 'system'

/** The system is light; an app that chooses a source overrides it. */
const theme = {
  get themeSource() {
    return currentSource
  },
  set themeSource(source) {
    assertArgument(['system', 'light', 'dark'].includes(source), 'Error: Invalid themeSource')
    currentSource = source
    journal.themeSources.push(source)
  },
  get shouldUseDarkColors() {
    return currentSource === 'dark'
  },
} satisfies Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>

export const nativeTheme = createStrict('nativeTheme', theme)
