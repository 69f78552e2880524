import { app, BrowserWindow, dialog, shell } from 'electron'
import type { MessageBoxOptions, RenderProcessGoneDetails, WebContents } from 'electron'
import type { Core } from '../../core/core.ts'
import { isOwnUrl, startPage } from '../origin.ts'
import { quitWithoutAsking } from '../shutdown.ts'
import { nextAttempt } from './attempts.ts'
import { plainPageUrl, showDataUrl, tryAgainUrl } from './plainPage.ts'

/**
 * Recovers the page of every current and future window if its process ends or hangs. Typed text isn't lost: the app
 * stores drafts shortly after each keystroke, and the page reopens the last one.
 */
export function recoverPages(parts: { dataFolder: string; reportBug: Core['reportBug'] }): void {
  app.on('web-contents-created', (_event, contents) => {
    let failures: number[] = []
    contents.on('render-process-gone', (_gone, details) => {
      if (details.reason === 'clean-exit' || contents.getURL().startsWith('devtools:')) return
      parts.reportBug('window', new Error(describeFailure(details)))
      const { next, failures: recentFailures } = nextAttempt(failures, performance.now())
      failures = recentFailures
      // A new page process created inside this event could crash the whole app (electron#51900).
      setImmediate(() => recoverPage(contents, next))
    })
    contents.on('will-navigate', ({ url }) => {
      if (contents.getURL() !== plainPageUrl) return
      if (url === tryAgainUrl) load(contents, startPage)
      if (url === showDataUrl) void shell.openPath(parts.dataFolder)
    })
    offerReloadWhileUnresponsive(contents)
  })
}

function describeFailure({ reason, exitCode }: RenderProcessGoneDetails): string {
  return `The window’s process exited: ${reason}, exit code ${exitCode}.`
}

function recoverPage(contents: WebContents, next: 'reload' | 'give up'): void {
  if (contents.isDestroyed()) return
  // A page that never loaded can't be reloaded, so it is loaded from the start.
  if (next === 'reload' && isOwnUrl(contents.getURL())) contents.reload()
  else if (next === 'reload') load(contents, startPage)
  // If even the plain page's process fails, no page can be shown.
  else if (contents.getURL() === plainPageUrl) {
    dialog.showErrorBox(
      'Linkwright has to close',
      'Its window could not be shown again. Your links and drafts are kept.',
    )
    quitWithoutAsking()
  } else load(contents, plainPageUrl)
}

function load(contents: WebContents, url: string): void {
  contents.loadURL(url).catch(() => undefined)
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
