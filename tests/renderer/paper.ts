import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

/** Shows the page as it is printed, in the width of A4 between usual margins, until the test ends. */
export async function showOnPaper(): Promise<void> {
  await page.viewport(718, 1_046)
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
}
