import type { NativeTheme } from 'electron'
import { journal } from './state.ts'
import { assertArgument, createStrict } from './strict.ts'

let chosen: NativeTheme['themeSource'] = 'system'

/** The system is light; an app that chooses a source overrides it. */
const theme = {
  get themeSource() {
    return chosen
  },
  set themeSource(source) {
    assertArgument(['system', 'light', 'dark'].includes(source), 'Error: Invalid themeSource')
    chosen = source
    journal.themeSources.push(source)
  },
  get shouldUseDarkColors() {
    return chosen === 'dark'
  },
} satisfies Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>

export const nativeTheme = createStrict('nativeTheme', theme)
