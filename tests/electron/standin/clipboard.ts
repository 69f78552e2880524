import type { Clipboard } from 'electron'
import { journal } from './state.ts'
import { demand, isText, strict } from './strict.ts'

export const clipboard = strict('clipboard', {
  writeText: (text: string): Promise<void> => {
    demand(isText(text), 'clipboard.writeText takes a string')
    journal.clipboard.push(text)
    return Promise.resolve()
  },
} satisfies Pick<Clipboard, 'writeText'>)
