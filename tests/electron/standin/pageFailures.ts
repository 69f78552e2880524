import type { RenderProcessGoneDetails } from 'electron'
import { RealWindow } from './browserWindow.ts'
import { answerBox } from './messageBox.ts'

const contents = () => {
  const [first] = RealWindow.all
  if (!first) throw new Error('There is no window')
  return first.realContents
}

/** The failures of a window's page, and the user's answers. */
export const pageFailures = {
  endProcess: (reason: RenderProcessGoneDetails['reason']) => contents().endProcess(reason),
  hang: () => void contents().emit('unresponsive'),
  answerAgain: () => void contents().emit('responsive'),
  answerBox,
}
