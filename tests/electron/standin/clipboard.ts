import type { Clipboard } from 'electron'
import { journal } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'

export const clipboard = createStrict('clipboard', {
  writeText: (text: string): Promise<void> => {
    assertArgument(isText(text), 'clipboard.writeText takes a string')
    journal.clipboard.push(text)
    return Promise.resolve()
  },
} satisfies Pick<Clipboard, 'writeText'>)
