import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'

/** A file that the window offered as a download. */
export interface DownloadedFile {
  name: string
  text: string
}

/** Returns the file downloaded when `press` runs. */
export async function captureDownload(page: Page, press: () => Promise<void>): Promise<DownloadedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** Selects a text file in a file field. */
export async function chooseFile(page: Page, button: string, file: DownloadedFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles({ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) })
}
