import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright'
import type { Stage } from './stage.ts'

/** Bytes of scripts that one step in the app has loaded. */
export interface LoadedScripts {
  step: string
  files: string[]
  bytes: number
  gzip: number
  brotli: number
}

/** A step after the form is visible, and what shows that it is done. */
interface Step {
  name: string
  take: (page: Page) => Promise<void>
}

const goTo = (place: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click()
  await page.locator('[aria-current="page"]', { hasText: place }).waitFor()
}

const steps: Step[] = [
  {
    name: 'App data as JSON',
    take: async (page) => {
      await page.getByRole('radiogroup', { name: 'App data as' }).getByText('JSON', { exact: true }).click()
      await page.getByRole('textbox', { name: /App data/ }).waitFor()
    },
  },
  {
    name: 'Link created',
    take: async (page) => {
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Measured')
      await page.getByRole('button', { name: 'Create link' }).click()
      await page.getByRole('heading', { level: 1, name: 'Link created' }).waitFor()
    },
  },
  ...['Find', 'Links', 'Profiles', 'Activity', 'Settings'].map((place) => ({
    name: place,
    take: goTo(place),
  })),
]

/** Measures what is loaded before the first interaction with *Create*, and by each step after it. */
export async function measureScripts(stage: Stage): Promise<LoadedScripts[]> {
  const context = await stage.window()
  const page = await context.newPage()
  let waiting: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') waiting.push(response)
  })
  const take = async (): Promise<Response[]> => {
    // A screen is named before it is loaded, and the page reports being idle only once.
    await pause(1_000)
    const taken = waiting
    waiting = []
    return taken
  }
  await page.goto(stage.app.address)
  await page.getByRole('form', { name: 'New link' }).waitFor()
  const loaded = [await measureSize('before the first interaction', await take())]
  for (const { name, take: walk } of steps) {
    await walk(page)
    loaded.push(await measureSize(name, await take()))
  }
  await context.close()
  return loaded
}

async function measureSize(step: string, responses: Response[]): Promise<LoadedScripts> {
  const bodies = await Promise.all(responses.map((response) => response.body()))
  const sum = (size: (body: Buffer) => number) => bodies.reduce((total, body) => total + size(body), 0)
  return {
    step,
    files: responses.map((response) => basename(new URL(response.url()).pathname)),
    bytes: sum((body) => body.length),
    gzip: sum((body) => gzipSync(body).length),
    brotli: sum((body) => brotliCompressSync(body).length),
  }
}
