import type { BrowserWindow, Dialog, MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import { checkOptions } from './declared.ts'
import { journal } from './state.ts'
import { assertArgument } from './strict.ts'

type Parent = Pick<BrowserWindow, 'isVisible'>

let answer: ((button: string | null) => void) | null = null
let parent: Parent | null = null

/** Resolves when a question is shown for the first time. */
export const questionShown = Promise.withResolvers<undefined>()

/** Shows a question over a window, or alone. If its signal withdraws it, the answer is that of a cancel. */
function showMessageBox(...args: [...Parent[], MessageBoxOptions]): Promise<MessageBoxReturnValue> {
  const options = args.at(-1) as MessageBoxOptions
  parent = args.length > 1 ? (args[0] as Parent) : null
  const { signal, ...reported } = options
  checkOptions('MessageBoxOptions', reported)
  const { buttons = [], cancelId = 0, message } = options
  const box = { message, buttons, answer: null as string | null }
  journal.messageBoxes.push(box)
  questionShown.resolve(undefined)
  return new Promise((resolve) => {
    answer = (button) => {
      answer = null
      box.answer = button ?? 'withdrawn'
      const response = button === null ? cancelId : buttons.indexOf(button)
      assertArgument(response >= 0, `There is no button "${String(button)}"`)
      resolve({ response, checkboxChecked: false })
    }
    signal?.addEventListener('abort', () => answer?.(null))
  })
}

export const messageBox = { showMessageBox: showMessageBox as Dialog['showMessageBox'] }

/** Not Electron's: the user presses a button of the shown question, which an invisible window hides (electron#22671). */
export function answerBox(button: string): void {
  assertArgument(answer !== null, 'No question is open')
  assertArgument(parent?.isVisible() ?? true, 'The question is over a window that is not visible')
  answer(button)
}
