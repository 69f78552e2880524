import type { Dialog } from 'electron'
import { messageBox } from './messageBox.ts'
import { isReady, journal } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'

type Used = 'showErrorBox' | 'showMessageBox'

const realDialog = {
  ...messageBox,
  /** Before the app is ready there is no box on Linux (electron.d.ts): the text goes to stderr, where few people look. */
  showErrorBox: (title: string, content: string): void => {
    assertArgument(isText(title) && isText(content), 'showErrorBox takes two strings')
    if (isReady() || process.platform !== 'linux') {
      journal.errorBoxes.push([title, content])
      return
    }
    journal.errorsOnStderr.push([title, content])
    process.stderr.write(`${title}\n${content}\n`)
  },
} satisfies Pick<Dialog, Used>

export const dialog = createStrict('dialog', realDialog)
