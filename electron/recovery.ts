import { app, BrowserWindow, dialog, shell } from 'electron'
import type { MessageBoxOptions, RenderProcessGoneDetails, WebContents } from 'electron'
import type { Core } from '../core/core.ts'
import { showMessageBox } from './messageBox.ts'
import { isOwnUrl, startPage } from './origin.ts'
import { quitWithoutAsking } from './shutdown.ts'

/** At most three reloads in ten minutes. A page that fails more often won't recover. */
const maxReloads = 3
const reloadPeriodMs = 10 * 60_000

/**
 * Recovers the page of every current and future window if its process ends or hangs. Typed text isn't lost: the app
 * stores drafts shortly after each keystroke, and the page reopens the last one.
 */
export function recoverPages(parts: { dataFolder: string; reportBug: Core['reportBug'] }): void {
  app.on('web-contents-created', (_event, contents) => {
    let failureTimes: number[] = []
    contents.on('render-process-gone', (_gone, details) => {
      if (details.reason === 'clean-exit' || contents.getURL().startsWith('devtools:')) return
      parts.reportBug('window', new Error(describeFailure(details)))
      const now = performance.now()
      failureTimes = [...failureTimes.filter((time) => now - time < reloadPeriodMs), now]
      const recover = failureTimes.length > maxReloads ? askWhatNext : loadAgain
      // A new page process created inside this event could crash the whole app (electron#51900).
      setImmediate(() => void recover(contents, parts.dataFolder))
    })
    offerReloadWhileUnresponsive(contents)
  })
}

function describeFailure({ reason, exitCode }: RenderProcessGoneDetails): string {
  return `The window’s process exited: ${reason}, exit code ${exitCode}.`
}

function loadAgain(contents: WebContents): void {
  if (contents.isDestroyed()) return
  // A page that never loaded can't be reloaded, so it is loaded from the start.
  if (isOwnUrl(contents.getURL())) contents.reload()
  else contents.loadURL(startPage).catch(() => undefined)
}

const stoppedButtons = ['Try Again', 'Open Data Folder', 'Quit']

/** Asks what to do about a page that has failed several times. */
async function askWhatNext(contents: WebContents, dataFolder: string): Promise<void> {
  const answer = await showMessageBox({
    type: 'error',
    message: 'Linkwright has stopped working',
    detail:
      'Its window has failed several times within a few minutes. Your links are kept, and so are your drafts up to the last moment before it failed.\n\n' +
      'If it fails again, restart the computer, and close other programs if its memory is full. ' +
      `What went wrong is in errors.log in ${dataFolder}.`,
    buttons: stoppedButtons,
    defaultId: 0,
    cancelId: 0,
  })
  const button = stoppedButtons[answer]
  if (button === 'Quit') quitWithoutAsking()
  else if (button === 'Try Again') loadAgain(contents)
  else {
    await shell.openPath(dataFolder)
    await askWhatNext(contents, dataFolder)
  }
}

/** Asks whether to wait for an unresponsive page. The question closes when the page responds again. */
function offerReloadWhileUnresponsive(contents: WebContents): void {
  let question: AbortController | null = null
  const closeQuestion = () => question?.abort()
  contents.on('responsive', closeQuestion)
  contents.on('render-process-gone', closeQuestion)
  contents.on('destroyed', closeQuestion)
  contents.on('unresponsive', () => {
    const window = BrowserWindow.fromWebContents(contents)
    if (question || !window) return
    question = new AbortController()
    const { signal } = question
    void dialog
      .showMessageBox(window, { ...unresponsiveQuestion, signal })
      .then(({ response }) => {
        // Kills the process, so that the page starts in a new one. A page that hangs can't be reloaded.
        if (response === reloadButton && !signal.aborted && !contents.isDestroyed())
          contents.forcefullyCrashRenderer()
      })
      .finally(() => (question = null))
  })
}

const reloadButton = 1
const unresponsiveQuestion: MessageBoxOptions = {
  type: 'warning',
  title: 'Linkwright',
  message: 'Linkwright isn’t responding',
  detail: 'You can wait a little longer, or reload the window. Drafts are kept up to the moment it stopped.',
  buttons: ['Wait', 'Reload'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
}
