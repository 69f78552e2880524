import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { extname, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findUnpackedPath, isArchivedFile, readArchivedFile, splitArchivePath } from './asarArchive.ts'
import type { ArchivedPath } from './asarArchive.ts'

/**
 * Lets `fs` and the module loader read inside an archive, in this process, its threads and forks, as Electron's
 * `lib/node/asar-fs-wrapper.ts` does. Loaded by `--import` before any module of the app. Other functions of `fs` fail there.
 */
const { existsSync, readFileSync } = fs
const { readFile } = fs.promises

type ReadOptions = BufferEncoding | { encoding?: BufferEncoding | null } | null

function decode(bytes: Buffer, options?: ReadOptions): Buffer | string {
  const encoding = typeof options === 'string' ? options : options?.encoding
  return encoding ? bytes.toString(encoding) : bytes
}

fs.existsSync = (path) => {
  const archived = splitArchivePath(path)
  return archived ? isArchivedFile(archived) : existsSync(path)
}
fs.readFileSync = ((path: string, options?: ReadOptions) => {
  const archived = splitArchivePath(path)
  return archived
    ? decode(readArchivedFile(archived), options)
    : readFileSync(path, options as { encoding: null })
}) as typeof readFileSync
fs.promises.readFile = (async (path: string, options?: ReadOptions) => {
  const archived = splitArchivePath(path)
  return archived ? decode(readArchivedFile(archived), options) : await readFile(path, options ?? null)
}) as typeof readFile
syncBuiltinESMExports()

registerHooks({
  resolve: (specifier, context, next) => {
    const target = findTarget(specifier, context.parentURL)
    if (!target) return next(specifier, context)
    if (!isArchivedFile(target))
      throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' })
    const archived = posix.join(target.archive, target.file)
    // The system loads a native addon only from a file of its own.
    const path = (extname(target.file) === '.node' ? findUnpackedPath(target) : null) ?? archived
    return { url: pathToFileURL(path).href, shortCircuit: true }
  },
  load: (url, context, next) => {
    const archived = url.startsWith('file:') ? splitArchivePath(new URL(url)) : null
    if (!archived) return next(url, context)
    return { source: readArchivedFile(archived), format: findFormat(archived), shortCircuit: true }
  },
})

/** Returns the file that an import in or into an archive names; `null` for any other import. */
function findTarget(specifier: string, parent: string | undefined): ArchivedPath | null {
  if (/^(\.{0,2}\/|file:)/.test(specifier)) return splitArchivePath(URL.parse(specifier, parent))
  const importer = parent?.startsWith('file:') ? splitArchivePath(new URL(parent)) : null
  if (!importer) return null
  const folder = posix.join('node_modules', specifier)
  const manifest = { ...importer, file: `${folder}/package.json` }
  if (!isArchivedFile(manifest)) return null
  const { main } = JSON.parse(readArchivedFile(manifest).toString()) as { main: string }
  return { ...importer, file: posix.join(folder, main) }
}

/** Returns how Node would load the file: by its ending, and for `.js` by the nearest `package.json` in the archive. */
function findFormat(path: ArchivedPath): 'module' | 'commonjs' {
  if (extname(path.file) !== '.js') return extname(path.file) === '.mjs' ? 'module' : 'commonjs'
  for (let folder = posix.dirname(path.file); ; folder = posix.dirname(folder)) {
    const manifest = { ...path, file: posix.join(folder, 'package.json') }
    if (isArchivedFile(manifest)) {
      const { type } = JSON.parse(readArchivedFile(manifest).toString()) as { type?: string }
      return type === 'module' ? 'module' : 'commonjs'
    }
    if (folder === '.') return 'commonjs'
  }
}
