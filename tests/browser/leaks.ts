import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** Returns the encodings in which a secret could leak: plain, JSON, URL, base64 at any offset. */
export function encodeVariants(secret: string): string[] {
  const base64Variants = [0, 1, 2].flatMap((offset) => {
    // The first and last characters depend on their neighbours, so search only those between.
    const encoded = Buffer.from('\0'.repeat(offset) + secret)
      .toString('base64')
      .replace(/=+$/, '')
    const middle = encoded.slice(offset === 0 ? 0 : offset + 1, -1)
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const variants = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
    ...base64Variants,
  ]
  return [...new Set(variants)]
}

/** Returns the names of the texts that contain the secret, but nothing of the secret itself. */
export function findLeaks(secret: string, texts: Record<string, string>): string[] {
  const variants = encodeVariants(secret)
  return Object.entries(texts)
    .filter(([, text]) => variants.some((variant) => text.includes(variant)))
    .map(([name]) => name)
}

/** Returns every file below a folder as Latin-1. */
export async function readFilesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const readEntry = async (file: string): Promise<[string, string]> => [file, await readFile(file, 'latin1')]
  return Object.fromEntries(await Promise.all(files.map(readEntry)))
}

/** Returns everything a page shows or stores: document, field values, storages, cookies. */
export async function readPageState(page: Page): Promise<Record<string, string>> {
  const state = await page.evaluate<Record<string, string>>(async () => ({
    document: document.documentElement.outerHTML,
    fields: JSON.stringify(
      Array.from(document.querySelectorAll<HTMLInputElement>('input, textarea'), (field) => field.value),
    ),
    address: location.href,
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    databases: JSON.stringify(await indexedDB.databases()),
    caches: JSON.stringify(await caches.keys()),
  }))
  return { ...state, cookies: JSON.stringify(await page.context().cookies()) }
}
