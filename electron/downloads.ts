import { session, type DownloadItem } from 'electron'
import { showMessageBox } from './messageBox.ts'
import { isOwnResource } from './origin.ts'

/**
 * Lets the page save what it has created, with the system's dialog, and reports a file that can't be saved: Electron
 * shows no downloads. Call it once Electron is ready.
 */
export function handleDownloads(): void {
  session.defaultSession.on('will-download', (event, item) => {
    if (!isOwnResource(item.getURL())) {
      event.preventDefault()
      return
    }
    // By default, the title is the address of the download.
    item.setSaveDialogOptions({ title: 'Save File' })
    reportFailure(item)
  })
}

function reportFailure(item: DownloadItem): void {
  const name = item.getFilename()
  // A download that could be resumed isn't done. Cancelling it removes the incomplete file.
  item.on('updated', (_event, state) => {
    if (state !== 'interrupted') return
    item.cancel()
    showFailure(name)
  })
  item.once('done', (_event, state) => {
    if (state === 'interrupted') showFailure(name)
  })
}

function showFailure(name: string): void {
  void showMessageBox({
    type: 'error',
    message: `${name} couldn’t be saved`,
    detail:
      'The disk may be full, or the folder can’t be written to. Save it again, for example in another folder.',
    buttons: ['OK'],
  })
}
