import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import spdx from 'spdx-license-list/full.js'

/** Where each bundle's list is kept until all builds have finished. */
export const partialList = 'licenses.json'

/**
 * A package with code in the app, as listed by Vite: `identifier` is its SPDX identifier, `text` its own license
 * file.
 */
interface Entry {
  name: string
  version: string
  identifier?: string
  text?: string
}

/** Packages shipped beside the bundles. */
const unbundledPackages = ['keytar']

/**
 * Merges the lists of all bundles into `licenses.md`, which the window serves. It includes license texts, which
 * nearly every license requires.
 */
export function gatherLicenses(root: string): void {
  const lists = readdirSync(join(root, 'dist'))
    .map((bundle) => join(root, 'dist', bundle, partialList))
    .filter((list) => existsSync(list))
  const bundled = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')) as Entry[])
  for (const list of lists) rmSync(list)
  const entries = [
    ...bundled,
    ...unbundledPackages.map((name) => readEntry(join(root, 'node_modules', name))),
  ]
  const chapters = new Map(entries.map((entry) => [formatHeading(entry), licenseText(entry, root)]))
  const body = [...chapters]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, text]) => `## ${heading}\n\n${text}\n`)
  const title = '# Licences of the packages in Linkwright\n'
  writeFileSync(join(root, 'dist', 'renderer', 'licenses.md'), [title, ...body].join('\n'))
}

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function readEntry(folder: string): Entry {
  const { name, version, license: identifier = '' } = readManifest(folder)
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  return { name, version, identifier, ...(file && { text: readFileSync(join(folder, file), 'utf8') }) }
}

function formatHeading({ name, version, identifier }: Entry): string {
  return `${name} - ${version}${identifier ? ` (${identifier})` : ''}`
}

/** Returns the package's license text; without a license file, the standard text with the author's name. */
function licenseText(entry: Entry, root: string): string {
  if (entry.text) return entry.text.replaceAll('\r\n', '\n').trim()
  const standardLicense = spdx[entry.identifier ?? '']
  if (!standardLicense)
    throw new Error(`The licence of ${entry.name} is unknown: "${entry.identifier ?? ''}".`)
  const { author } = readManifest(join(root, 'node_modules', entry.name))
  const holder = typeof author === 'string' ? author : (author?.name ?? `The authors of ${entry.name}`)
  return standardLicense.licenseText.replace('<year> <copyright holders>', holder).trim()
}
